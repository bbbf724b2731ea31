/** What an endgame is: the men of both sides, by name. `KRKAABB` is chariot against two advisors and two elephants. */
import { InputError, checkText } from "../base/errors.ts";
import { type Colour, MOST, type Role, colourOf, roleOf } from "../xiangqi/pieces.ts";
import {
  type SoldierRanks,
  areBeyond,
  formatCone,
  isConeName,
  isEverywhere,
  parseCone,
  ranksOfSoldiers,
} from "./cone.ts";

/** Roles that may cross the river: only they can capture, check and be placed anywhere. Strongest first. */
export const ATTACKING_ROLES = ["chariot", "horse", "cannon", "soldier"] as const satisfies readonly Role[];
/** Roles that never leave their own half. */
export const DEFENDING_ROLES = ["advisor", "elephant"] as const satisfies readonly Role[];

/** One of ATTACKING_ROLES. */
export type AttackingRole = (typeof ATTACKING_ROLES)[number];
/** One of DEFENDING_ROLES. */
export type DefendingRole = (typeof DEFENDING_ROLES)[number];
/** How many men of each role one side has beside its king. */
export type MenCount = Readonly<Record<AttackingRole | DefendingRole, number>>;

/** The men of both sides, their kings apart; each has one. */
export interface Endgame {
  /** Standard name, first side first: K, then R N C P A B; of a cone with the ranks, such as `KPPKP.from67-9`. */
  readonly name: string;
  readonly red: MenCount;
  readonly black: MenCount;
  /** Of a cone: the ranks from which the soldiers go on. Left out where these can be wherever soldiers can. */
  readonly from?: SoldierRanks;
}

const LETTERS: Readonly<Record<AttackingRole | DefendingRole, string>> = {
  chariot: "R",
  horse: "N",
  cannon: "C",
  soldier: "P",
  advisor: "A",
  elephant: "B",
};

/** The role a letter of a name stands for. */
export const ROLE_OF_LETTER: Readonly<Record<string, AttackingRole | DefendingRole>> = {
  R: "chariot",
  N: "horse",
  H: "horse",
  C: "cannon",
  P: "soldier",
  S: "soldier",
  A: "advisor",
  G: "advisor",
  B: "elephant",
  E: "elephant",
  M: "elephant",
};

/** All roles but the king, in the order of names. */
export const MEN = [...ATTACKING_ROLES, ...DEFENDING_ROLES] as const;

function noMen(): Record<AttackingRole | DefendingRole, number> {
  return { chariot: 0, horse: 0, cannon: 0, soldier: 0, advisor: 0, elephant: 0 };
}

/** Makes an endgame from the men of both sides, or a cone of it, keeping the colours. Counts may be left out. */
export function makeEndgame(red: Partial<MenCount>, black: Partial<MenCount>, from?: SoldierRanks): Endgame {
  const full = [red, black].map((men) => ({ ...noMen(), ...men })) as [MenCount, MenCount];
  const whole = { name: sideName(full[0]) + sideName(full[1]), red: full[0], black: full[1] };
  if (from === undefined || isEverywhere(from)) return whole;
  return { ...whole, name: `${whole.name}.${formatCone(from)}`, from };
}

function sideName(men: MenCount): string {
  return "K" + MEN.map((role) => LETTERS[role].repeat(men[role])).join("");
}

/**
 * Reads a name such as `KRKAABB`: any case, any order of the men behind each king, aliases G (advisor), E and M
 * (elephant), H (horse), S (soldier). Keeps the colours as written. A cone has the ranks of its soldiers behind a dot.
 * @throws InputError when it is no endgame
 */
export function parseEndgame(text: string): Endgame {
  checkText(text, "bad-endgame");
  const [letters, ...parts] = text.trim().toUpperCase().split(".") as [string, ...string[]];
  const wrong = (why: string) => new InputError("bad-endgame", `"${text}" is not an endgame: ${why}`);
  const noMan = [...letters].find((letter) => letter !== "K" && ROLE_OF_LETTER[letter] === undefined);
  if (noMan !== undefined) throw wrong(`"${noMan}" is no man (K R N C P A B)`);
  const sides = letters.split("K");
  if (sides.length !== 3 || sides[0] !== "") {
    throw wrong("a name has two kings, the first at its start, such as KRKAABB");
  }
  const [red, black] = sides.slice(1).map((side) => {
    const men = noMen();
    for (const letter of side) {
      const role = ROLE_OF_LETTER[letter]!;
      if (++men[role] > MOST[role]) throw wrong(`a side has at most ${MOST[role]} of ${LETTERS[role]}`);
    }
    return men;
  }) as [MenCount, MenCount];
  if (parts.length === 0) return makeEndgame(red, black);
  const from = parseCone(parts.join("."), wrong);
  if (from.red.length !== red.soldier || from.black.length !== black.soldier) {
    throw wrong(`${letters} has soldiers ${red.soldier}-${black.soldier}, each with one rank behind the dot`);
  }
  return makeEndgame(red, black, from);
}

/** The whole of an endgame, of which this may be a cone. */
export function wholeEndgame({ red, black }: Endgame): Endgame {
  return makeEndgame(red, black);
}

/** Whether a canonical endgame, or a cone of it, holds all positions of a canonical cone. */
export function holdsCone(larger: Endgame, cone: Endgame): boolean {
  if (wholeEndgame(larger).name !== wholeEndgame(cone).name) return false;
  const { from } = larger;
  if (from === undefined || cone.from === undefined) return from === undefined;
  const isIn = (ranks: SoldierRanks) => areBeyond(ranks.red, from.red) && areBeyond(ranks.black, from.black);
  const { red, black } = cone.from;
  return isIn({ red, black }) || (compareSides(cone.red, cone.black) === 0 && isIn({ red: black, black: red }));
}

/** The endgame a position belongs to, in the position's own colours. The board must hold one king of each colour. */
export function endgameOf(board: Uint8Array): Endgame {
  const men: Record<Colour, Record<string, number>> = { red: noMen(), black: noMen() };
  for (const piece of board) {
    if (piece === 0) continue;
    const role = roleOf(piece);
    if (role !== "king") men[colourOf(piece)][role]! += 1;
  }
  return makeEndgame(men.red, men.black);
}

/** What of its endgame can be reached from a position, by the ranks of its soldiers alone, in the position's own colours. */
export function coneOf(board: Uint8Array): Endgame {
  const { red, black } = endgameOf(board);
  return makeEndgame(red, black, ranksOfSoldiers(board));
}

/** The same endgame with the colours exchanged. */
export function swapEndgame({ red, black, from }: Endgame): Endgame {
  return makeEndgame(black, red, from && { red: from.black, black: from.red });
}

/** Attacking men of one side, strongest first, such as [chariot, soldier, soldier]. */
export function attackingMen(men: MenCount): AttackingRole[] {
  const all: AttackingRole[] = [];
  for (const role of ATTACKING_ROLES) for (let i = 0; i < men[role]; i++) all.push(role);
  return all;
}

/** Positive when `a` is the stronger side: by its attacking men from the strongest on, then advisors, then elephants. */
function compareSides(a: MenCount, b: MenCount): number {
  const [left, right] = [attackingMen(a), attackingMen(b)];
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    if (left[i] === right[i]) continue;
    if (left[i] === undefined) return -1;
    if (right[i] === undefined) return 1;
    return ATTACKING_ROLES.indexOf(right[i]!) - ATTACKING_ROLES.indexOf(left[i]!);
  }
  return a.advisor - b.advisor || a.elephant - b.elephant;
}

/**
 * Positive when the colours of a cone are exchanged where both sides have the same men: Red's last soldier is further on, or
 * else Red's are the ranks that come first. So it stays when Red's ranks are made equal.
 */
function compareRanks({ red, black }: SoldierRanks): number {
  const least = black[0]! - red[0]!;
  if (least !== 0) return least;
  const first = red.findIndex((rank, i) => rank !== black[i]);
  return first < 0 ? 0 : red[first]! - black[first]!;
}

/**
 * Tables exist for canonical endgames: the side with the stronger attacking men is Red. In a cone in which Red's strongest man
 * is a soldier, the index's inner man, all of Red's soldiers go on from the lowest of their ranks.
 */
export function canonicalEndgame(endgame: Endgame): { endgame: Endgame; swapped: boolean } {
  const sides = compareSides(endgame.red, endgame.black);
  const swapped = sides < 0 || (sides === 0 && endgame.from !== undefined && compareRanks(endgame.from) > 0);
  const { red, black, from } = swapped ? swapEndgame(endgame) : endgame;
  if (from === undefined) return { endgame: swapped ? makeEndgame(red, black) : endgame, swapped };
  const isInner = attackingMen(red)[0] === "soldier";
  const least = isInner ? { ...from, red: from.red.map(() => from.red[0]!) } : from;
  return { endgame: makeEndgame(red, black, least), swapped };
}

/** Whether both sides have the same men, so that exchanging the colours maps the endgame to itself. */
export function isSymmetric({ red, black, from }: Endgame): boolean {
  return compareSides(red, black) === 0 && (from === undefined || compareRanks(from) === 0);
}

/* How many attacking men an endgame may have, and the one sentence about those that have more. */

/** With more, a table of a whole endgame has thousands of millions of cells, and is built only where somebody asks for it by name. */
export const MOST_ATTACKING_MEN = 4;
/** Of cones, which may be small, and of whole endgames with soldiers, the largest cones. With more there are more than anybody could build. */
const MOST_WITH_SOLDIERS = 6;

/** Attacking men of both sides, by an endgame's name. */
export function countAttackingMen(name: string): number {
  return name.replace(/\..*/, "").replaceAll(/[^RNCP]/g, "").length;
}

/** Whether no table can be built of it. */
export function isBeyondTables(name: string): boolean {
  return countAttackingMen(name) > (name.includes("P") ? MOST_WITH_SOLDIERS : MOST_ATTACKING_MEN);
}

/** Whether nobody is offered a table of it, and none is built unasked. */
export function isBeyondOffers(name: string): boolean {
  return isBeyondTables(name) || (!isConeName(name) && countAttackingMen(name) > MOST_ATTACKING_MEN);
}

/** What is said of an endgame beyond offers, without a full stop. */
export function describeBeyondOffers(name: string): string {
  const men = `${countAttackingMen(name)} attacking men (chariots, horses, cannons, soldiers)`;
  if (!isBeyondTables(name)) {
    const asked = `"canju build ${name} --slices", or --position "<fen>" for what one position can reach`;
    return `${name} has ${men}: a table of so many is made where it is asked for (${asked})`;
  }
  const most = isConeName(name)
    ? `cones are for at most ${MOST_WITH_SOLDIERS}`
    : `tables are for at most ${MOST_ATTACKING_MEN}, or ${MOST_WITH_SOLDIERS} with soldiers where one is asked for by name`;
  return `${name} has ${men}: ${most}`;
}

/** @throws InputError `too-many-attacking-men` */
export function checkAttackingMen(name: string): void {
  if (isBeyondTables(name)) throw new InputError("too-many-attacking-men", describeBeyondOffers(name));
}
