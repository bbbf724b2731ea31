/**
 * Parity games on small explicit graphs: Zielonka's algorithm (*Infinite games on finitely coloured graphs*, 1998). Every move
 * has a priority; a play in which the largest priority that comes up for ever is odd is won by the odd player, any other by
 * the even one. Whoever wins can do so without memory.
 */
import { verticesOf, type MoveGraph, type Subgraph } from "./graph.ts";

/**
 * The priority of a move, 0 to 2 * highest, in the game of classes (docs/rules.md), in which the attacker wants the other side's
 * grade to be the higher one: exactly then the largest priority that comes up for ever is odd.
 * @param highest of all classes that moves have
 * @param attackers whether it is the attacker's move
 */
export function priorityOfClass(highest: number, moveClass: number, attackers: boolean): number {
  return Math.max(0, 2 * (highest - moveClass) - (attackers ? 1 : 0));
}

/**
 * Where a side wins as the odd player when both stay inside an arena; moves that leave it do not count. Every vertex of the
 * arena must have a move that stays.
 * @param priorityOf by edge, from 0 on; moves into vertices outside are not asked for
 * @param odd the side's number
 */
export function oddRegion(
  graph: MoveGraph,
  arena: Subgraph,
  priorityOf: (edge: number) => number,
  odd: number,
): Subgraph {
  return oddPlan(graph, arena, priorityOf, odd).region;
}

/** Where a side wins, and how. */
export interface OddPlan {
  readonly region: Subgraph;
  /** By vertex, the side's move (an edge) that wins; meaningless where it does not win or is not to move. */
  readonly moves: Int32Array;
}

/** The same as `oddRegion`, with a winning move for each position of the side. */
export function oddPlan(graph: MoveGraph, arena: Subgraph, priorityOf: (edge: number) => number, odd: number): OddPlan {
  return new ParityGame(graph, arena, priorityOf, odd).solve();
}

/**
 * The game with a node in the middle of every move, which carries its priority: nodes 0 to `vertices - 1` are the vertices,
 * node `vertices + e` is edge e. All sets of nodes hold 1 for each node that belongs to them.
 */
class ParityGame {
  readonly #graph: MoveGraph;
  readonly #nodes: Uint8Array;
  readonly #priorities: Uint8Array;
  readonly #odd: number;
  readonly #start: Uint32Array;
  /** The edges into each vertex, in the order of `graph.from`. */
  readonly #into: Uint32Array;
  /** The odd player's move where the last attractor that reached a vertex led it; the last word is on what it wins. */
  readonly #moves: Int32Array;

  constructor(graph: MoveGraph, arena: Subgraph, priorityOf: (edge: number) => number, odd: number) {
    const { vertices, firstEdge, firstInto, to } = graph;
    this.#graph = graph;
    this.#odd = odd;
    this.#moves = new Int32Array(vertices).fill(-1);
    this.#nodes = new Uint8Array(vertices + to.length);
    this.#nodes.set(arena);
    this.#priorities = new Uint8Array(vertices + to.length);
    this.#start = new Uint32Array(to.length);
    this.#into = new Uint32Array(to.length);
    const next = firstInto.slice();
    for (let v = 0; v < vertices; v++) {
      for (let e = firstEdge[v]!; e < firstEdge[v + 1]!; e++) {
        this.#start[e] = v;
        this.#into[next[to[e]!]!++] = e;
        if (arena[v] === 0 || arena[to[e]!] === 0) continue;
        this.#nodes[vertices + e] = 1;
        this.#priorities[vertices + e] = priorityOf(e);
      }
    }
  }

  solve(): OddPlan {
    return { region: this.#oddNodes(this.#nodes).slice(0, this.#graph.vertices), moves: this.#moves };
  }

  /** The nodes of a trap from which the odd player wins when nobody leaves it. */
  #oddNodes(trap: Uint8Array): Uint8Array {
    const left = trap.slice();
    const weaker = new Uint8Array(left.length);
    let highest = 0;
    left.forEach((inside, node) => {
      if (inside === 1 && this.#priorities[node]! > highest) highest = this.#priorities[node]!;
    });
    if (highest === 0) return weaker;
    const stronger = highest % 2;
    // Whoever does not like the highest priority wins only where he can do so without ever seeing it.
    for (;;) {
      const goal = left.map((inside, node) => (this.#priorities[node] === highest ? inside : 0));
      const inner = without(left, this.#attractor(left, stronger, goal));
      const odd = this.#oddNodes(inner);
      const lost = stronger === 1 ? without(inner, odd) : odd;
      if (!lost.includes(1)) break;
      for (const node of verticesOf(this.#attractor(left, 1 - stronger, lost))) {
        left[node] = 0;
        weaker[node] = 1;
      }
    }
    return stronger === 1 ? left : weaker;
  }

  /** From where a player (1 odd, 0 even) can force a visit to the goal, inside a trap. */
  #attractor(trap: Uint8Array, player: number, goal: Uint8Array): Uint8Array {
    const { vertices, mover, firstEdge, firstInto } = this.#graph;
    const reached = goal.slice();
    const movesLeft = new Uint32Array(vertices);
    for (let v = 0; v < vertices; v++) {
      for (let e = firstEdge[v]!; e < firstEdge[v + 1]!; e++) movesLeft[v]! += trap[vertices + e]!;
    }
    const queue = verticesOf(goal);
    for (const node of queue) {
      if (node >= vertices) {
        const before = this.#start[node - vertices]!;
        const isPlayers = (mover[before] === this.#odd) === (player === 1);
        if (trap[before] === 0 || reached[before] === 1 || (!isPlayers && --movesLeft[before]! > 0)) continue;
        reached[before] = 1;
        if (isPlayers && player === 1) this.#moves[before] = node - vertices;
        queue.push(before);
        continue;
      }
      for (let i = firstInto[node]!; i < firstInto[node + 1]!; i++) {
        const before = vertices + this.#into[i]!;
        if (trap[before] === 0 || reached[before] === 1) continue;
        reached[before] = 1;
        queue.push(before);
      }
    }
    return reached;
  }
}

function without(a: Uint8Array, b: Uint8Array): Uint8Array {
  return a.map((inside, node) => (b[node] === 1 ? 0 : inside));
}
