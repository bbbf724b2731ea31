/**
 * Sets of vertices closed under what a defender must do: the maximum pattern of Fang's Definition 4 (his Algorithm 1), what
 * is left of one when vertices are taken out (Algorithm 3), and Algorithm 4 for two kings.
 *
 * In a pattern the defender's every move that stays in the arena chases and stays in the pattern, and his opponent, the
 * attacker, has in each of his positions a move that stays. Both are lost from inside out: a vertex that fails is taken out,
 * and then those that fail without it. The union of patterns is a pattern (Lemma 1), so that what is left is the largest.
 */
import { type LabelledGraph, type Moves, type VertexSet, followMen } from "./move-graph.ts";
import type { Colour } from "../../xiangqi/pieces.ts";
import type { Square } from "../../xiangqi/squares.ts";
import { NumberList } from "./positions.ts";

/** Whether the moves along an edge of a graph chase. */
export type Chases = (edge: number) => boolean;

/**
 * The largest pattern inside an arena. Moves that leave the arena do not count.
 * @param defender the side that must chase: 0 Red, 1 Black
 */
export function largestPattern(graph: LabelledGraph, arena: VertexSet, defender: number, chases: Chases): VertexSet {
  const pattern = arena.slice();
  const failing: number[] = [];
  for (let v = 0; v < graph.size; v++) {
    if (arena[v] === 0 || graph.mover[v] !== defender) continue;
    let moves = 0;
    let all = true;
    for (let e = graph.first[v]!; e < graph.first[v + 1]! && all; e++) {
      if (arena[graph.to[e]!] === 0) continue;
      moves++;
      all = chases(e);
    }
    if (moves === 0 || !all) failing.push(v);
  }
  takeOut(graph, pattern, defender, failing);
  return pattern;
}

/** Takes vertices out of a set, then all that cannot stay without them. */
export function takeOut(graph: LabelledGraph, set: VertexSet, defender: number, failing: readonly number[]): void {
  // The attacker's moves that stay, those into failing vertices still among them.
  const staying = new Uint32Array(graph.size);
  const out: number[] = [];
  for (let v = 0; v < graph.size; v++) {
    if (set[v] === 0 || graph.mover[v] === defender) continue;
    for (let e = graph.first[v]!; e < graph.first[v + 1]!; e++) staying[v]! += set[graph.to[e]!]!;
    if (staying[v] === 0) out.push(v);
  }
  for (const v of out) set[v] = 0;
  for (const v of failing) {
    if (set[v] === 1) out.push(v);
    set[v] = 0;
  }
  for (let v = out.pop(); v !== undefined; v = out.pop()) {
    for (let i = graph.firstInto[v]!; i < graph.firstInto[v + 1]!; i++) {
      const before = graph.from[i]!;
      if (set[before] === 0 || (graph.mover[before] !== defender && --staying[before]! > 0)) continue;
      set[before] = 0;
      out.push(before);
    }
  }
}

export function verticesIn(set: VertexSet): number[] {
  const vertices: number[] = [];
  for (let v = set.indexOf(1); v >= 0; v = set.indexOf(1, v + 1)) vertices.push(v);
  return vertices;
}

/** The largest pattern in which the defender must check for ever and cannot force his opponent to do the same (Algorithm 4). */
export function nonMutualChecking(graph: LabelledGraph, arena: VertexSet, defender: number, checks: Chases): VertexSet {
  const pattern = largestPattern(graph, arena, defender, checks);
  for (;;) {
    const inner = verticesIn(largestPattern(graph, pattern, 1 - defender, checks));
    if (inner.length === 0) return pattern;
    takeOut(graph, pattern, defender, inner);
  }
}

/**
 * Where a side can force the game into a goal inside an arena; moves out of the arena do not count.
 * @param forcer the side: 0 Red, 1 Black
 */
export function attractor(graph: LabelledGraph, arena: VertexSet, goal: VertexSet, forcer: number): VertexSet {
  const reached = goal.slice();
  const open = verticesIn(goal);
  for (let v = open.pop(); v !== undefined; v = open.pop()) {
    for (let i = graph.firstInto[v]!; i < graph.firstInto[v + 1]!; i++) {
      const before = graph.from[i]!;
      if (arena[before] === 0 || reached[before] === 1) continue;
      if (graph.mover[before] !== forcer && escapes(graph, before, arena, reached)) continue;
      reached[before] = 1;
      open.push(before);
    }
  }
  return reached;
}

function escapes(graph: LabelledGraph, vertex: number, arena: VertexSet, reached: VertexSet): boolean {
  for (let e = graph.first[vertex]!; e < graph.first[vertex + 1]!; e++) {
    const to = graph.to[e]!;
    if (arena[to] === 1 && reached[to] === 0) return true;
  }
  return false;
}

/*
 * The patterns that decide games (Fang, Algorithms 4 and 5): those of a defender who must chase one man, or check, for ever,
 * and cannot make his opponent, the attacker, do the like.
 *
 * What the defender could make of it is an *inner pattern*: positions of the pattern in which the attacker's every move that
 * stays chases one man q of the defender's (or checks), and the defender can keep him there. It might be a draw, so it is
 * taken out, and what depends on it. For checking only checks count against the attacker, for chasing both do.
 *
 * Algorithm 5' keeps of an inner pattern of a man q what is no draw after all: where the defender can stay only by checking
 * for ever himself, he loses by that.
 */

/** A graph in which one man of the attacker's is followed in every vertex, the king where `kings`. */
export interface FollowedGraph {
  readonly graph: LabelledGraph;
  readonly moves: Moves;
  /** The side that may have to chase or check for ever: 0 Red, 1 Black. */
  readonly defender: number;
  readonly kings: boolean;
  /** Where the men of a side stand in a position, by their places. */
  squaresOf(position: number, colour: Colour): Square[];
}

export interface LossPattern {
  readonly pattern: VertexSet;
  /** There was an inner pattern of a man other than the king: Algorithm 5 as published need not be exact. */
  readonly innerMen: boolean;
}

const KING = 1;

/**
 * The largest such pattern.
 * @param active the vertices that are undecided; every move of the defender from one to another chases the man followed
 * @param corrected Algorithm 5' instead of 5
 */
export function lossPattern(chaseGraph: FollowedGraph, active: VertexSet, corrected: boolean): LossPattern {
  const { graph, defender, kings } = chaseGraph;
  const pattern = largestPattern(graph, active, defender, () => true);
  let innerMen = false;
  for (;;) {
    // The king first and then all men, as the published loop may be read: whether any are found depends on the order.
    const ofKing = innerPattern(chaseGraph, pattern, KING)?.below ?? [];
    takeOut(graph, pattern, defender, ofKing);
    const inner = kings ? null : innerPattern(chaseGraph, pattern, ~KING);
    const ofMen = inner === null ? [] : corrected ? keepForcedChecks(chaseGraph, inner) : inner.below;
    takeOut(graph, pattern, defender, ofMen);
    innerMen ||= inner !== null;
    if (ofKing.length + ofMen.length === 0) return { pattern, innerMen };
  }
}

interface InnerPattern {
  readonly graph: LabelledGraph;
  readonly inside: VertexSet;
  /** The vertices of the pattern in which it lies. */
  readonly below: readonly number[];
  readonly belowOf: Uint32Array;
}

/**
 * The inner patterns of some men of the defender's, one beside the other: each man has vertices of its own.
 * @param men which, by their places as bits
 * @returns null when there is none
 */
function innerPattern(chaseGraph: FollowedGraph, pattern: VertexSet, men: number): InnerPattern | null {
  const { graph, moves, defender } = chaseGraph;
  const starts = forcedChases(chaseGraph, pattern, men);
  if (starts.vertices.length === 0) return null;
  const followed = followMen(
    graph,
    moves,
    {
      length: starts.vertices.length,
      vertex: (start) => starts.vertices.at(start),
      square: (start) => starts.squares.at(start),
    },
    () => true,
    (vertex) => pattern[vertex] === 1,
  );
  const all = new Uint8Array(followed.graph.size).fill(1);
  const inside = largestPattern(followed.graph, all, 1 - defender, () => true);
  const below = verticesIn(inside).map((vertex) => followed.below[vertex]!);
  return below.length === 0 ? null : { graph: followed.graph, inside, below, belowOf: followed.below };
}

/** The attacker's positions of a pattern in which all moves that stay chase one man, with the squares of such men. */
function forcedChases({ graph, moves, defender, squaresOf }: FollowedGraph, pattern: VertexSet, men: number) {
  const vertices = new NumberList(Uint32Array);
  const squares = new NumberList(Uint8Array);
  const colour: Colour = defender === 0 ? "red" : "black";
  for (const v of verticesIn(pattern)) {
    if (graph.mover[v] === defender) continue;
    let chased = men;
    for (let e = graph.first[v]!; e < graph.first[v + 1]! && chased !== 0; e++) {
      if (pattern[graph.to[e]!] === 1) chased &= moves.chased[graph.edge[e]!]!;
    }
    if (chased === 0) continue;
    squaresOf(graph.position[v]!, colour).forEach((square, place) => {
      if (((chased >> place) & 1) === 0) return;
      vertices.push(v);
      squares.push(square);
    });
  }
  return { vertices, squares };
}

/**
 * Takes out of inner patterns all positions from which the attacker can force the defender to check for ever inside, without
 * having to do so himself. Returns what is left, as vertices of the pattern.
 */
function keepForcedChecks({ moves, defender }: FollowedGraph, { graph, inside, belowOf }: InnerPattern): number[] {
  const checks = (edge: number) => (moves.chased[graph.edge[edge]!]! & KING) !== 0;
  for (;;) {
    const checking = nonMutualChecking(graph, inside, defender, checks);
    const forced = verticesIn(attractor(graph, inside, checking, 1 - defender));
    if (forced.length === 0) return verticesIn(inside).map((vertex) => belowOf[vertex]!);
    for (const vertex of forced) inside[vertex] = 0;
  }
}
