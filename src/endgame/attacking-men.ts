/** How many attacking men an endgame may have, and the one sentence about those that have more. */
import { InputError } from "../base/errors.ts";

/** With more, a table has more cells than any machine's memory, and the kernel's views need more places than it has. */
export const MOST_ATTACKING_MEN = 4;

/** Attacking men of both sides, by an endgame's name. */
export function countAttackingMen(name: string): number {
  return name.replaceAll(/[^RNCP]/g, "").length;
}

/** Whether no table can be built of it. */
export function isBeyondTables(name: string): boolean {
  return countAttackingMen(name) > MOST_ATTACKING_MEN;
}

/** What is said of an endgame beyond tables, without a full stop. */
export function describeBeyondTables(name: string): string {
  const men = `${countAttackingMen(name)} attacking men (chariots, horses, cannons, soldiers)`;
  return `${name} has ${men}: tables are for at most ${MOST_ATTACKING_MEN}`;
}

/** @throws InputError `too-many-attacking-men` */
export function checkAttackingMen(name: string): void {
  if (isBeyondTables(name)) throw new InputError("too-many-attacking-men", describeBeyondTables(name));
}
