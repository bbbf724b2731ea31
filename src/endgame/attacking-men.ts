/** How many attacking men an endgame may have, and the one sentence about those that have more. */
import { InputError } from "../base/errors.ts";

import { isConeName } from "./cone.ts";

/** With more, a table of a whole endgame has more cells than a machine's memory. */
export const MOST_ATTACKING_MEN = 4;
/** Of cones, which may be small; those of more lead to more cones than anybody could build. */
export const MOST_IN_CONES = 6;

/** Attacking men of both sides, by an endgame's name. */
export function countAttackingMen(name: string): number {
  return name.replace(/\..*/, "").replaceAll(/[^RNCP]/g, "").length;
}

/** Whether no table can be built of it. */
export function isBeyondTables(name: string): boolean {
  return countAttackingMen(name) > (isConeName(name) ? MOST_IN_CONES : MOST_ATTACKING_MEN);
}

/** What is said of an endgame beyond tables, without a full stop. */
export function describeBeyondTables(name: string): string {
  const men = `${countAttackingMen(name)} attacking men (chariots, horses, cannons, soldiers)`;
  const most = isConeName(name)
    ? `cones are for at most ${MOST_IN_CONES}`
    : `tables are for at most ${MOST_ATTACKING_MEN}`;
  return `${name} has ${men}: ${most}`;
}

/** @throws InputError `too-many-attacking-men` */
export function checkAttackingMen(name: string): void {
  if (isBeyondTables(name)) throw new InputError("too-many-attacking-men", describeBeyondTables(name));
}
