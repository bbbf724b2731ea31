/**
 * The material space (Chen et al., 2.1): what one side can have beside its king. 27 combinations of strong men, 56 of
 * soldiers by category, 9 of defending men: 13,608 materials, numbered from 0.
 */
import { type Endgame, ROLE_OF_LETTER, makeEndgame } from "../../../endgame/endgame.ts";
import { InputError } from "../../../base/errors.ts";
import { MOST } from "../../../xiangqi/pieces.ts";

/** How far a soldier has come, in steps: top (高兵) at most 3, low (低兵) 4 or 5, bottom (底兵) all 6. */
const CATEGORIES = ["top", "low", "bottom"] as const;

/** Kinds of men in the order of names; soldiers of each category are a kind of their own. */
export const KINDS = ["chariot", "horse", "cannon", ...CATEGORIES, "advisor", "elephant"] as const;
export type Kind = (typeof KINDS)[number];

/** How many men of each kind a side has. */
export type Men = Readonly<Record<Kind, number>>;

export const NO_MEN: Men = {
  chariot: 0,
  horse: 0,
  cannon: 0,
  top: 0,
  low: 0,
  bottom: 0,
  advisor: 0,
  elephant: 0,
};

/** The number of a material. */
export type Material = number;

export const STRONG_COMBINATIONS = 27;
const SOLDIER_COMBINATIONS = 56;
export const DEFENDING_COMBINATIONS = 9;
export const MATERIALS = STRONG_COMBINATIONS * SOLDIER_COMBINATIONS * DEFENDING_COMBINATIONS;
export const MOST_SOLDIERS = 5;

/** [top, low, bottom] of each combination of soldiers, in ascending order. */
const SOLDIERS: readonly (readonly [number, number, number])[] = soldierCombinations();
const SOLDIER_NUMBER = new Map(SOLDIERS.map((soldiers, number) => [soldiers.join(), number]));

function soldierCombinations(): [number, number, number][] {
  const found: [number, number, number][] = [];
  for (let top = 0; top <= MOST_SOLDIERS; top++) {
    for (let low = 0; top + low <= MOST_SOLDIERS; low++) {
      for (let bottom = 0; top + low + bottom <= MOST_SOLDIERS; bottom++) found.push([top, low, bottom]);
    }
  }
  return found;
}

/** The number of a material. The counts must be possible: two of each kind, five soldiers. */
export function materialOf(men: Men): Material {
  const strong = men.chariot * 9 + men.horse * 3 + men.cannon;
  const soldiers = SOLDIER_NUMBER.get([men.top, men.low, men.bottom].join())!;
  return (strong * SOLDIER_COMBINATIONS + soldiers) * DEFENDING_COMBINATIONS + men.advisor * 3 + men.elephant;
}

/** A material with the same soldiers, and these of the combinations of strong men and of defending men. */
export function withSoldiersOf(material: Material, strong: number, defending: number): Material {
  const soldiers = Math.floor(material / DEFENDING_COMBINATIONS) % SOLDIER_COMBINATIONS;
  return (strong * SOLDIER_COMBINATIONS + soldiers) * DEFENDING_COMBINATIONS + defending;
}

function menNumbered(material: Material): Men {
  const defending = material % DEFENDING_COMBINATIONS;
  const attacking = Math.floor(material / DEFENDING_COMBINATIONS);
  const [top, low, bottom] = SOLDIERS[attacking % SOLDIER_COMBINATIONS]!;
  const strong = Math.floor(attacking / SOLDIER_COMBINATIONS);
  return {
    chariot: Math.floor(strong / 9),
    horse: Math.floor(strong / 3) % 3,
    cannon: strong % 3,
    top,
    low,
    bottom,
    advisor: Math.floor(defending / 3),
    elephant: defending % 3,
  };
}

const ALL: readonly Men[] = Array.from({ length: MATERIALS }, (_, material) => menNumbered(material));

/** The men of a material. */
export function menOf(material: Material): Men {
  return ALL[material]!;
}

/** The counts of material m are COUNTS[8 m ..], in the order of KINDS: for hot code. */
export const COUNTS: Uint8Array = Uint8Array.from(ALL.flatMap((men) => KINDS.map((kind) => men[kind])));

/** The partial order "has at least": of every kind as many men. */
export function hasAtLeast(a: Material, b: Material): boolean {
  for (let kind = 0; kind < 8; kind++) if (COUNTS[8 * a + kind]! < COUNTS[8 * b + kind]!) return false;
  return true;
}

/** What is left without one man of the kind, or -1 where there is none. In REMOVED[8 m + kind] for hot code. */
export function without(material: Material, kind: Kind): Material | -1 {
  return REMOVED[8 * material + KINDS.indexOf(kind)]!;
}

export const REMOVED: Int32Array = Int32Array.from(
  ALL.flatMap((men) => KINDS.map((kind) => (men[kind] === 0 ? -1 : materialOf({ ...men, [kind]: men[kind] - 1 })))),
);

/** The attack power of the paper's heuristic (section 4). */
export const POWER: Uint8Array = Uint8Array.from(
  ALL,
  ({ chariot, horse, cannon, top, low, bottom }) => 10 * chariot + 5 * (horse + cannon) + top + low + bottom,
);

export type Side = "first" | "second";

/** The attacking role: the side with more attack power; of equals that with the higher number, which counts chariots first. */
export function attackingSide(first: Material, second: Material): Side {
  const difference = POWER[first]! - POWER[second]! || first - second;
  return difference >= 0 ? "first" : "second";
}

/** With more attacking men than this nothing is told of a position: no capture leads to what is solved. */
export const MOST_ATTACKERS_TOLD = 6;

/*
 * Names of materials: an endgame's name with a category behind each soldier, `t` top, `l` low, `b` bottom, such as
 * `KRPtPl` or, for both sides, `KNPlKAABB`. A soldier without a category is a top soldier, as it is when a game begins.
 */

export interface MaterialPair {
  readonly first: Material;
  readonly second: Material;
}

const LETTERS: Readonly<Record<Kind, string>> = {
  chariot: "R",
  horse: "N",
  cannon: "C",
  top: "Pt",
  low: "Pl",
  bottom: "Pb",
  advisor: "A",
  elephant: "B",
};

const CATEGORY_OF_LETTER: Readonly<Record<string, Kind>> = { t: "top", l: "low", b: "bottom" };

/** The standard name of one side's men: `KRPtAABB`. */
export function materialName(material: Material): string {
  const men = menOf(material);
  return "K" + KINDS.map((kind) => LETTERS[kind].repeat(men[kind])).join("");
}

export function pairName({ first, second }: MaterialPair): string {
  return materialName(first) + materialName(second);
}

/**
 * Reads one side's men, such as `KRPt` or `KCCAABB`, with the aliases of endgames (G, M, E, H, S).
 * @throws InputError when it is no material
 */
export function parseMaterial(text: string): Material {
  const sides = readSides(text);
  if (sides.length !== 1) throw wrong(text, "one side has one king, such as KRPt");
  return sides[0]!;
}

/**
 * Reads both sides' men, such as `KRNKCCAABB`.
 * @throws InputError when it is no pair of materials
 */
export function parsePair(text: string): MaterialPair {
  const sides = readSides(text);
  if (sides.length !== 2) throw wrong(text, "a name has two kings, the first at its start, such as KRNKCCAABB");
  return { first: sides[0]!, second: sides[1]! };
}

function readSides(text: string): Material[] {
  // In a name without capitals `b` is an elephant: categories need capitals before them.
  const name = text === text.toLowerCase() ? text.toUpperCase() : text;
  const tokens = name.trim().match(/[PSps][tlb]?|./g) ?? [];
  const sides: Record<Kind, number>[] = [];
  for (const token of tokens) {
    const letter = token[0]!.toUpperCase();
    if (letter === "K") {
      sides.push({ ...NO_MEN });
      continue;
    }
    const men = sides.at(-1);
    if (men === undefined) throw wrong(text, "a king comes first, such as KRPt");
    const role = ROLE_OF_LETTER[letter];
    if (role === undefined) throw wrong(text, `"${token}" is no man (K R N C P A B; Pt, Pl, Pb for soldiers)`);
    men[role === "soldier" ? CATEGORY_OF_LETTER[token[1] ?? "t"]! : role] += 1;
    const count = role === "soldier" ? men.top + men.low + men.bottom : men[role];
    if (count > MOST[role]) throw wrong(text, `a side has at most ${MOST[role]} of ${letter}`);
  }
  return sides.map(materialOf);
}

function wrong(text: string, why: string): InputError {
  return new InputError("bad-material", `"${text}" is not a material: ${why}`);
}

/** The endgame a pair belongs to, in which soldiers of all categories are alike. */
export function endgameOfPair({ first, second }: MaterialPair): Endgame {
  const counts = ({ top, low, bottom, ...others }: Men) => ({ ...others, soldier: top + low + bottom });
  return makeEndgame(counts(menOf(first)), counts(menOf(second)));
}
