/**
 * Fang's algorithms on a small explicit graph, in the paper's order (docs/papers.md): from the pattern in which one man is chased for
 * ever to those in which this loses, as the attacker cannot be made to do the same.
 */
import { opponent, type Colour } from "../xiangqi/pieces.ts";
import { isEmptyGraph, sideNumber, verticesOf, type PatternGraph, type Subgraph } from "./graph.ts";

/** A man that keeps its identity, as the paper's p and q: its colour and number; 0 is the king. Its owner is the attacker. */
export interface FollowedMan {
  readonly colour: Colour;
  readonly man: number;
}

// Algorithm 1 (section 3.2): the maximum pattern of checking or chasing one piece for ever (Definition 4), with the counting of
// children that section 6 adds.

/**
 * The maximum pattern inside `arena` in which the owner of `piece` (the attacker) can keep the other side (the defender)
 * chasing it for ever. Moves that leave the arena do not count.
 */
export function maximumPattern(graph: PatternGraph, arena: Subgraph, piece: FollowedMan): Subgraph {
  const defender = sideNumber(opponent(piece.colour));
  const label = 2 ** piece.man;
  const pattern = new Uint8Array(graph.vertices);
  const rejected: number[] = [];
  // Loss candidates: every move chases the piece.
  for (let u = 0; u < graph.vertices; u++) {
    if (arena[u] === 0 || graph.mover[u] !== defender) continue;
    let moves = 0;
    let all = true;
    for (let e = graph.firstEdge[u]!; e < graph.firstEdge[u + 1]! && all; e++) {
      if (arena[graph.to[e]!] === 0) continue;
      moves++;
      all = (graph.labels[e]! & label) !== 0;
    }
    if (moves > 0 && all) pattern[u] = 1;
  }
  // Win candidates: some move leads to one. Loss candidates with a move to anything else must go.
  for (let v = 0; v < graph.vertices; v++) {
    if (arena[v] === 0 || graph.mover[v] === defender) continue;
    let found = false;
    for (let e = graph.firstEdge[v]!; e < graph.firstEdge[v + 1]! && !found; e++) found = pattern[graph.to[e]!] === 1;
    if (found) pattern[v] = 1;
    else rejected.push(v);
  }
  prune(graph, pattern, defender, rejected);
  return pattern;
}

/**
 * Takes vertices out of a pattern, then whatever they leave unqualified: a loss with a move to a vertex taken out, and a
 * win without a move to a loss (the pruning phases of Algorithms 1 and 3). Each edge is looked at once: the moves of wins
 * to losses are counted.
 */
function prune(graph: PatternGraph, pattern: Subgraph, defender: number, unqualified: readonly number[]): void {
  const lossMoves = new Uint32Array(graph.vertices);
  for (let v = 0; v < graph.vertices; v++) {
    for (let e = graph.firstEdge[v]!; e < graph.firstEdge[v + 1]!; e++) lossMoves[v]! += pattern[graph.to[e]!]!;
  }
  const left = [...unqualified];
  for (const vertex of left) pattern[vertex] = 0;
  while (left.length > 0) {
    const vertex = left.pop()!;
    for (let i = graph.firstInto[vertex]!; i < graph.firstInto[vertex + 1]!; i++) {
      const before = graph.from[i]!;
      if (pattern[before] === 0 || (graph.mover[before] !== defender && --lossMoves[before]! > 0)) continue;
      pattern[before] = 0;
      left.push(before);
    }
  }
}

// Algorithm 3 (section 3.4): what is left of a pattern when the positions are taken out in which the attacker can be made to check
// or chase for ever as well (the inner pattern, the paper's potential draws), and what depends on them.

/** Takes an inner pattern out of a pattern of chasing the attacker's `piece`. Changes `pattern`. */
function excludeInner(graph: PatternGraph, pattern: Subgraph, piece: FollowedMan, inner: Subgraph): void {
  prune(graph, pattern, sideNumber(opponent(piece.colour)), verticesOf(inner));
}

// Algorithm 4 (section 3.4): the maximum pattern of non-mutual checking or chasing (Definition 6).

/**
 * The maximum pattern inside `arena` of chasing the attacker's piece p for ever in which the defender cannot force him to
 * chase q for ever.
 */
export function nonMutualPattern(graph: PatternGraph, arena: Subgraph, p: FollowedMan, q: FollowedMan): Subgraph {
  const pattern = maximumPattern(graph, arena, p);
  for (;;) {
    const inner = maximumPattern(graph, pattern, q);
    if (isEmptyGraph(inner)) return pattern;
    excludeInner(graph, pattern, p, inner);
  }
}

// Algorithm 5 (section 3.5): the maximum pattern of totally non-mutual chasing (Definition 7), in which the defender must chase p for
// ever and cannot force the attacker to check, or chase any one piece, for ever.

/** What the certificate of exactness counts. */
export interface InnerPatterns {
  /** Inner patterns of a piece other than the king that were not empty. None: Algorithm 5 is exact here. */
  count: number;
  /** By vertex: whether it was in an inner pattern of any piece, which is a mutual one. Where somebody asks. */
  mutual?: Uint8Array;
}

/**
 * Algorithm 5 for a piece that is no king.
 * @param onlyDraws takes out of the inner pattern of a piece other than the king what is no draw after all (Algorithm 5')
 */
export function totallyNonMutualPattern(
  graph: PatternGraph,
  arena: Subgraph,
  p: FollowedMan,
  seen: InnerPatterns,
  onlyDraws?: (inner: Subgraph) => void,
): Subgraph {
  const defender = opponent(p.colour);
  const pattern = maximumPattern(graph, arena, p);
  for (let changed = true; changed && !isEmptyGraph(pattern);) {
    changed = false;
    for (let man = 0; man < graph.men[defender]; man++) {
      const inner = maximumPattern(graph, pattern, { colour: defender, man });
      if (isEmptyGraph(inner)) continue;
      for (let v = 0; seen.mutual !== undefined && v < inner.length; v++) seen.mutual[v]! |= inner[v]!;
      if (man > 0) {
        seen.count++;
        onlyDraws?.(inner);
        if (isEmptyGraph(inner)) continue;
      }
      excludeInner(graph, pattern, p, inner);
      changed = true;
    }
  }
  return pattern;
}

// Algorithm 5', our correction of Algorithm 5 for moves that check and chase at once (docs/rules.md): an inner pattern in which the
// defender can stay only by checking for ever himself is no draw, and is not taken out.

/** As `totallyNonMutualPattern`, corrected. */
export function correctedPattern(graph: PatternGraph, arena: Subgraph, p: FollowedMan, seen: InnerPatterns): Subgraph {
  return totallyNonMutualPattern(graph, arena, p, seen, (inner) => excludeForcedChecks(graph, inner, p));
}

/** Takes out of an inner pattern everything from which the attacker, the owner of p, can force non-mutual checking inside it. */
export function excludeForcedChecks(graph: PatternGraph, inner: Subgraph, p: FollowedMan): void {
  const attackersKing: FollowedMan = { colour: p.colour, man: 0 };
  const defendersKing: FollowedMan = { colour: opponent(p.colour), man: 0 };
  for (;;) {
    const checking = nonMutualPattern(graph, inner, attackersKing, defendersKing);
    if (isEmptyGraph(checking)) return;
    for (const vertex of verticesOf(attractor(graph, inner, checking, p))) inner[vertex] = 0;
  }
}

/** Where the owner of p can force the game into a goal, inside an arena; the other side's moves out of it help him. */
function attractor(graph: PatternGraph, arena: Subgraph, goal: Subgraph, p: FollowedMan): Subgraph {
  const attacker = sideNumber(p.colour);
  const reached = goal.slice();
  for (let grown = true; grown;) {
    grown = false;
    for (let v = 0; v < graph.vertices; v++) {
      if (arena[v] === 0 || reached[v] === 1) continue;
      let some = false;
      let all = true;
      for (let e = graph.firstEdge[v]!; e < graph.firstEdge[v + 1]!; e++) {
        if (arena[graph.to[e]!] === 0) continue;
        if (reached[graph.to[e]!] === 1) some = true;
        else all = false;
      }
      if (graph.mover[v] === attacker ? some : all) {
        reached[v] = 1;
        grown = true;
      }
    }
  }
  return reached;
}
