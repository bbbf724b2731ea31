/**
 * Copies small tables beside the specification, with answers for readers in other languages to check themselves.
 *
 *     node scripts/make-samples.ts <data folder>
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fileOrder } from "../src/endgame/file-order.ts";
import { tablePath } from "../src/table/catalog.ts";
import { NODE_CODECS } from "../src/table/node/codecs.ts";
import { memorySource } from "../src/table/source.ts";
import { openTable, type Table } from "../src/table/table.ts";
import { DRAW, orderOf } from "../src/table/value.ts";
import { formatFen, parseFen } from "../src/xiangqi/fen.ts";
import { COLOURS } from "../src/xiangqi/pieces.ts";
import { swapColours } from "../src/xiangqi/position.ts";
import { mirrorSquare } from "../src/xiangqi/squares.ts";
import { findProblems } from "../src/xiangqi/validate.ts";
import { inventedTable } from "../test/table/invented.ts";

/** Defenders of neither side; both sides armed, so several orders; twins. */
const SAMPLES = ["KPK", "KRKN", "KPPK"];
/** Answers for each, about. */
const ANSWERS = 200;
/** Of each order above 0, beside them. */
const OF_ORDER = 12;

/** What a reader should find. */
interface Answer {
  readonly fen: string;
  readonly cell: number;
  readonly place: number;
  readonly value: number;
}

export async function makeSamples(data: string, target: string): Promise<void> {
  for (const name of SAMPLES) {
    const path = join(data, tablePath({ rules: "asian", metric: "dtc" }, name));
    await makeSample(name, await readFile(path), target);
  }
  await makeSample("KPK-two-bytes", await inventedTable(), target);
}

async function makeSample(name: string, bytes: Uint8Array, target: string): Promise<void> {
  const table = await openTable(memorySource(bytes, name), NODE_CODECS);
  const { index } = table;
  const step = Math.max(1, Math.floor(index.cells / ANSWERS)) | 1;
  const answers: Answer[] = [];
  for (let cell = 0; cell < index.cells; cell += step) answers.push(...(await answersOf(table, cell)));
  const found = new Map<number, number>();
  for (let cell = 0; cell < index.cells; cell += 13) {
    for (const answer of await answersOf(table, cell)) {
      const { value } = answer;
      const order = value === DRAW ? 0 : orderOf(value);
      const already = found.get(order) ?? 0;
      if (order === 0 || already === OF_ORDER) continue;
      found.set(order, already + 1);
      answers.push(answer);
    }
  }
  const all = await Promise.all(answers.map((answer) => inAllForms(table, answer)));
  const lines = all.flat().map((answer) => `  ${JSON.stringify(answer)}`);
  await writeFile(join(target, `${name}.canju`), bytes);
  await writeFile(join(target, `${name}.json`), `[\n${lines.join(",\n")}\n]\n`);
}

/** Of the legal positions of a cell that is the position's own. */
async function answersOf(table: Table, cell: number): Promise<Answer[]> {
  const { index } = table;
  const board = index.boardAt(cell);
  if (board === null || index.indexOf(board) !== cell) return [];
  const place = fileOrder(index).placeOf(cell);
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

/** The position; where it has an order, its mirror image and both with colours exchanged as well. */
async function inAllForms(table: Table, answer: Answer): Promise<Answer[]> {
  if (answer.value === DRAW || orderOf(answer.value) === 0) return [answer];
  const position = parseFen(answer.fen);
  const board = position.board.map((_, square) => position.board[mirrorSquare(square)]!);
  const mirrored = { ...position, board };
  // Where a block is its own mirror image this is another cell.
  const cell = table.index.indexOf(board);
  const place = fileOrder(table.index).placeOf(cell);
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
