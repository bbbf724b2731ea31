/**
 * Sets of vertices closed under what a defender must do: the maximum pattern of Fang's Definition 4 (his Algorithm 1), what
 * is left of one when vertices are taken out (Algorithm 3), and Algorithm 4 for two kings.
 *
 * In a pattern the defender's every move that stays in the arena chases and stays in the pattern, and his opponent, the
 * attacker, has in each of his positions a move that stays. Both are lost from inside out: a vertex that fails is taken out,
 * and then those that fail without it. The union of patterns is a pattern (Lemma 1), so that what is left is the largest.
 */
import type { LabelledGraph, VertexSet } from "./move-graph.ts";

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
