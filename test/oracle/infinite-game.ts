/**
 * The infinite game of check and chase on a small labelled graph, solved exactly from its definition: Zielonka's algorithm
 * for Muller games, with the infinitely frequent colours of a play as its result. Slow and obvious; shares nothing with
 * the patterns but the graph's data structure.
 *
 * Colours of a move: the mover made no check; the mover did not chase the opponent's man k. With r for one side's moves
 * and b for the other's, r wins an infinite play if
 *
 *     r often makes no check, and either b checks from some move on,
 *     or b chases some one man from some move on while r, for every man of b, often does not chase it.
 *
 * A side without a move has lost. When neither side wins, the game is drawn.
 */
import type { PatternGraph } from "../../src/fang/graph.ts";
import { COLOURS, type Colour } from "../../src/xiangqi/pieces.ts";

export type Outcome = "red" | "black" | "draw";

type Vertices = Uint8Array;

/** Who wins from each vertex with best play. */
export function solveInfiniteGame(graph: PatternGraph): Outcome[] {
  const [red, black] = COLOURS.map((colour) => winsFor(graph, colour));
  return Array.from(graph.mover, (_, v) => {
    if (red![v] === 1 && black![v] === 1) throw new Error(`vertex ${v} is won for both sides`);
    return red![v] === 1 ? "red" : black![v] === 1 ? "black" : "draw";
  });
}

/** Where one side can force its win. */
function winsFor(graph: PatternGraph, side: Colour): Vertices {
  const game = new BinaryGame(graph, side);
  const all = new Uint8Array(graph.vertices).fill(1);
  const isEnd = (v: number) => graph.firstEdge[v] === graph.firstEdge[v + 1];
  const ends = (mover: number) => Uint8Array.from(graph.mover, (m, v) => (isEnd(v) && m === mover ? 1 : 0));
  const won = game.attractor(all, game.allColours, 0, ends(1 - game.player));
  const rest = without(all, won);
  const lost = game.attractor(rest, game.allColours, 1, ends(game.player));
  const infinite = game.solve(without(rest, lost), game.allColours);
  return union(won, infinite);
}

/** One side (player 0 here, the winner to be) against the other (player 1), who only wants to prevent the win. */
class BinaryGame {
  /** The vertices in which this number moves belong to player 0. */
  readonly player: number;
  readonly allColours: number;
  readonly #graph: PatternGraph;
  readonly #ownMen: number;
  readonly #otherMen: number;

  constructor(graph: PatternGraph, side: Colour) {
    this.#graph = graph;
    this.player = side === "red" ? 0 : 1;
    this.#ownMen = graph.men[side];
    this.#otherMen = graph.men[side === "red" ? "black" : "red"];
    this.allColours = 2 ** (this.#ownMen + this.#otherMen) - 1;
  }

  /**
   * The colours of a move. Player 0's moves chase the other's men: bits 0 to otherMen - 1 say what they leave in peace, bit
   * 0 the king; player 1's moves the same from bit otherMen on.
   */
  #colours(edge: number, mover: number): number {
    const labels = this.#graph.labels[edge]!;
    if (mover === this.player) return ~labels & (2 ** this.#otherMen - 1);
    return (~labels & (2 ** this.#ownMen - 1)) << this.#otherMen;
  }

  /** Whether player 0 wins a play in which exactly these colours come up infinitely often. */
  #isWon(often: number): boolean {
    const own = (man: number) => (often & (1 << man)) !== 0;
    const other = (man: number) => (often & (1 << (this.#otherMen + man))) !== 0;
    const men = (count: number) => Array.from({ length: count - 1 }, (_, i) => i + 1);
    if (!own(0)) return false;
    if (!other(0)) return true;
    return men(this.#ownMen).some((p) => !other(p)) && men(this.#otherMen).every((q) => own(q));
  }

  /** The maximal sets of colours below these that the other player wins. */
  #children(colours: number): number[] {
    const winner = this.#isWon(colours);
    const found: number[] = [];
    for (let subset = colours - 1; subset >= 0; subset--) {
      if ((subset & ~colours) !== 0 || this.#isWon(subset) === winner) continue;
      if (!found.some((larger) => (larger & subset) === subset)) found.push(subset);
    }
    return found;
  }

  /** Where player 0 wins inside an arena of these vertices and the moves whose colours are among these. */
  solve(arena: Vertices, colours: number): Vertices {
    const strong = this.#isWon(colours) ? 0 : 1;
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
          const colour = this.#colours(e, mover[v]!);
          if (arena[to[e]!] === 0 || (colour & ~colours) !== 0) continue;
          moves++;
          if (reached[to[e]!] === 1 || (colour & ~fewer) !== 0) some = true;
          else all = false;
        }
        const isPlayers = (mover[v] === this.player) === (player === 0);
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
