/** Which endgames a reader means, and the order in which they are listed. Pure. */
import {
  ATTACKING_ROLES,
  attackingMen,
  canonicalEndgame,
  makeEndgame,
  MEN,
  parseEndgame,
  type AttackingRole,
  type DefendingRole,
  type Endgame,
  type MenCount,
} from "../../src/endgame/endgame.ts";
import { isConeName } from "../../src/endgame/cone.ts";
import { MOST, roleOfLetter } from "../../src/xiangqi/pieces.ts";
import type { AtlasEntry } from "../../src/knowledge/atlas/atlas.ts";
import type { TableSummary } from "../answers/answers.ts";
import type { NameFault } from "../words/en/page.ts";
import { spellVietnamese } from "../words/vi/men.ts";

/** The types of Pai's list: by the strongest attacking man where one side attacks, and all others. */
export type Kind = AttackingRole | "both" | "none";
const KINDS: readonly Kind[] = [...ATTACKING_ROLES, "both", "none"];

export function kindOf(name: string): Kind {
  const { red, black } = parseEndgame(name);
  if (attackingMen(black).length > 0) return "both"; // a canonical name: Red has attacking men, too
  return attackingMen(red)[0] ?? "none";
}

/** The men of a side that somebody looks for. */
export type Men = Readonly<Record<AttackingRole | DefendingRole, number>>;

export interface Query {
  /** One or two sides, in either colour; the last may have more men than these. */
  readonly sides: readonly Men[];
}

const CHINESE: Readonly<Record<string, string>> = {
  车: "R",
  車: "R",
  俥: "R",
  马: "N",
  馬: "N",
  傌: "N",
  炮: "C",
  砲: "C",
  兵: "P",
  卒: "P",
  士: "A",
  仕: "A",
  象: "B",
  相: "B",
  将: "K",
  將: "K",
  帅: "K",
  帥: "K",
  对: "/",
  對: "/",
};
/** What books call sets of advisors and elephants. */
const GUARDS: readonly (readonly [RegExp, string])[] = [
  [/[士仕][象相]全/g, "AABB"],
  [/[单單]缺[象相]/g, "AAB"],
  [/[单單]缺[士仕]/g, "ABB"],
];
/** What people write in English, the page's own names of endgames included. */
const ENGLISH: readonly (readonly [RegExp, string])[] = [
  [/\b(?:an?|the)\s+(?=[a-z]{3})|\b(?:and|with|bare|kings?)\b/gi, ""],
  [/\b(?:against|versus)\b/gi, "/"],
  [/\b(?:rook|chariot)s?\b/gi, "R"],
  [/\b(?:knight|horse)s?\b/gi, "N"],
  [/\bcannons?\b/gi, "C"],
  [/\b(?:pawn|soldier)s?\b/gi, "P"],
  [/\b(?:advis[eo]r|guard)s?\b/gi, "A"],
  [/\b(?:elephant|bishop|minister)s?\b/gi, "B"],
  [/\btwo\b/gi, "双"],
  [/\bthree\b/gi, "三"],
  [/\bfour\b/gi, "四"],
  [/\bfive\b/gi, "五"],
];
const NUMBERS: Readonly<Record<string, number>> = { 双: 2, 雙: 2, 三: 3, 四: 4, 五: 5 };

/** Why a text is no list of men that there can be; null where nothing is wrong with it. */
export function faultOf(text: string): NameFault | null {
  const signs = signsOf(text);
  const sign = signs.find((each) => !(each in NUMBERS) && !(each in CHINESE) && !/^[/kK]$/.test(each) && !isMan(each));
  if (sign !== undefined) return { kind: "sign", sign };
  const query = parseQuery(text);
  if (query === null) return { kind: "sides" };
  const role = MEN.find((each) => query.sides.some((men) => men[each] > MOST[each]));
  return role === undefined ? null : { kind: "too-many", role, most: MOST[role] };
}

function isMan(letter: string): boolean {
  return roleOfLetter(letter) !== undefined;
}

/** The name of the endgame that a text tells in letters or in words, the first side first, or of the cone that it names; or why it tells none. */
export function readName(text: string): string | NameFault {
  if (isConeName(text)) return readCone(text) ?? { kind: "sign", sign: "." };
  const fault = faultOf(text);
  if (fault !== null) return fault;
  const [first, second] = parseQuery(text)!.sides;
  return second === undefined ? { kind: "one-side" } : makeEndgame(first!, second).name;
}

function readCone(text: string): string | null {
  try {
    return parseEndgame(text).name;
  } catch {
    return null; // not as many ranks as soldiers, among others
  }
}

/** The text sign by sign, English and Vietnamese words and sets of guards in letters and `/` between the sides. */
function signsOf(text: string): string[] {
  const spelled = [...ENGLISH, ...GUARDS].reduce(
    (spelling, [words, men]) => spelling.replaceAll(words, men),
    spellVietnamese(text),
  );
  return [...spelled.replaceAll(/[\s_,.+单單]+/g, "").replaceAll(/vs?|-/gi, "/")];
}

/**
 * Reads what somebody types while looking for an endgame: `krkn`, `KRvKH`, `R P`, 车对双士, `rook v horse`, `xe đối mã`. Any case, any accepted letters,
 * any order of men; a side that is still being typed is open. Null for what is no list of men.
 */
export function parseQuery(text: string): Query | null {
  const letters: string[] = [];
  let times = 1;
  for (const sign of signsOf(text)) {
    if (sign in NUMBERS) {
      times = NUMBERS[sign]!;
      continue;
    }
    const letter = CHINESE[sign] ?? sign.toUpperCase();
    for (; times > 0; times--) letters.push(letter);
    times = 1;
  }
  const word = letters.join("").replaceAll(/\/K?/g, "K");
  const sides = (word.startsWith("K") ? word.slice(1) : word).split("K");
  if (sides.length > 2) return null;
  const read = sides.map(menOf);
  return read.every((men) => men !== null) ? { sides: read } : null;
}

/** Whether a text is read as so many men of one side that those of two may be meant. */
export function isLongSide(text: string): boolean {
  const sides = parseQuery(text)?.sides ?? [];
  return sides.length === 1 && MEN.reduce((sum, role) => sum + sides[0]![role], 0) > 2;
}

function menOf(letters: string): Men | null {
  const men: Record<AttackingRole | DefendingRole, number> = { ...makeEndgame({}, {}).red };
  for (const letter of letters) {
    const role = roleOfLetter(letter);
    if (role === undefined || role === "king") return null;
    men[role]++;
  }
  return men;
}

/** Whether an endgame, in either colour, has the men looked for. */
export function matches({ red, black }: Endgame, { sides }: Query): boolean {
  const [first, second] = sides;
  if (second === undefined) return holds(red, first!) || holds(black, first!);
  return (same(red, first!) && holds(black, second)) || (same(black, first!) && holds(red, second));
}

function holds(men: MenCount, wanted: Men): boolean {
  return MEN.every((role) => men[role] >= wanted[role]);
}

function same(men: MenCount, wanted: Men): boolean {
  return MEN.every((role) => men[role] === wanted[role]);
}

/** The canonical endgame that a text names in full; null where it does not. */
export function namedEndgame(text: string): string | null {
  const sides = parseQuery(text)?.sides;
  if (sides?.length !== 2) return null;
  try {
    return canonicalEndgame(parseEndgame(makeEndgame(sides[0]!, sides[1]!).name)).endgame.name;
  } catch {
    return null; // more men than there are
  }
}

/** The tables looked for, by kind, smaller ones first; kinds without any are left out. */
export function listTables(tables: readonly TableSummary[], text: string): [Kind, TableSummary[]][] {
  const query = parseQuery(text);
  const found = query === null ? [] : tables.filter((table) => matches(parseEndgame(table.endgame), query));
  return KINDS.map((kind): [Kind, TableSummary[]] => [
    kind,
    found.filter((table) => kindOf(table.endgame) === kind).sort(compare),
  ]).filter(([, each]) => each.length > 0);
}

/** The endgames looked for that are known without a table here, the smallest first. */
export function listEntries(
  entries: readonly AtlasEntry[],
  tables: readonly TableSummary[],
  text: string,
): readonly AtlasEntry[] {
  const query = parseQuery(text);
  const here = new Set(tables.map(({ endgame }) => endgame));
  if (query === null) return [];
  return entries.filter(({ endgame }) => !here.has(endgame) && matches(parseEndgame(endgame), query));
}

function compare(a: TableSummary, b: TableSummary): number {
  return a.endgame.length - b.endgame.length || (a.endgame < b.endgame ? -1 : 1);
}

/** The longest win of either side; null where nobody wins. */
export function longestWinOf({ red, black }: TableSummary): { colour: "red" | "black"; plies: number } | null {
  const colour = red.longestWin >= black.longestWin ? "red" : "black";
  const plies = Math.max(red.longestWin, black.longestWin);
  return plies < 0 ? null : { colour, plies };
}
