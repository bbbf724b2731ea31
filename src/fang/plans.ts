/**
 * How a perpetual is won and a draw held (docs/decisions/0006), by plans for not chasing a man for ever. A plan says for each
 * position of an arena which moves bring the player nearer to a move that does not chase the man, or into a haven, where he
 * need not mind; it comes from the order in which Algorithm 1 rejects positions. The player follows the plans for the
 * opponent's men in turn.
 *
 * A perpetual is won inside the pattern of one piece p, where the loser must check or chase for ever: for each of his men
 * there is a plan not to chase it for ever, or to make him check for ever meanwhile. A draw is held among positions where the
 * opponent has no such pattern: the plans may also make him chase for ever. The paper's own scheme (section 5.2) is not
 * enough: docs/papers.md.
 */
import { opponent, type Colour } from "../xiangqi/pieces.ts";
import {
  maximumPattern,
  nonMutualPattern,
  correctedPattern,
  excludeForcedChecks,
  type FollowedMan,
} from "./algorithms.ts";
import { isEmptyGraph, sideNumber, type PatternGraph, type Subgraph } from "./graph.ts";

/** Whose turn it is to be spared: the opponent's men, in the order of who has waited longest for a move not chasing it. */
export type Rotation = readonly number[];

/** After a move with these labels: the men it did not chase go to the end. */
export function rotate(waiting: Rotation, labels: number): Rotation {
  const isChased = (man: number) => (labels & (2 ** man)) !== 0;
  return [...waiting.filter(isChased), ...waiting.filter((man) => !isChased(man))];
}

/** The largest pattern inside an arena in which the owner of p, which may be his king, wins. */
export function winningPattern(graph: PatternGraph, arena: Subgraph, p: FollowedMan): Subgraph {
  if (p.man === 0) return nonMutualPattern(graph, arena, p, { colour: opponent(p.colour), man: 0 });
  return correctedPattern(graph, arena, p, { count: 0 });
}

/** The loser's men that the winner must not chase for ever in a pattern of p: for a king only the king. */
export function menToSpare(graph: PatternGraph, p: FollowedMan): number[] {
  return Array.from({ length: p.man === 0 ? 1 : graph.men[opponent(p.colour)] }, (_, man) => man);
}

/** How the owner of p spares one of the loser's men inside a winning pattern. */
export function planWin(graph: PatternGraph, pattern: Subgraph, p: FollowedMan, man: number): PerpetualPlan {
  const spared: FollowedMan = { colour: opponent(p.colour), man };
  return planAvoiding(graph, pattern, spared, forcedChecks(graph, p));
}

/** Havens in which the loser must check for ever, and the owner of p need not: then it does not matter whom he chases. */
function forcedChecks(graph: PatternGraph, p: FollowedMan): FindHaven {
  const winnersKing: FollowedMan = { colour: p.colour, man: 0 };
  const losersKing: FollowedMan = { colour: opponent(p.colour), man: 0 };
  return (arena) => {
    const vertices = nonMutualPattern(graph, arena, winnersKing, losersKing);
    return isEmptyGraph(vertices) ? null : { vertices, moves: planAvoiding(graph, vertices, losersKing).moves };
  };
}

/** How a side spares one of the opponent's men inside an arena of drawn positions. */
export function planHolding(graph: PatternGraph, arena: Subgraph, holder: Colour, man: number): PerpetualPlan {
  const spared: FollowedMan = { colour: opponent(holder), man };
  const checkedForEver = checkedHaven(graph, holder);
  if (man === 0) return planAvoiding(graph, arena, spared, checkedForEver);
  return planAvoiding(graph, arena, spared, (stuck) => checkedForEver(stuck) ?? chasedHaven(graph, stuck, spared));
}

/** The opponent must check for ever. */
function checkedHaven(graph: PatternGraph, holder: Colour): FindHaven {
  return (arena) => {
    const vertices = maximumPattern(graph, arena, { colour: holder, man: 0 });
    return isEmptyGraph(vertices) ? null : stayInside(graph, vertices);
  };
}

/** The opponent must chase some man for ever, and the holder need not check for ever, unless the opponent does as well. */
function chasedHaven(graph: PatternGraph, arena: Subgraph, spared: FollowedMan): Haven | null {
  const holder = opponent(spared.colour);
  const opponentsKing: FollowedMan = { colour: spared.colour, man: 0 };
  for (let man = 1; man < graph.men[holder]; man++) {
    const vertices = maximumPattern(graph, arena, { colour: holder, man });
    if (isEmptyGraph(vertices)) continue;
    excludeForcedChecks(graph, vertices, spared);
    if (isEmptyGraph(vertices)) continue;
    return { vertices, moves: planAvoiding(graph, vertices, opponentsKing, checkedHaven(graph, holder)).moves };
  }
  return null;
}

/** By vertex, the moves (edges) that follow a plan: one is as good as another. Empty where the opponent is to move. */
export type PlannedMoves = readonly (readonly number[])[];

/** Where the player may stay though he chases for ever, and how he does. */
export interface Haven {
  readonly vertices: Subgraph;
  readonly moves: PlannedMoves;
}

export interface PerpetualPlan {
  readonly moves: PlannedMoves;
  /** From where the opponent can force the player to chase the man for ever: the plan says nothing there. */
  readonly stuck: Subgraph;
}

/** Finds a haven inside an arena that the player cannot leave without chasing; null if there is none. */
export type FindHaven = (arena: Subgraph) => Haven | null;

/**
 * Plans how the opponent of a piece's owner avoids chasing it for ever. Moves that leave the arena are the owner's to
 * make, and then the arena's business is over.
 */
export function planAvoiding(
  graph: PatternGraph,
  arena: Subgraph,
  piece: FollowedMan,
  findHaven: FindHaven = () => null,
): PerpetualPlan {
  const builder = new PlanBuilder(graph, arena, piece);
  for (;;) {
    const stuck = builder.stuck();
    const haven = isEmptyGraph(stuck) ? null : findHaven(stuck);
    if (haven === null) return { moves: builder.moves, stuck };
    builder.add(haven);
  }
}

/** A haven in which every move that stays is as good as another. */
function stayInside(graph: PatternGraph, vertices: Subgraph): Haven {
  const moves = Array.from(vertices, (inside, v) => (inside === 1 ? edgesWithin(graph, vertices, v) : []));
  return { vertices, moves };
}

function edgesWithin(graph: PatternGraph, arena: Subgraph, v: number): number[] {
  const edges: number[] = [];
  for (let e = graph.firstEdge[v]!; e < graph.firstEdge[v + 1]!; e++) if (arena[graph.to[e]!] === 1) edges.push(e);
  return edges;
}

class PlanBuilder {
  readonly moves: (readonly number[])[];
  readonly #graph: PatternGraph;
  readonly #arena: Subgraph;
  readonly #player: number;
  readonly #reached: Subgraph;
  /** The opponent's moves within the arena to vertices not reached. */
  readonly #movesLeft: Uint32Array;

  constructor(graph: PatternGraph, arena: Subgraph, piece: FollowedMan) {
    this.#graph = graph;
    this.#arena = arena;
    this.#player = sideNumber(opponent(piece.colour));
    this.#reached = new Uint8Array(graph.vertices);
    this.#movesLeft = new Uint32Array(graph.vertices);
    this.moves = Array.from({ length: graph.vertices }, () => []);
    const label = 2 ** piece.man;
    const fresh: number[] = [];
    for (let v = 0; v < graph.vertices; v++) {
      if (arena[v] === 0) continue;
      const edges = edgesWithin(graph, arena, v);
      this.#movesLeft[v] = edges.length;
      const free = edges.filter((e) => (graph.labels[e]! & label) === 0);
      if (graph.mover[v] === this.#player ? free.length === 0 : edges.length > 0) continue;
      if (graph.mover[v] === this.#player) this.moves[v] = free;
      fresh.push(v);
    }
    this.#spread(fresh);
  }

  stuck(): Subgraph {
    return this.#arena.map((inside, v) => (this.#reached[v] === 1 ? 0 : inside));
  }

  add({ vertices, moves }: Haven): void {
    const fresh: number[] = [];
    vertices.forEach((inside, v) => {
      if (inside === 0) return;
      if (this.#graph.mover[v] === this.#player) this.moves[v] = moves[v]!;
      fresh.push(v);
    });
    this.#spread(fresh);
  }

  /** From where the player can force his way to these vertices, nearest first. */
  #spread(fresh: number[]): void {
    const { mover, firstInto, from, to } = this.#graph;
    for (const v of fresh) this.#reached[v] = 1;
    for (const v of fresh) {
      for (let i = firstInto[v]!; i < firstInto[v + 1]!; i++) {
        const before = from[i]!;
        if (this.#arena[before] === 0 || this.#reached[before] === 1) continue;
        if (mover[before] === this.#player) {
          const nearer = edgesWithin(this.#graph, this.#arena, before).filter((e) => this.#reached[to[e]!] === 1);
          this.moves[before] = nearer;
        } else if (--this.#movesLeft[before]! > 0) continue;
        this.#reached[before] = 1;
        fresh.push(before);
      }
    }
  }
}
