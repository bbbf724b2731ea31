/**
 * The game of classes on a small graph (docs/rules.md): in endless play a side's grade is the least class that it plays for ever,
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
  const into: number[][] = Array.from({ length: size }, () => []);
  for (let v = 0; v < size; v++) {
    for (let e = first[v]!; e < first[v + 1]!; e++) {
      from[e] = v;
      into[to[e]!]!.push(e);
      priority[size + e] = Math.max(0, 2 * (HIGHEST - classes[e]!) - winners[v]!);
    }
  }

  /** What a player (1: the winner) can force play into, within a set in which everybody can always stay. */
  const attract = (within: Uint8Array, player: number, goal: number[]): number[] => {
    const reached = new Uint8Array(nodes);
    for (const node of goal) reached[node] = 1;
    const open = new Map<number, number>();
    for (let i = 0; i < goal.length; i++) {
      const node = goal[i]!;
      for (const before of node < size ? into[node]!.map((e) => size + e) : [from[node - size]!]) {
        if (within[before] === 0 || reached[before] === 1) continue;
        if (before < size && winners[before] !== player) {
          let left = open.get(before);
          if (left === undefined) {
            left = 0;
            for (let e = first[before]!; e < first[before + 1]!; e++) left += within[size + e]!;
          }
          open.set(before, --left);
          if (left > 0) continue;
        }
        reached[before] = 1;
        goal.push(before);
      }
    }
    return goal;
  };

  /** The winner's part of such a set. */
  const solve = (within: Uint8Array): Uint8Array => {
    let highest = 0;
    let some = false;
    for (let node = 0; node < nodes; node++) {
      if (within[node] === 0) continue;
      some = true;
      highest = Math.max(highest, priority[node]!);
    }
    if (!some) return within;
    const player = highest % 2;
    const rest = within.slice();
    const top: number[] = [];
    for (let node = 0; node < nodes; node++) if (within[node] === 1 && priority[node] === highest) top.push(node);
    if (highest === 0) return new Uint8Array(nodes);
    for (const node of attract(within, player, top)) rest[node] = 0;
    const inner = solve(rest);
    const others: number[] = [];
    for (let node = 0; node < nodes; node++) if (rest[node] === 1 && inner[node] !== player) others.push(node);
    if (others.length === 0) return player === 1 ? within.slice() : new Uint8Array(nodes);
    const taken = attract(within, 1 - player, others);
    const less = within.slice();
    for (const node of taken) less[node] = 0;
    const won = solve(less);
    if (player === 0) for (const node of taken) won[node] = 1;
    return won;
  };

  return solve(new Uint8Array(nodes).fill(1)).slice(0, size);
}
