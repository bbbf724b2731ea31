import { describe, expect, test } from "vitest";
import { buildClosure, verifyEndgame } from "../../../src/doors/package/build.ts";
import { parseEndgame } from "../../../src/doors/package/endgame.ts";
import { FolderCatalog, openFile } from "../../../src/doors/package/node.ts";
import { explain, Game, perfectLine, Player, startGame } from "../../../src/doors/package/play.ts";
import { Adjudicator, asianRules, judgeMoves, parseJudgedFen } from "../../../src/doors/package/rules.ts";
import {
  DEFAULT_COLLECTION,
  httpCatalog,
  memorySource,
  openTable,
  probe,
  randomPosition,
  rawCodec,
  tablesInMemory,
} from "../../../src/doors/package/table.ts";
import {
  InputError,
  isLegalPosition,
  legalPosition,
  parseChinese,
  parseFen,
  parseIccs,
  parseLegalFen,
  parseSquare,
  parseUci,
  parseWxf,
} from "../../../src/doors/package/xiangqi.ts";

// Programs in plain JavaScript hand over what comes to them: whatever it is, one plain line says what is wrong.

const NO_TEXTS: unknown[] = [undefined, null, NaN, -1, 1.5, 10n, Symbol("s"), true, {}, [], ["a0"], new Uint8Array(90)];
const NO_MEANING = [
  "",
  " ",
  "\0",
  "\n",
  "x",
  "💥",
  "K".repeat(100_000),
  "../../etc/passwd",
  "前".repeat(1000),
  "a0a9,".repeat(1000),
];
const EMPTY_BOARD = new Uint8Array(90);
const NO_POSITIONS: unknown[] = [
  ...NO_TEXTS,
  ...NO_MEANING,
  { board: EMPTY_BOARD },
  { board: [], turn: "red" },
  { board: new Float64Array(90), turn: "red" },
  { board: new Uint8Array(89), turn: "red" },
  { board: EMPTY_BOARD, turn: "w" },
  { board: new Uint8Array(90).fill(99), turn: "red" },
  { board: new Uint8Array(90).fill(8), turn: "black" },
];

const start = parseLegalFen("3a1k3/9/b2a5/9/2b6/9/9/9/9/1R1K5 w");
const tables = tablesInMemory(DEFAULT_COLLECTION, new Map());

/** Fails unless all of this is an InputError of one readable line. */
async function refuses(work: () => unknown): Promise<void> {
  const error = await Promise.resolve()
    .then(work)
    .then(
      () => null,
      (thrown: unknown) => thrown,
    );
  expect(error).toBeInstanceOf(InputError);
  const { code, message } = error as InputError;
  expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
  expect(message).not.toMatch(/[\n\r]/);
  expect(message.length).toBeLessThan(1100);
}

const any = (thing: unknown) => thing as never;

const READERS: readonly (readonly [string, (text: never) => unknown])[] = [
  ["parseFen", parseFen],
  ["parseLegalFen", parseLegalFen],
  ["parseJudgedFen", parseJudgedFen],
  ["parseSquare", parseSquare],
  ["parseUci", (text) => parseUci(start, text)],
  ["parseIccs", (text) => parseIccs(start, text)],
  ["parseWxf", (text) => parseWxf(start, text)],
  ["parseChinese", (text) => parseChinese(start, text)],
  ["parseEndgame", parseEndgame],
  ["randomPosition", (text) => randomPosition(text, {}, tables)],
  ["verifyEndgame", (text) => verifyEndgame(text, { provider: tables })],
];

describe("texts", () => {
  test.each(READERS)("%s", async (_, read) => {
    for (const text of [...NO_TEXTS, ...NO_MEANING]) await refuses(() => read(any(text)));
  });

  test("moves of a game", async () => {
    for (const text of [...NO_TEXTS, ...NO_MEANING]) {
      await refuses(() => judgeMoves(start, [any(text)]));
      await refuses(() => perfectLine(start, tables, { played: [any(text)] }));
    }
  });
});

const TAKERS: readonly (readonly [string, (position: never) => unknown])[] = [
  ["legalPosition", legalPosition],
  ["isLegalPosition", (position) => isLegalPosition(position) || legalPosition(position)],
  ["probe", (position) => probe(position, tables)],
  ["perfectLine", (position) => perfectLine(position, tables)],
  ["explain", (position) => explain(position, tables)],
  ["Game", (position) => new Game(position, tables)],
  ["startGame", (position) => startGame(position, tables)],
];

test.each(TAKERS)("positions: %s", async (_, take) => {
  for (const position of NO_POSITIONS) await refuses(() => take(any(position)));
});

test("moves that are not legal", async () => {
  for (const move of [undefined, null, NaN, -1, 0, 1e18, "a0a1", {}]) {
    await refuses(() => new Game(start, tables).play(any(move)));
    await refuses(() => new Player("red", start, tables).play(any(move)));
    await refuses(() => new Adjudicator(start, asianRules()).play(any(move)));
  }
});

test("files, folders and addresses", async () => {
  for (const path of [...NO_TEXTS.filter((each) => typeof each !== "symbol"), "", "\0", "no\0such", "/nowhere"]) {
    await refuses(() => openFile(any(path)));
  }
  for (const folder of [...NO_TEXTS, ""]) await refuses(() => new FolderCatalog(any(folder)));
  for (const url of NO_TEXTS) await refuses(() => httpCatalog(any(url), DEFAULT_COLLECTION, { codecs: [rawCodec] }));
  for (const name of NO_MEANING) expect(await new FolderCatalog("/nowhere").open(name)).toBeNull();
});

test("bytes that are no table", async () => {
  for (const bytes of [
    ...NO_TEXTS.slice(0, -1),
    new ArrayBuffer(9),
    new Uint8Array(0),
    new Uint8Array(5000).fill(67),
  ]) {
    await refuses(() => openTable(memorySource(any(bytes)), [rawCodec]));
  }
});

test("collections that there are none of", async () => {
  const endgames = [parseEndgame("KRK")];
  for (const wrong of [undefined, null, "x", 1]) {
    await refuses(() => buildClosure(endgames, any({ folder: "/nowhere", rules: "asian", metric: wrong })));
    await refuses(() => buildClosure(endgames, any({ folder: "/nowhere", rules: wrong, metric: "dtc" })));
    await refuses(() => tablesInMemory(any({ rules: wrong, metric: "dtc" }), new Map()));
  }
});
