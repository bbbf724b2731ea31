/**
 * The game of classes on a small explicit graph: endless play under the Chinese rules (docs/rules.md). Every move has a class,
 * 0 for one that is free; the grade of a side in an endless play is the least class that it plays infinitely often. The side
 * with the higher grade loses, equal grades draw, and a side without a move has lost.
 *
 * "Red wins" is a parity condition, and so is "Black wins" (`priorityOfClass`). Instead of solving both on the whole graph,
 * positions are decided in orders, as by Fang's Algorithm 8: each begins with losses by a forced attack, found on a small
 * arena, and holds what follows from them.
 */
import { sideNumber, verticesOf, type MoveGraph, type Subgraph } from "../../src/fang/graph.ts";
import { oddRegion, priorityOfClass } from "../../src/fang/parity.ts";
import { COLOURS, opponent, type Colour } from "../../src/xiangqi/pieces.ts";

/** A graph whose labels are classes. */
export interface ClassGraph extends MoveGraph {
  /** The highest class there is: 3 for those of the 2020 edition, 2 where weak attacks are none of their own, 1 for checks only. */
  readonly highest: number;
}

export interface ClassOrders {
  /** The order of each vertex, -1 for a draw. */
  readonly orders: Int32Array;
  /** Plies within the order; odd: the side to move wins. Meaningless for a draw. */
  readonly distances: Int32Array;
  /**
   * Of each order the least class that its losers must play for ever; null for order 0, which is decided by a side that has
   * no move.
   */
  readonly kinds: readonly (number | null)[];
}

/** Who wins from each vertex, order by order: those of checks before those of weaker classes. */
export function solveClassGame(graph: ClassGraph): ClassOrders {
  const values = new Values(graph);
  const kinds: (number | null)[] = [null];
  values.add([...graph.mover.keys()].filter((v) => graph.firstEdge[v] === graph.firstEdge[v + 1]));
  for (;;) {
    const found = findLosses(graph, values);
    if (found === null) return { orders: values.orders, distances: values.distances, kinds };
    kinds.push(found.kind);
    values.add(found.losses);
  }
}

/** The losses that the next order starts from; null when all that is undecided is drawn. */
function findLosses(graph: ClassGraph, values: Values): { kind: number; losses: number[] } | null {
  for (let kind = graph.highest; kind > 0; kind--) {
    const losses = COLOURS.flatMap((attacker) => forcedLosses(graph, values, attacker, kind));
    if (losses.length > 0) return { kind, losses };
  }
  return null;
}

/** Where the other side must play moves of some least class for ever, or lose otherwise, and the attacker need not. */
function forcedLosses(graph: ClassGraph, values: Values, attacker: Colour, least: number): number[] {
  const defender = sideNumber(opponent(attacker));
  const arena = attackArena(graph, values, defender, least);
  const isAttackers = (edge: number) => graph.mover[graph.to[edge]!] === defender;
  const priority = (edge: number) => priorityOfClass(graph.highest, graph.labels[edge]!, isAttackers(edge));
  const won = oddRegion(graph, arena, priority, sideNumber(attacker));
  return verticesOf(won).filter((v) => graph.mover[v] === defender);
}

/**
 * The largest set of undecided vertices in which the defender has only moves of some least class that stay, or that lose
 * anyway, while the attacker has a move that stays.
 */
function attackArena(graph: ClassGraph, values: Values, defender: number, least: number): Subgraph {
  const { vertices, mover, firstEdge, firstInto, from, to, labels } = graph;
  const arena = values.undecided();
  const stays = new Uint32Array(vertices);
  const left: number[] = [];
  const leave = (v: number) => {
    arena[v] = 0;
    left.push(v);
  };
  const undecided = arena.slice();
  for (let v = 0; v < vertices; v++) {
    if (undecided[v] === 0) continue;
    let free = false;
    for (let e = firstEdge[v]!; e < firstEdge[v + 1]!; e++) {
      if (undecided[to[e]!] === 0) continue; // it loses, or the vertex would be decided
      if (mover[v] !== defender) stays[v]!++;
      else if (labels[e]! < least) free = true;
    }
    if (free || (mover[v] !== defender && stays[v] === 0)) leave(v);
  }
  for (const v of left) {
    for (let i = firstInto[v]!; i < firstInto[v + 1]!; i++) {
      const before = from[i]!;
      if (arena[before] === 1 && (mover[before] === defender || --stays[before]! === 0)) leave(before);
    }
  }
  return arena;
}

/** Values found so far; adds one order after the other. */
class Values {
  readonly orders: Int32Array;
  readonly distances: Int32Array;
  readonly #graph: ClassGraph;
  /** Moves of each vertex that are not known to lose. */
  readonly #movesLeft: Uint32Array;
  #order = 0;

  constructor(graph: ClassGraph) {
    this.#graph = graph;
    this.orders = new Int32Array(graph.vertices).fill(-1);
    this.distances = new Int32Array(graph.vertices);
    this.#movesLeft = new Uint32Array(graph.vertices);
    for (let v = 0; v < graph.vertices; v++) this.#movesLeft[v] = graph.firstEdge[v + 1]! - graph.firstEdge[v]!;
  }

  undecided(): Subgraph {
    const undecided = new Uint8Array(this.orders.length);
    for (let v = 0; v < undecided.length; v++) undecided[v] = this.orders[v]! < 0 ? 1 : 0;
    return undecided;
  }

  /** Marks the losses that an order starts from and what follows from them, distance by distance. */
  add(losses: readonly number[]): void {
    const order = this.#order++;
    const queue: number[] = [];
    const mark = (v: number, distance: number): void => {
      this.orders[v] = order;
      this.distances[v] = distance;
      queue.push(v);
    };
    for (const v of losses) mark(v, 0);
    for (const v of queue) {
      const distance = this.distances[v]!;
      for (let i = this.#graph.firstInto[v]!; i < this.#graph.firstInto[v + 1]!; i++) {
        const before = this.#graph.from[i]!;
        const decided = distance % 2 === 0 || --this.#movesLeft[before]! === 0;
        if (decided && this.orders[before]! < 0) mark(before, distance + 1);
      }
    }
  }
}
