/**
 * Copies small tables beside the specification, with answers for readers in other languages to check themselves.
 *
 *     node scripts/make-samples.ts <data folder>
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { canonicalEndgame, endgameOf, parseEndgame } from "../src/endgame/endgame.ts";
import { fileOrder } from "../src/endgame/file-order.ts";
import { endgameIndex, type EndgameIndex } from "../src/endgame/index.ts";
import { openOrMissing, tablePath, type Collection } from "../src/table/catalog/catalog.ts";
import { rawCodec } from "../src/table/format/codec.ts";
import { OUTCOMES_PART } from "../src/table/format/header.ts";
import { FolderCatalog } from "../src/table/node/folder-catalog.ts";
import { outcomeOf } from "../src/query/outcome.ts";
import { NODE_CODECS } from "../src/table/node/codecs.ts";
import { memorySource } from "../src/table/read/source.ts";
import { openTable, type Table } from "../src/table/read/table.ts";
import { DRAW, isDependent, orderOf, type Value } from "../src/table/value.ts";
import { formatFen, parseFen } from "../src/xiangqi/fen.ts";
import { COLOURS, pieceOf } from "../src/xiangqi/pieces.ts";
import { mirrorPosition, swapColours, type Position } from "../src/xiangqi/position.ts";
import { mirrorSquare } from "../src/xiangqi/squares.ts";
import { findProblems, legalPosition } from "../src/xiangqi/validate.ts";
import { randomBy } from "../test/table/fuzzing.ts";
import { tableBytes } from "../test/table/fixtures.ts";
import { inventedTable, sparseTable } from "../test/table/invented.ts";
import { plainContent } from "../test/table/plain-content.ts";

const ASIAN = { rules: "asian", metric: "dtc" } as const;
/** Files of a data folder, by their names as samples. */
const SAMPLES: readonly [file: string, endgame: string, of: Collection][] = [
  ["KK", "KK", ASIAN],
  ["KPK", "KPK", ASIAN],
  ["KRKN", "KRKN", ASIAN],
  ["KPPK", "KPPK", ASIAN],
  ["KPPPK", "KPPPK", ASIAN],
  ["KPABKAB", "KPABKAB", ASIAN],
  ["KPKP-dtm", "KPKP", { rules: "asian", metric: "dtm" }],
  ["KRKN-chessdb", "KRKN", { ...ASIAN, orders: "chessdb" }],
  ["KPAKP-chinese", "KPAKP", { rules: "chinese", metric: "dtc" }],
  ["KNKCA-chinese", "KNKCA", { rules: "chinese", metric: "dtc" }],
];
/** Answers for each, about. */
const ANSWERS = 200;
/** Of each order above 0, and of what depends, beside them. */
const OF_ORDER = 12;

/** Two positions of each are in the list of positions for an index. */
const INDEXED = (
  "KK KAK KAABBKAABB KRK KRAABBK KRKAABB KPAABBKAB KNPKAAB KCABKBB KRRK KNNKAB KPPK KPPPK KPPPPK KRKR KRAKRB KCAKCB " +
  "KRKNP KRNKP KCPKPP KPPKPP KNPPKC KPPKA KRCKN KCCPKAA"
).split(" ");

/** Where a reader should find a position. */
interface Numbered {
  readonly fen: string;
  readonly cell: number;
  readonly place: number;
}

/** What it should find there. */
interface Answer extends Numbered {
  readonly value: number;
}

export async function makeSamples(data: string, target: string): Promise<void> {
  for (const [file, name, of] of SAMPLES)
    await makeSample(file, await readFile(join(data, tablePath(of, name))), target);
  await makeSample("KPK-plain", await plainTable(join(target, "KPK.canju")), target);
  await makeSample("KPK-two-bytes", await inventedTable(), target);
  await makeSample("KPPPPK-sparse", await sparseTable(), target);
  await makeOutcomesSample(data, join(target, "outcomes"));
  const random = randomBy(29);
  const positions = INDEXED.flatMap((name, i) =>
    [0, 1].map((which) => ({
      endgame: name,
      ...randomPosition(endgameIndex(parseEndgame(name)), random, (2 * i + which) % 3),
    })),
  );
  await writeFile(join(target, "index.json"), listOf(positions));
}

/** A table of outcomes: what it holds, and what that is once captures are looked at. */
async function makeOutcomesSample(data: string, target: string): Promise<void> {
  const catalog = new FolderCatalog(data, ASIAN);
  const name = `KRKN${OUTCOMES_PART}`;
  await mkdir(target, { recursive: true });
  await writeFile(join(target, `${name}.canju`), await readFile(catalog.pathOf(name)));
  const table = await openOrMissing(catalog, name);
  const { index } = table;
  const answers: (Answer & { outcome: Value })[] = [];
  for (let cell = 0; cell < index.cells; cell += 2 * Math.floor(index.cells / ANSWERS) + 1) {
    for (const answer of await answersOf(table, cell)) {
      answers.push({ ...answer, outcome: await outcomeOf(legalPosition(parseFen(answer.fen)), catalog) });
    }
  }
  await writeFile(join(target, `${name}.json`), listOf(answers));
  await catalog.close();
}

const listOf = (rows: readonly object[]): string =>
  `[\n${rows.map((row) => `  ${JSON.stringify(row)}`).join(",\n")}\n]\n`;

/** The same values in the other layout, both sides as they are, nothing compressed. */
async function plainTable(path: string): Promise<Uint8Array> {
  const table = await openTable(memorySource(await readFile(path)), NODE_CODECS);
  const { info, cells, values } = table.header;
  const [red, black] = await table.readSides();
  const sides = { red, black };
  const content = plainContent({
    info,
    cells,
    values,
    histogram: await table.readHistogram(),
    codes: (turn, first, count, out) => {
      for (let i = 0; i < count; i++) out[i] = Math.min(sides[turn][first + i]!, values.length - 1);
    },
  });
  return tableBytes(content, { codec: rawCodec });
}

/** A legal position, as it is (0), mirrored (1), or with colours exchanged (2), which no other cell could hold. */
function randomPosition(index: EndgameIndex, random: (bound: number) => number, form: number): Numbered {
  for (;;) {
    const cell = random(index.cells);
    const board = index.boardAt(cell);
    const turn = COLOURS[random(2)]!;
    if (board === null || hasEqualKeys(board, index) || findProblems({ board, turn }).length > 0) continue;
    const shown = [(own: Position) => own, mirrorPosition, swapColours][form]!({ board, turn });
    const { swapped } = canonicalEndgame(endgameOf(shown.board));
    const found = index.indexOf((swapped ? swapColours(shown) : shown).board);
    return { fen: formatFen(shown), cell: found, place: fileOrder(index).placeOf(found) };
  }
}

/** Whether two men that may be the inner one stand on a square and its mirror image: then either is. */
function hasEqualKeys(board: Position["board"], { inner }: EndgameIndex): boolean {
  if (inner === null) return false;
  const man = pieceOf("red", inner);
  return board.some((piece, square) => piece === man && square % 9 < 4 && board[mirrorSquare(square)] === man);
}

async function makeSample(name: string, bytes: Uint8Array, target: string): Promise<void> {
  const table = await openTable(memorySource(bytes, name), NODE_CODECS);
  const { index, header } = table;
  // With twins many cells are nobody's.
  const twins = index.placements.men.filter(({ colour, role }) => colour === "red" && role === index.inner).length;
  const step = Math.max(1, Math.floor(index.cells / ANSWERS / (1 + 3 * twins))) | 1;
  const answers: Answer[] = [];
  for (let cell = 0; cell < index.cells; cell += step) answers.push(...(await answersOf(table, cell)));
  const found = new Map<string, number>();
  const hasMore = COLOURS.some((turn) => header.lists[turn].some((value) => kindOf(value) !== ""));
  for (let cell = hasMore ? 0 : index.cells; cell < index.cells; cell += 13) {
    for (const answer of await answersOf(table, cell)) {
      const kind = kindOf(answer.value);
      const already = found.get(kind) ?? 0;
      if (kind === "" || already === OF_ORDER) continue;
      found.set(kind, already + 1);
      answers.push(answer);
    }
  }
  const all = await Promise.all(answers.map((answer) => inAllForms(table, answer)));
  await writeFile(join(target, `${name}.canju`), bytes);
  await writeFile(join(target, `${name}.json`), listOf(all.flat()));
}

/** What is rare about a value; nothing where it is certain, and a draw or of order 0. */
function kindOf(value: Value): string {
  const order = value === DRAW ? 0 : orderOf(value);
  return `${order === 0 ? "" : order}${isDependent(value) ? "depends" : ""}`;
}

function placeOf({ header, index }: Table, cell: number): number {
  return header.layout === "index" ? cell : fileOrder(index).placeOf(cell);
}

/** Of the legal positions of a cell that is the position's own. */
async function answersOf(table: Table, cell: number): Promise<Answer[]> {
  const { index } = table;
  const board = index.boardAt(cell);
  if (board === null || index.indexOf(board) !== cell) return [];
  const place = placeOf(table, cell);
  const legal = COLOURS.map((turn) => ({ board, turn })).filter((position) => findProblems(position).length === 0);
  return Promise.all(
    legal.map(async (position) => ({
      fen: formatFen(position),
      cell,
      place,
      value: await table.valueAt(position.turn, cell),
    })),
  );
}

/** The position; where its value is a rare one, its mirror image and both with colours exchanged as well. */
async function inAllForms(table: Table, answer: Answer): Promise<Answer[]> {
  if (kindOf(answer.value) === "") return [answer];
  const position = parseFen(answer.fen);
  const board = position.board.map((_, square) => position.board[mirrorSquare(square)]!);
  const mirrored = { ...position, board };
  // Where a block is its own mirror image this is another cell.
  const cell = table.index.indexOf(board);
  const place = placeOf(table, cell);
  const other = { fen: formatFen(mirrored), cell, place, value: await table.valueAt(position.turn, cell) };
  return [
    answer,
    other,
    { ...answer, fen: formatFen(swapColours(position)) },
    { ...other, fen: formatFen(swapColours(mirrored)) },
  ];
}

if (import.meta.main) {
  const [data] = process.argv.slice(2);
  if (data === undefined) throw new Error("which data folder?");
  await makeSamples(data, fileURLToPath(new URL("../docs/spec/samples", import.meta.url)));
}
