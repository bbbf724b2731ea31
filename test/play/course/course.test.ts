import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseEndgame } from "../../../src/endgame/endgame.ts";
import { openAtlas } from "../../../src/knowledge/atlas/node/files.ts";
import { countClaims, type Claim, type Condition } from "../../../src/play/course/claim.ts";
import { ENDINGS } from "../../../src/play/course/endings.ts";
import { buildClosure } from "../../../src/solve/node/build.ts";
import { DEFAULT_COLLECTION } from "../../../src/table/catalog/catalog.ts";
import { FolderCatalog } from "../../../src/table/node/folder-catalog.ts";
import { categoryOf } from "../../../src/table/value.ts";
import { formatFen } from "../../../src/xiangqi/fen.ts";
import { mirrorPosition, type LegalPosition } from "../../../src/xiangqi/position.ts";
import { CHAPTERS } from "../../../web/course/course.ts";
import { ruleOf } from "../../../web/course/sentences.ts";
import { LANGUAGES } from "../../../src/say/words/languages.ts";
import { loadWords } from "../../../web/words/languages.ts";
import { testEach } from "../../long.ts";
import { newDataFolder } from "../../doors/cli/program.ts";
import * as oracle from "../../oracle/puzzles.ts";
import { holdCourseAgainstTables } from "./suite.ts";

// Small ones; all others are proven by test/tables.
holdCourseAgainstTables(["KRK", "KPK", "KNKA"]);

/** The squares of men, by their letters in FEN: `e9`. */
function menOf(position: LegalPosition): [letter: string, square: string][] {
  return formatFen(position)
    .split(" ")[0]!
    .split("/")
    .flatMap((row, down) => {
      const squares = [...row.replaceAll(/\d/g, (digit) => ".".repeat(Number(digit)))];
      return squares.map((letter, file): [string, string] => [letter, "abcdefghi"[file]! + (9 - down)]);
    })
    .filter(([letter]) => letter !== ".");
}

/** Whether a man could step on a square, were it free: kings, advisors and Red's soldiers, by their plain rules. */
function attacksPlainly([letter, from]: [string, string], to: string): boolean {
  const [files, ranks] = [to.charCodeAt(0) - from.charCodeAt(0), Number(to[1]) - Number(from[1])];
  const inPalace = to[0]! >= "d" && to[0]! <= "f" && (/[A-Z]/.test(letter) ? to[1]! <= "2" : to[1]! >= "7");
  if (letter === "P") return (ranks === 1 && files === 0) || (from[1]! >= "5" && ranks === 0 && Math.abs(files) === 1);
  const straight = Math.abs(files) + Math.abs(ranks) === 1;
  return inPalace && (letter === "a" ? Math.abs(files) === 1 && Math.abs(ranks) === 1 : straight);
}

function isCalmPlainly(position: LegalPosition): boolean {
  const men = menOf(position);
  const isRed = (letter: string) => /[A-Z]/.test(letter);
  return men.every((man) => men.every(([other, to]) => isRed(man[0]) === isRed(other) || !attacksPlainly(man, to)));
}

function holds(condition: Condition, position: LegalPosition): boolean {
  if (condition === "calm") return isCalmPlainly(position);
  const [how, letter] = Object.entries(condition)[0]!;
  const named = condition.on.split(" ").flatMap((block) => {
    const [, left, right = left, low, high = low] = /^([a-i])(?:-([a-i]))?(\d)(?:-(\d))?$/.exec(block)!;
    return menSquares.filter(
      (square) => square[0]! >= left! && square[0]! <= right! && square[1]! >= low! && square[1]! <= high!,
    );
  });
  const squares = menOf(position).flatMap(([each, square]) => (each === letter ? [square] : []));
  const on = squares.filter((square) => named.includes(square)).length;
  return how === "all" ? on === squares.length : how === "some" ? on > 0 : on === 0;
}

const menSquares = [..."abcdefghi"].flatMap((file) => [..."0123456789"].map((rank) => file + rank));

describe("claims are counted as their words say, position by position", () => {
  const folder = newDataFolder();
  let catalog: FolderCatalog;
  beforeAll(async () => {
    await buildClosure([parseEndgame("KPKA")], { ...DEFAULT_COLLECTION, folder, threads: 1 });
    catalog = new FolderCatalog(folder, DEFAULT_COLLECTION);
  });
  afterAll(() => catalog.close());

  testEach(1, ["KPK", "KPKA"])("%s", async (name) => {
    const claims: Claim[] = [
      { where: [], ends: "red", share: "told" },
      { where: ["calm", { none: "P", on: "a-i9" }], ends: "red", share: "told" },
      { turn: "red", where: [{ some: "P", on: "d-f7-8 e6" }], ends: "draw", share: "told" },
      { turn: "black", where: [{ all: "k", on: "e7-9" }, "calm"], ends: "black", share: "told" },
    ];
    const table = (await catalog.open(name))!;
    const counted = claims.map(() => ({ positions: 0, hold: 0 }));
    const seen = new Set<string>();
    for (const { position, value } of await oracle.allPositions(name, catalog)) {
      for (const each of [position, mirrorPosition(position)]) {
        if (seen.has(formatFen(each))) continue;
        seen.add(formatFen(each));
        const category = categoryOf(value);
        const end = category === "draw" ? "draw" : (category === "win") === (each.turn === "red") ? "red" : "black";
        for (const [i, { turn = each.turn, where, ends }] of claims.entries()) {
          if (turn !== each.turn || !where.every((condition) => holds(condition, each))) continue;
          counted[i]!.positions++;
          if (ends === end) counted[i]!.hold++;
        }
      }
    }
    expect(await countClaims(table, claims)).toEqual(counted);
    const { red, black } = table.header.info;
    expect(counted[0]!.positions).toBe(red.positions + black.positions);
  });
});

test("what is told was counted in the tables that the atlas has proven, and exact rules have no exception", async () => {
  const atlas = await openAtlas();
  expect(CHAPTERS.map(({ endgame }) => endgame)).toEqual(ENDINGS.map(({ endgame }) => endgame));
  for (const { endgame, sum, counts, claims, drills, won, drawn } of CHAPTERS) {
    expect((await atlas.find(parseEndgame(endgame)))!.sum, endgame).toBe(sum);
    expect(counts).toHaveLength(claims.length);
    for (const [i, { share }] of claims.entries())
      if (share === "all") expect(counts[i]!.hold).toBe(counts[i]!.positions);
    expect(drills, endgame).toHaveLength(3);
    expect(won !== null || drawn !== null).toBe(true);
  }
});

test.each(LANGUAGES)(
  "every ending has its sentences in %s, with the shares that were counted and no others",
  async (language) => {
    const say = await loadWords("course", language);
    for (const chapter of CHAPTERS) {
      const { endgame, claims } = chapter;
      const rule = say.rules[endgame];
      const isAlwaysWon =
        claims.length === 1 && claims[0]!.ends === "red" && claims[0]!.share === "all" && claims[0]!.turn === undefined;
      expect(rule !== undefined || (isAlwaysWon && claims[0]!.where.join() === "calm"), endgame).toBe(true);
      const told = claims.flatMap(({ share }, i) => (share === "told" ? [String(i + 1)] : []));
      const named = [...(rule ?? "").matchAll(/\{(\d)\}/g)].map(([, number]) => number!);
      expect([...new Set(named)].toSorted(), endgame).toEqual(told);
      expect(ruleOf(chapter, say, (part, whole) => `${part}/${whole}`)).not.toMatch(/[{}]/);
      expect(rule ?? "").not.toMatch(/\d\s*%/);
    }
  },
);
