/** The content of a table, made by threads from a solution: the host's part of sheets (sheet.ts). */
import { fileOrder } from "../../endgame/file-order.ts";
import type { EndgameIndex } from "../../endgame/index.ts";
import { WITHOUT_MOVE } from "../../table/derived.ts";
import type { TableContent } from "../../table/encode.ts";
import { MAX_BLOCK_BYTES } from "../../table/format.ts";
import type { Effort } from "../../table/codec.ts";
import type { TableInfo } from "../../table/header.ts";
import { noneOf } from "../../table/quiet-rows.ts";
import { valueBefore } from "../../table/value.ts";
import { COLOURS, opponent, type Colour } from "../../xiangqi/pieces.ts";
import { flipSquare, SQUARES } from "../../xiangqi/squares.ts";
import { marksOf, type Solution } from "../kernel.ts";
import * as offset from "../kernel/assembly/layout.ts";
import { tallyOf, type Tally } from "../planes.ts";
import { commonFields, writeFrame } from "./frame.ts";
import type { KernelMemory } from "./memory.ts";
import type { Codes, Sheet, SheetTask, SheetTeam } from "./sheet.ts";

/** Pieces of work that each thread gets, so that all end at about the same time. */
const SHARES = 8;

/**
 * Makes a table's content on a team. It is to be written before the next one is made: both use the team's memory.
 * @param describe the header's description, from the statistics
 */
export async function contentOnSheet(
  solution: Solution,
  describe: (statistics: Tally["statistics"]) => Promise<TableInfo>,
  { team, memory, effort }: { readonly team: SheetTeam; readonly memory: KernelMemory; readonly effort: Effort },
): Promise<TableContent> {
  const { index } = solution;
  memory.clear();
  const wide = solution.red.BYTES_PER_ELEMENT === 2;
  const sheet = layOutSheet(memory, index, wide, team.threads);
  const tally = tallyOf(solution, await countMarks(solution, sheet, team));
  const { codes, rankOfCode } = layOutCodes(memory, sheet, index, tally);
  const turnAll = (turn: Colour) =>
    shared(sheet, team, (first, end) =>
      team.run<"turn">({ kind: "turn", sheet, codes, turn, plane: solution[turn], first, end }),
    );
  await Promise.all(COLOURS.map(turnAll));
  const info = await describe(tally.statistics);
  const sum = { kind: "sum", sheet, codes, info, cells: index.cells, values: tally.values, rankOfCode } as const;
  const contentSum = team.run<"sum">(sum);
  contentSum.catch(() => {}); // is awaited when the blocks are written
  return {
    ...tally.arrangement,
    // Of the length that it will have.
    info: { ...info, contentSum: "0".repeat(64) },
    cells: index.cells,
    histogram: tally.histogram,
    contentSum,
    band: (turn, first, count, number) =>
      team.run<"block">({ kind: "block", sheet, codes, number, turn, first, count, effort }),
  };
}

/** Does work on all blocks, a share of them at a time. */
function shared<T>(
  { blocks }: Sheet,
  { threads }: SheetTeam,
  run: (first: number, end: number) => Promise<T>,
): Promise<T[]> {
  const size = Math.ceil(blocks / (threads * SHARES));
  const parts: Promise<T>[] = [];
  for (let first = 0; first < blocks; first += size) parts.push(run(first, Math.min(first + size, blocks)));
  return Promise.all(parts);
}

/** Over the whole board. */
async function countMarks(solution: Solution, sheet: Sheet, team: SheetTeam): Promise<Record<Colour, Float64Array>> {
  const marks = marksOf(solution.red).unknown + 1;
  const count = async (turn: Colour): Promise<Float64Array> => {
    const plane = solution[turn];
    const parts = await shared(sheet, team, (first, end) =>
      team.run<"count">({ kind: "count", sheet, plane, first, end } satisfies SheetTask),
    );
    return Float64Array.from({ length: marks }, (_, mark) => {
      const total = parts.reduce((sum, part) => sum + part[mark]! + 2 * part[marks + mark]!, 0);
      return total / solution.index.twins;
    });
  };
  const [red, black] = await Promise.all([count("red"), count("black")]);
  return { red, black };
}

/** Lays out what there is of a sheet before the values are known. */
export function layOutSheet(memory: KernelMemory, index: EndgameIndex, wide: boolean, threads: number): Sheet {
  const { black, width, blocks, weights } = index;
  const blockCells = black.count * width;
  const roomBytes = Math.ceil((blockCells * (wide ? 2 : 1)) / 64 + 1) * 64 + 2 * (MAX_BLOCK_BYTES + 64);
  const padded = Math.ceil((2 * black.count) / 16) * 16;
  const scratchBytes = 64 + offset.SHEET_MOVES * 32 + (offset.SHEET_MASKS + 3) * padded;
  const scratch = Math.ceil(scratchBytes / 64) * 64;
  const frame = writeFrame(memory, index, wide, false);
  const job = memory.take(offset.JOB_BYTES);
  const fields: [number, number][] = [
    [offset.J_FRAME, frame.address],
    [offset.J_WIDE, wide ? 1 : 0],
    [offset.J_SCRATCH, memory.take(scratch * threads)],
    [offset.J_SCRATCH_BYTES, scratch],
    ...commonFields(memory),
  ];
  for (const [at, value] of fields) memory.store(job + at, value);
  return {
    job,
    sheet: memory.take(offset.SHEET_BYTES),
    room: memory.take(roomBytes * threads),
    roomBytes,
    blockCells,
    blocks: blocks.length,
    weights: memory.put(weights),
    wide,
  };
}

/** Lays out the rest: room for the codes of both sides, and what turns marks into them. */
export function layOutCodes(
  memory: KernelMemory,
  sheet: Sheet,
  index: EndgameIndex,
  tally: Tally,
): { codes: Codes; rankOfCode: Record<Colour, number> } {
  const { red, black, placements, twins, cells } = index;
  const { lists, derived, bytesPerCode } = tally.arrangement;
  const none = noneOf(bytesPerCode);
  const { start } = fileOrder(index);
  const half = Array.from(red.mirror, (mirror, formation) => (formation <= mirror ? formation : -1)).filter(
    (formation) => formation >= 0,
  );
  const standing = new Uint32Array(SQUARES);
  const vector = () => new (bytesPerCode === 1 ? Uint8Array : Uint16Array)(Math.ceil(black.count / 16) * 16);
  const byMan = new Map<number, Uint8Array | Uint16Array>();
  black.squares.forEach((men, formation) => {
    for (const square of men) {
      const mask = byMan.get(flipSquare(square)) ?? vector();
      mask[formation] = none;
      byMan.set(flipSquare(square), mask);
    }
  });
  for (const [square, mask] of byMan) standing[square] = memory.put(mask);
  const codeOf = new Map(lists[derived].map((value, code) => [value, code]));
  const given = new Uint16Array(none + 1).fill(none);
  lists[opponent(derived)].forEach((value, code) => (given[code] = codeOf.get(valueBefore(value)) ?? none));
  given[none] = codeOf.get(WITHOUT_MOVE) ?? none;
  const rank = new Map(tally.values.map((value, i) => [value, i]));
  const rankOfCode = (turn: Colour) => {
    const ranks = new Uint16Array(none + 1).fill(tally.values.length > 0xff ? 0xffff : 0xff);
    lists[turn].forEach((value, code) => (ranks[code] = rank.get(value)!));
    return memory.put(ranks);
  };
  const fields: [number, number][] = [
    [offset.S_CODE_BYTES, bytesPerCode],
    [offset.S_CODES, memory.take(cells * bytesPerCode)],
    [offset.S_CODES_OTHER, memory.take(cells * bytesPerCode)],
    [offset.S_START, memory.put(Uint32Array.from(start, (place) => place / black.count))],
    [offset.S_MIRROR, memory.put(Uint32Array.from(placements.mirror))],
    [offset.S_HALF, memory.put(Int32Array.from(red.mirror, (_, formation) => half.indexOf(formation)))],
    [offset.S_HALF_LIST, memory.put(Uint32Array.from(half))],
    [offset.S_HALF_COUNT, half.length],
    [offset.S_X_MIRROR, memory.put(Uint32Array.from(red.mirror))],
    [offset.S_STANDING, memory.put(standing)],
    [offset.S_GIVEN, memory.put(given)],
    [offset.S_MOVER, derived === "red" ? 1 : 0],
    [offset.S_TWINS, twins],
    [offset.S_DOUBLES, twins > 1 ? 1 : 0],
  ];
  for (const [at, value] of fields) memory.store(sheet.sheet + at, value);
  const codeOfMark = { red: memory.put(tally.codeOfMark.red), black: memory.put(tally.codeOfMark.black) };
  return {
    codes: { derived, bytesPerCode, codeOfMark },
    rankOfCode: { red: rankOfCode("red"), black: rankOfCode("black") },
  };
}
