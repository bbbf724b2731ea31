/**
 * All plays that a strategy allows: a graph of situations (position and memory), in which the player keeps to the strategy
 * and the opponent does as he likes. Looks for a play for ever that does not serve the player.
 */

export interface Step {
  /** Number of the situation it leads to. */
  readonly to: number;
  /** Bits: what the mover did not do (check, chase this man), one set of bits for each side. */
  readonly colours: number;
}

/** Whether a play is bad for the player in which exactly these colours come up infinitely often. */
export type IsBad = (often: number) => boolean;

/** Whether there is a bad play for ever: a strongly connected part of the situations whose colours together are bad. */
export function hasBadPlay(steps: readonly (readonly Step[])[], isBad: IsBad): boolean {
  return hasBadPart(steps, [...steps.keys()], -1, isBad);
}

function hasBadPart(
  steps: readonly (readonly Step[])[],
  among: readonly number[],
  allowed: number,
  isBad: IsBad,
): boolean {
  const inside = new Set(among);
  const stepsOf = (at: number) => steps[at]!.filter(({ to, colours }) => inside.has(to) && (colours & ~allowed) === 0);
  for (const part of components(among, stepsOf)) {
    const members = new Set(part);
    const inner = part.flatMap((at) => stepsOf(at).filter(({ to }) => members.has(to)));
    if (inner.length === 0) continue;
    const often = inner.reduce((all, { colours }) => all | colours, 0);
    if (isBad(often)) return true;
    for (const fewer of largestBadSubsets(often, isBad)) if (hasBadPart(steps, part, fewer, isBad)) return true;
  }
  return false;
}

function largestBadSubsets(often: number, isBad: IsBad): number[] {
  const found: number[] = [];
  for (let subset = often - 1; subset >= 0; subset--) {
    if ((subset & ~often) !== 0 || !isBad(subset)) continue;
    if (!found.some((larger) => (larger & subset) === subset)) found.push(subset);
  }
  return found;
}

/** Strongly connected components (Tarjan). */
function components(among: readonly number[], stepsOf: (at: number) => readonly Step[]): number[][] {
  const found: number[][] = [];
  const order = new Map<number, number>();
  const low = new Map<number, number>();
  const stack: number[] = [];
  const onStack = new Set<number>();
  const visit = (at: number): void => {
    order.set(at, order.size);
    low.set(at, order.get(at)!);
    stack.push(at);
    onStack.add(at);
    for (const { to } of stepsOf(at)) {
      if (!order.has(to)) visit(to);
      if (onStack.has(to)) low.set(at, Math.min(low.get(at)!, low.get(to)!));
    }
    if (low.get(at) !== order.get(at)) return;
    const part: number[] = [];
    for (let member = -1; member !== at;) {
      member = stack.pop()!;
      onStack.delete(member);
      part.push(member);
    }
    found.push(part);
  };
  for (const at of among) if (!order.has(at)) visit(at);
  return found;
}
