/**
 * The game of classes on an explicit graph (docs/rules.md): in endless play a side's grade is the least class that it plays for ever,
 * and the side with the higher grade loses. For one side's wins that is a parity game; it is solved by recursion on its highest
 * priority (Zielonka 1998, McNaughton 1993), on positions alone: a move's priority lies on the move.
 */

/** Moves `first[v]` to `first[v + 1]` are those of position v; every position has one. */
export interface ClassGame {
  /** 1: the side whose wins are sought is to move. */
  readonly winners: Uint8Array;
  readonly first: Uint32Array;
  readonly to: Uint32Array;
  /** Of each move, 0 to 3. */
  readonly classes: Uint8Array;
}

const HIGHEST = 3;

/** From where that side wins. */
export function wonByClasses({ winners, first, to, classes }: ClassGame): Uint8Array {
  const size = winners.length;
  // Positions and moves are both nodes; the winner wants the highest priority that is met for ever to be odd.
  const nodes = size + to.length;
  const from = new Uint32Array(to.length);
  const priority = new Uint8Array(nodes);
  const firstInto = new Uint32Array(size + 1);
  for (const end of to) firstInto[end + 1]!++;
  for (let v = 0; v < size; v++) firstInto[v + 1]! += firstInto[v]!;
  const into = new Uint32Array(to.length);
  const next = firstInto.slice();
  for (let v = 0; v < size; v++) {
    for (let e = first[v]!; e < first[v + 1]!; e++) {
      from[e] = v;
      into[next[to[e]!]!++] = e;
      priority[size + e] = Math.max(0, 2 * (HIGHEST - classes[e]!) - winners[v]!);
    }
  }
  // Room for the one attractor at a time.
  const queue = new Uint32Array(nodes);
  const left = new Int32Array(size);

  /** What a player (1: the winner) can force play into, the goal included, within a set in which everybody can always stay. */
  const attract = (within: Uint8Array, player: number, goal: Uint8Array): Uint8Array => {
    const reached = goal.slice();
    let end = 0;
    for (let node = 0; node < nodes; node++) if (goal[node] === 1) queue[end++] = node;
    left.fill(-1);
    const reach = (node: number): void => {
      reached[node] = 1;
      queue[end++] = node;
    };
    const lead = (v: number): void => {
      if (within[v] === 0 || reached[v] === 1) return;
      if (winners[v] !== player) {
        if (left[v]! < 0) {
          left[v] = 0;
          for (let e = first[v]!; e < first[v + 1]!; e++) left[v]! += within[size + e]!;
        }
        if (--left[v]! > 0) return;
      }
      reach(v);
    };
    for (let at = 0; at < end; at++) {
      const node = queue[at]!;
      if (node >= size) {
        lead(from[node - size]!);
        continue;
      }
      for (let i = firstInto[node]!; i < firstInto[node + 1]!; i++) {
        const move = size + into[i]!;
        if (within[move] === 1 && reached[move] === 0) reach(move);
      }
    }
    return reached;
  };

  /** The winner's part of such a set. */
  const solve = (within: Uint8Array): Uint8Array => {
    const won = new Uint8Array(nodes);
    const rest = within.slice();
    for (;;) {
      let highest = 0;
      for (let node = 0; node < nodes; node++) if (rest[node] === 1) highest = Math.max(highest, priority[node]!);
      if (highest === 0) return won; // nothing is left, or what the other player likes
      const player = highest % 2;
      const top = rest.map((inside, node) => (priority[node] === highest ? inside : 0));
      const reached = attract(rest, player, top);
      const inner = rest.map((inside, node) => inside & ~reached[node]!);
      const others = inner.includes(1) ? solve(inner) : inner;
      if (player === 1) for (let node = 0; node < nodes; node++) others[node] = inner[node]! & ~others[node]!;
      if (!others.includes(1)) {
        if (player === 1) for (let node = 0; node < nodes; node++) won[node]! |= rest[node]!;
        return won;
      }
      const taken = attract(rest, 1 - player, others);
      for (let node = 0; node < nodes; node++) {
        if (taken[node] === 0) continue;
        rest[node] = 0;
        if (player === 0) won[node] = 1;
      }
    }
  };

  return solve(new Uint8Array(nodes).fill(1)).slice(0, size);
}
