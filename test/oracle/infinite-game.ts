/**
 * Infinite games on small labelled graphs, solved exactly from their definitions: Zielonka's algorithm for Muller games, with
 * the infinitely frequent colours of a play as its result. Slow and obvious; shares nothing with the solvers but the graph's
 * data structure. A side without a move has lost. When neither side wins, the game is drawn.
 *
 * The game of check and chase (Asian rules). Colours of a move: the mover made no check; the mover did not chase the opponent's man k. With r for one side's moves
 * and b for the other's, r wins an infinite play if
 *
 *     r often makes no check, and either b checks from some move on,
 *     or b chases some one man from some move on while r, for every man of b, often does not chase it.
 *
 * The game of classes (Chinese rules). Each move has one colour, its mover and its class. A side's grade is the least class
 * that it plays infinitely often, and r wins an infinite play if b's grade is the higher one.
 */
import type { ClassGraph } from "./class-game.ts";
import type { MoveGraph, PatternGraph } from "../../src/fang/graph.ts";
import { COLOURS, type Colour } from "../../src/xiangqi/pieces.ts";

export type Outcome = "red" | "black" | "draw";

type Vertices = Uint8Array;

/** What a game is for one side, player 0, which wants to win; player 1 only wants to prevent that. */
interface Goal {
  /** The number of the side. */
  readonly player: number;
  /** All colours, as bits. */
  readonly allColours: number;
  /** The colours of a move. */
  readonly colours: (edge: number, mover: number) => number;
  /** Whether player 0 wins a play in which exactly these colours come up infinitely often. */
  readonly isWon: (often: number) => boolean;
}

/** Who wins the game of check and chase from each vertex with best play. */
export function solveInfiniteGame(graph: PatternGraph): Outcome[] {
  return solveMullerGame(graph, (side) => checkAndChase(graph, side));
}

/** Who wins the game of classes from each vertex with best play. */
export function solveInfiniteClassGame(graph: ClassGraph): Outcome[] {
  return solveMullerGame(graph, (side) => classes(graph, side));
}

function solveMullerGame(graph: MoveGraph, goalOf: (side: Colour) => Goal): Outcome[] {
  const [red, black] = COLOURS.map((side) => winsFor(graph, goalOf(side)));
  return Array.from(graph.mover, (_, v) => {
    if (red![v] === 1 && black![v] === 1) throw new Error(`vertex ${v} is won for both sides`);
    return red![v] === 1 ? "red" : black![v] === 1 ? "black" : "draw";
  });
}

/** Where one side can force its win. */
function winsFor(graph: MoveGraph, goal: Goal): Vertices {
  const game = new MullerGame(graph, goal);
  const all = new Uint8Array(graph.vertices).fill(1);
  const isEnd = (v: number) => graph.firstEdge[v] === graph.firstEdge[v + 1];
  const ends = (mover: number) => Uint8Array.from(graph.mover, (m, v) => (isEnd(v) && m === mover ? 1 : 0));
  const won = game.attractor(all, goal.allColours, 0, ends(1 - goal.player));
  const rest = without(all, won);
  const lost = game.attractor(rest, goal.allColours, 1, ends(goal.player));
  const infinite = game.solve(without(rest, lost), goal.allColours);
  return union(won, infinite);
}

/**
 * Player 0's moves chase the other's men: bits 0 to otherMen - 1 say what they leave in peace, bit 0 the king; player 1's
 * moves the same from bit otherMen on.
 */
function checkAndChase(graph: PatternGraph, side: Colour): Goal {
  const player = side === "red" ? 0 : 1;
  const ownMen = graph.men[side];
  const otherMen = graph.men[side === "red" ? "black" : "red"];
  const men = (count: number) => Array.from({ length: count - 1 }, (_, i) => i + 1);
  return {
    player,
    allColours: 2 ** (ownMen + otherMen) - 1,
    colours(edge, mover) {
      const labels = graph.labels[edge]!;
      if (mover === player) return ~labels & (2 ** otherMen - 1);
      return (~labels & (2 ** ownMen - 1)) << otherMen;
    },
    isWon(often) {
      const own = (man: number) => (often & (1 << man)) !== 0;
      const other = (man: number) => (often & (1 << (otherMen + man))) !== 0;
      if (!own(0)) return false;
      if (!other(0)) return true;
      return men(ownMen).some((p) => !other(p)) && men(otherMen).every((q) => own(q));
    },
  };
}

/** Player 0's classes from bit 0 on, player 1's behind them. */
function classes(graph: ClassGraph, side: Colour): Goal {
  const player = side === "red" ? 0 : 1;
  const count = graph.highest + 1;
  const gradeOf = (bits: number) => {
    const grade = Array.from({ length: count }, (_, i) => i).find((i) => (bits & (1 << i)) !== 0);
    return grade ?? count; // no play: both sides move for ever
  };
  return {
    player,
    allColours: 2 ** (2 * count) - 1,
    colours: (edge, mover) => 1 << (graph.labels[edge]! + (mover === player ? 0 : count)),
    isWon: (often) => gradeOf(often >> count) > gradeOf(often),
  };
}

class MullerGame {
  readonly #graph: MoveGraph;
  readonly #goal: Goal;
  readonly #childrenOf = new Map<number, number[]>();

  constructor(graph: MoveGraph, goal: Goal) {
    this.#graph = graph;
    this.#goal = goal;
  }

  /** The maximal sets of colours below these that the other player wins. */
  #children(colours: number): number[] {
    const known = this.#childrenOf.get(colours);
    if (known !== undefined) return known;
    const winner = this.#goal.isWon(colours);
    const found: number[] = [];
    for (let subset = colours - 1; subset >= 0; subset--) {
      if ((subset & ~colours) !== 0 || this.#goal.isWon(subset) === winner) continue;
      if (!found.some((larger) => (larger & subset) === subset)) found.push(subset);
    }
    this.#childrenOf.set(colours, found);
    return found;
  }

  /** Where player 0 wins inside an arena of these vertices and the moves whose colours are among these. */
  solve(arena: Vertices, colours: number): Vertices {
    const strong = this.#goal.isWon(colours) ? 0 : 1;
    let left = arena;
    for (let lost = true; lost;) {
      lost = false;
      for (const fewer of this.#children(colours)) {
        const inner = without(left, this.attractor(left, colours, strong, null, fewer));
        if (isEmpty(inner)) continue;
        const won = this.solve(inner, fewer);
        const weak = strong === 0 ? without(inner, won) : won;
        if (isEmpty(weak)) continue;
        left = without(left, this.attractor(left, colours, 1 - strong, weak));
        lost = true;
        break;
      }
    }
    return strong === 0 ? left : without(arena, left);
  }

  /** From where a player can force a visit to some vertices, or a move with a colour other than `fewer`. */
  attractor(arena: Vertices, colours: number, player: number, goal: Vertices | null, fewer = colours): Vertices {
    const { firstEdge, to, mover, vertices } = this.#graph;
    const reached = goal?.slice() ?? new Uint8Array(vertices);
    for (let grown = true; grown;) {
      grown = false;
      for (let v = 0; v < vertices; v++) {
        if (arena[v] === 0 || reached[v] === 1) continue;
        let some = false;
        let all = true;
        let moves = 0;
        for (let e = firstEdge[v]!; e < firstEdge[v + 1]!; e++) {
          const colour = this.#goal.colours(e, mover[v]!);
          if (arena[to[e]!] === 0 || (colour & ~colours) !== 0) continue;
          moves++;
          if (reached[to[e]!] === 1 || (colour & ~fewer) !== 0) some = true;
          else all = false;
        }
        const isPlayers = (mover[v] === this.#goal.player) === (player === 0);
        if (isPlayers ? some : all && moves > 0) {
          reached[v] = 1;
          grown = true;
        }
      }
    }
    return reached;
  }
}

function without(a: Vertices, b: Vertices): Vertices {
  return a.map((inside, v) => (b[v] === 1 ? 0 : inside));
}

function union(a: Vertices, b: Vertices): Vertices {
  return a.map((inside, v) => inside | b[v]!);
}

function isEmpty(vertices: Vertices): boolean {
  return !vertices.includes(1);
}
