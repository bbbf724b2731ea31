/** The strategies of a winner and of a holder of a draw on a solved graph, against all lines of the opponent. */
import { solveOnGraph, type GraphSolution } from "../oracle/algorithm8.ts";
import {
  menToSpare,
  type PerpetualPlan,
  planHolding,
  planWin,
  rotate,
  type Rotation,
  winningPattern,
} from "../../src/fang/plans.ts";
import type { PatternGraph, Subgraph } from "../../src/fang/graph.ts";
import { COLOURS, opponent, type Colour } from "../../src/xiangqi/pieces.ts";
import { hasBadPlay, type Step } from "../oracle/plays.ts";
import { randomGraph, randomNumbers, type GraphKind } from "../oracle/random-graphs.ts";

export interface Played {
  /** Positions from which a win of a level above 0, or a draw, was played. */
  readonly won: number;
  readonly held: number;
  readonly failures: readonly string[];
}

/**
 * Plays both sides' wins and draws on so many random graphs.
 * @param plain play by the values alone: any move that keeps them
 */
export function playRandomGraphs(kind: GraphKind, graphs: number, seed: number, plain = false): Played {
  const sum = { won: 0, held: 0, failures: [] as string[] };
  for (let i = 0; i < graphs; i++) {
    const graph = randomGraph(kind, randomNumbers(seed + i));
    const solution = solveOnGraph(graph, "lazy");
    for (const colour of COLOURS) {
      const winner = new Winner(graph, solution, colour);
      const holder = new Holder(graph, solution, colour);
      sum.won += winner.starts().length;
      sum.held += holder.starts().length;
      const note = (what: string) => sum.failures.push(`${kind} ${seed + i}: ${colour} ${what}`);
      if (!playAll(graph, plain ? withoutPlans(graph, solution, winner) : winner)) note("does not win");
      if (!playAll(graph, plain ? withoutPlans(graph, solution, holder) : holder)) note("does not hold");
    }
  }
  return sum;
}

/** What the player remembers. Null: nothing yet, or nothing is needed. */
interface Memory {
  readonly waiting: Rotation;
  /** The winner's plans, by number. */
  readonly plans: number;
}

interface Strategy {
  readonly colour: Colour;
  starts(): number[];
  /** Whether the play has come to an end that serves the player. */
  isOver(v: number): boolean;
  /** Whether it is bad for the player when, for ever, exactly this happens: what each side keeps avoiding. */
  isBad(own: (man: number) => boolean, other: (man: number) => boolean): boolean;
  /** The moves allowed, the opponent's all; and the memory while they are made. */
  choose(v: number, memory: Memory | null): { edges: readonly number[]; memory: Memory | null };
}

/** Whether no play that the strategy allows, from any of its starts, fails the player. */
function playAll(graph: PatternGraph, strategy: Strategy): boolean {
  const own = strategy.colour === "red" ? 0 : 1;
  const ownMen = graph.men[strategy.colour];
  const otherMen = graph.men[opponent(strategy.colour)];
  const numbers = new Map<string, number>();
  const situations: { v: number; memory: Memory | null }[] = [];
  const numberOf = (v: number, memory: Memory | null): number => {
    const key = `${v} ${JSON.stringify(memory)}`;
    let number = numbers.get(key);
    if (number === undefined) {
      numbers.set(key, (number = situations.length));
      situations.push({ v, memory });
    }
    return number;
  };
  for (const v of strategy.starts()) numberOf(v, null);
  const steps: Step[][] = [];
  for (const situation of situations) {
    const { v } = situation;
    const found: Step[] = [];
    steps.push(found);
    if (strategy.isOver(v)) continue;
    const { edges, memory } = strategy.choose(v, situation.memory);
    if (edges.length === 0) return false;
    for (const edge of edges) {
      const labels = graph.labels[edge]!;
      const isOwn = graph.mover[v] === own;
      const after = isOwn && memory !== null ? { ...memory, waiting: rotate(memory.waiting, labels) } : memory;
      const colours = isOwn ? ~labels & (2 ** otherMen - 1) : (~labels & (2 ** ownMen - 1)) << otherMen;
      found.push({ to: numberOf(graph.to[edge]!, after), colours });
    }
  }
  const isBad = (often: number) =>
    strategy.isBad(
      (man) => (often & (1 << man)) !== 0,
      (man) => (often & (1 << (otherMen + man))) !== 0,
    );
  return !hasBadPlay(steps, isBad);
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}

function edgesOf(graph: PatternGraph, v: number): number[] {
  return range(graph.firstEdge[v]!, graph.firstEdge[v + 1]!);
}

/** One side wins, by its own checks or chases and the other's: the rule in words of what keeps being avoided. */
function wins(
  men: { own: number; other: number },
  own: (man: number) => boolean,
  other: (man: number) => boolean,
): boolean {
  if (!own(0)) return false;
  if (!other(0)) return true;
  return range(1, men.own).some((p) => !other(p)) && range(1, men.other).every((q) => own(q));
}

/** The same task played by any move that keeps the value: what the tables alone suggest (Fang, 5.2). */
function withoutPlans(graph: PatternGraph, { orders, distances }: GraphSolution, task: Strategy): Strategy {
  const keeps = (v: number, to: number) => {
    if (orders[v]! < 0) return orders[to]! < 0;
    return orders[to] === orders[v] && distances[to] === distances[v]! - 1;
  };
  const choose = (v: number) => {
    const isOwn = (graph.mover[v] === 0) === (task.colour === "red");
    const edges = edgesOf(graph, v);
    return { edges: isOwn ? edges.filter((e) => keeps(v, graph.to[e]!)) : edges, memory: null };
  };
  return {
    colour: task.colour,
    starts: () => task.starts(),
    isOver: (v) => task.isOver(v),
    isBad: (own, other) => task.isBad(own, other),
    choose,
  };
}

/** Wins from everywhere it can at levels above 0, reconstructing patterns from the values alone. */
class Winner implements Strategy {
  readonly colour: Colour;
  readonly #graph: PatternGraph;
  readonly #solution: GraphSolution;
  /** The plans found: by the position where the pattern was entered. */
  readonly #plans: { piece: number; pattern: Subgraph; plans: PerpetualPlan[] }[] = [];
  readonly #entered = new Map<number, number>();

  constructor(graph: PatternGraph, solution: GraphSolution, colour: Colour) {
    this.#graph = graph;
    this.#solution = solution;
    this.colour = colour;
  }

  #isOwn(v: number): boolean {
    return (this.#graph.mover[v] === 0) === (this.colour === "red");
  }

  #is(v: number, order: number, distance: number): boolean {
    return this.#solution.orders[v] === order && this.#solution.distances[v] === distance;
  }

  starts(): number[] {
    return range(0, this.#graph.vertices).filter(
      (v) => this.#solution.orders[v]! > 0 && (this.#solution.distances[v]! % 2 === 1) === this.#isOwn(v),
    );
  }

  isOver(v: number): boolean {
    return this.#solution.orders[v] === 0;
  }

  isBad(own: (man: number) => boolean, other: (man: number) => boolean): boolean {
    const { men } = this.#graph;
    return !wins({ own: men[this.colour], other: men[opponent(this.colour)] }, own, other);
  }

  choose(v: number, memory: Memory | null) {
    const { orders, distances } = this.#solution;
    const order = orders[v]!;
    const edges = edgesOf(this.#graph, v);
    if (distances[v]! > 1) {
      const nearer = edges.filter((e) => this.#is(this.#graph.to[e]!, order, distances[v]! - 1));
      return { edges: this.#isOwn(v) ? nearer : edges, memory: null };
    }
    const entered = memory !== null && this.#plans[memory.plans]!.pattern[v] === 1 ? memory.plans : this.#enter(v);
    const { piece, plans } = this.#plans[entered]!;
    const spared = menToSpare(this.#graph, { colour: this.colour, man: piece });
    const waiting = memory?.plans === entered ? memory.waiting : spared;
    const next = { waiting, plans: entered };
    return { edges: this.#isOwn(v) ? plans[waiting[0]!]!.moves[v]! : edges, memory: next };
  }

  /** Reconstructs the patterns around a position (r, 0) or (r, 1), and chooses one. */
  #enter(start: number): number {
    const known = this.#entered.get(start);
    if (known !== undefined) return known;
    const order = this.#solution.orders[start]!;
    const arena = new Uint8Array(this.#graph.vertices);
    const queue = [start];
    for (const v of queue) {
      if (arena[v] === 1) continue;
      arena[v] = 1;
      for (const e of edgesOf(this.#graph, v)) {
        if (this.#is(this.#graph.to[e]!, order, this.#isOwn(v) ? 0 : 1)) queue.push(this.#graph.to[e]!);
      }
    }
    for (const man of range(0, this.#graph.men[this.colour])) {
      const piece = { colour: this.colour, man };
      const pattern = winningPattern(this.#graph, arena, piece);
      if (pattern[start] === 0) continue;
      const plans = menToSpare(this.#graph, piece).map((spared) => planWin(this.#graph, pattern, piece, spared));
      this.#entered.set(start, this.#plans.length);
      this.#plans.push({ piece: man, pattern, plans });
      return this.#plans.length - 1;
    }
    throw new Error(`no pattern around ${start}`);
  }
}

/** Holds every drawn position. */
class Holder implements Strategy {
  readonly colour: Colour;
  readonly #graph: PatternGraph;
  readonly #orders: Int32Array;
  readonly #plans: PerpetualPlan[];

  constructor(graph: PatternGraph, { orders }: GraphSolution, colour: Colour) {
    this.colour = colour;
    this.#graph = graph;
    this.#orders = orders;
    const drawn = Uint8Array.from(orders, (order) => (order < 0 ? 1 : 0));
    this.#plans = range(0, graph.men[opponent(colour)]).map((man) => planHolding(graph, drawn, colour, man));
  }

  starts(): number[] {
    return range(0, this.#graph.vertices).filter((v) => this.#orders[v]! < 0);
  }

  isOver(v: number): boolean {
    return this.#orders[v]! >= 0;
  }

  isBad(own: (man: number) => boolean, other: (man: number) => boolean): boolean {
    const { men } = this.#graph;
    return wins({ own: men[opponent(this.colour)], other: men[this.colour] }, other, own);
  }

  choose(v: number, memory: Memory | null) {
    const next = memory ?? { waiting: this.#plans.map((_, man) => man), plans: 0 };
    const isOwn = (this.#graph.mover[v] === 0) === (this.colour === "red");
    const moves = this.#plans[next.waiting[0]!]!.moves[v]!;
    return { edges: isOwn ? moves : edgesOf(this.#graph, v), memory: next };
  }
}
