/**
 * Names of materials: an endgame's name with a category behind each soldier, `t` top, `l` low, `b` bottom, such as
 * `KRPtPl` or, for both sides, `KNPlKAABB`. A soldier without a category is a top soldier, as it is when a game begins.
 */
import { ROLE_OF_LETTER, type Endgame, makeEndgame } from "../../../endgame/endgame.ts";
import { InputError } from "../../../base/errors.ts";
import { MOST } from "../../../xiangqi/pieces.ts";
import { KINDS, materialOf, menOf, NO_MEN, type Kind, type Material, type Men } from "./space.ts";

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
