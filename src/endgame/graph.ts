/** The graph of sub-endgames: which endgames one capture leads to. */
import { opponent, type Colour } from "../xiangqi/pieces.ts";
import {
  ATTACKING_ROLES,
  type AttackingRole,
  DEFENDING_ROLES,
  type DefendingRole,
  type Endgame,
  MEN,
  attackingMen,
  canonicalEndgame,
  checkAttackingMen,
  makeEndgame,
} from "./endgame.ts";

/** One kind of capture: the man lost, and the endgame it leads to in the parent's colours (not canonical). */
export interface Conversion {
  readonly lost: { readonly colour: "red" | "black"; readonly role: AttackingRole | DefendingRole };
  readonly endgame: Endgame;
}

/** What one capture can lead to. Attacking men can always be lost; advisors and elephants only to an attacking man. */
export function conversions(endgame: Endgame): Conversion[] {
  const found: Conversion[] = [];
  for (const colour of ["red", "black"] as const) {
    const enemy = colour === "red" ? endgame.black : endgame.red;
    const roles: readonly (AttackingRole | DefendingRole)[] = [
      ...ATTACKING_ROLES,
      ...(attackingMen(enemy).length > 0 ? DEFENDING_ROLES : []),
    ];
    for (const role of roles) {
      const men = endgame[colour];
      if (men[role] === 0) continue;
      const left = { ...endgame, [colour]: { ...men, [role]: men[role] - 1 } };
      found.push({
        lost: { colour, role },
        endgame: makeEndgame(left.red, left.black, ranksLeft(endgame, colour, role)),
      });
    }
  }
  return found;
}

/** Whichever soldier of a cone is lost: the others are at least where those of the lowest ranks were. */
function ranksLeft({ from }: Endgame, colour: Colour, role: AttackingRole | DefendingRole): Endgame["from"] {
  return from && role === "soldier" ? { ...from, [colour]: from[colour].slice(0, -1) } : from;
}

/** Where a capture leads: the canonical sub-endgame, and the side to move there, in its own colours. */
export interface Entry {
  readonly endgame: Endgame;
  readonly turn: Colour;
}

/** Who has lost a man moves next. */
export function entryOf({ lost, endgame: left }: Conversion): Entry {
  const { endgame, swapped } = canonicalEndgame(left);
  return { endgame, turn: swapped ? opponent(lost.colour) : lost.colour };
}

/** The entries of all captures, each sub-endgame once: only one side is ever to move there, whichever capture leads to it. */
export function entries(endgame: Endgame): Entry[] {
  const byName = new Map<string, Entry>();
  for (const conversion of conversions(endgame)) {
    const entry = entryOf(conversion);
    byName.set(entry.endgame.name, entry);
  }
  return [...byName.values()];
}

/** Of all sub-endgames of some endgames, by name: the sides that are to move where these capture into them. */
export function enteredSides(endgames: readonly Endgame[]): Map<string, Set<Colour>> {
  const sides = new Map<string, Set<Colour>>();
  for (const { endgame, turn } of endgames.flatMap(entries)) {
    sides.set(endgame.name, (sides.get(endgame.name) ?? new Set()).add(turn));
  }
  return sides;
}

/** The canonical sub-endgames that one capture can lead to, without repetition. */
export function subEndgames(endgame: Endgame): Endgame[] {
  return entries(endgame).map((entry) => entry.endgame);
}

/** The endgames and everything they can lead to, canonical, each after all it leads to. */
export function closure(endgames: readonly Endgame[]): Endgame[] {
  return [...walkClosure(endgames)].sort(byMen);
}

/**
 * The closure of endgames that somebody asks tables of. Those of too many men are refused before their closure is looked for:
 * that of all 32 men has hundreds of thousands of endgames.
 * @throws InputError `too-many-attacking-men`
 */
export function closureOfTables(endgames: readonly Endgame[]): Endgame[] {
  for (const each of endgames) checkAttackingMen(canonicalEndgame(each).endgame.name);
  return closure(endgames);
}

/** The endgames of a closure one by one, for those who must not compute for long: of four attacking men there can be thousands. */
export function* walkClosure(endgames: readonly Endgame[], seen = new Set<string>()): Generator<Endgame> {
  for (const each of endgames) {
    const { endgame } = canonicalEndgame(each);
    if (seen.has(endgame.name)) continue;
    seen.add(endgame.name);
    yield* walkClosure(subEndgames(endgame), seen);
    yield endgame;
  }
}

/** Orders endgames so that each comes after all it leads to. */
export function byMen(a: Endgame, b: Endgame): number {
  return menIn(a) - menIn(b);
}

/** At least so many endgames are in its closure: half the ways to take men off. Known without finding them. */
export function leastInClosure({ red, black }: Endgame): number {
  const ways = [
    [red, black],
    [black, red],
  ].reduce((product, [own, enemy]) => {
    const roles = [...ATTACKING_ROLES, ...(attackingMen(enemy!).length > 0 ? DEFENDING_ROLES : [])];
    return roles.reduce((all, role) => all * (own![role] + 1), product);
  }, 1);
  return Math.ceil(ways / 2); // of two that are each other's with colours exchanged one is canonical
}

/** What a closure lacks where the tables of these canonical names are present. */
export function missingOf(endgame: Endgame, present: ReadonlySet<string>): Endgame[] {
  return closure([endgame]).filter(({ name }) => !present.has(name));
}

function menIn(endgame: Endgame): number {
  return MEN.reduce((sum, role) => sum + endgame.red[role] + endgame.black[role], 2);
}
