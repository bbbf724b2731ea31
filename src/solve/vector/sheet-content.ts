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
import { opponent, type Colour } from "../../xiangqi/pieces.ts";
import { flipSquare, SQUARES } from "../../xiangqi/squares.ts";
import type { Solution } from "../kernel.ts";
import * as offset from "../kernel/assembly/layout.ts";
import { tallyOf, type Tally } from "../tally.ts";
import type { Extent } from "../tape.ts";
import { commonFields, writeFrame } from "./frame.ts";
import type { KernelMemory } from "./memory.ts";
import { bandBytes, type Sheet, type SheetTeam } from "./sheet.ts";

export interface SheetOptions {
  readonly team: SheetTeam;
  readonly memory: KernelMemory;
  readonly effort: Effort;
  /** Told while the tape is played: the share that is done. */
  readonly onPlayed?: (done: number) => void;
}

/**
 * Makes a table's content on a team. It is to be written before the next one is made: both use the team's memory.
 * @param describe the header's description, from the statistics
 */
export async function contentOnSheet(
  solution: Solution,
  describe: (statistics: Tally["statistics"]) => Promise<TableInfo>,
  { team, memory, effort, onPlayed }: SheetOptions,
): Promise<TableContent> {
  const { index, tape } = solution;
  memory.clear();
  const tally = tallyOf(solution);
  const { sheet, rankOfCode } = layOutSheet(memory, index, tally, tape.shape.bandBlocks, team.threads);
  let played = 0;
  await Promise.all(
    tape.byBand().map(async (extents, band) => {
      await play(team, sheet, tape.shape.bandBlocks, band, extents, tally);
      onPlayed?.(++played / tape.bands);
    }),
  );
  const info = await describe(tally.statistics);
  const sum = { kind: "sum", sheet, info, cells: index.cells, values: tally.values, rankOfCode } as const;
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
      team.run<"block">({ kind: "block", sheet, number, turn, first, count, effort }),
  };
}

function play(
  team: SheetTeam,
  sheet: Sheet,
  bandBlocks: number,
  band: number,
  extents: readonly Extent[],
  { codeOfMark, codeOfDraw: draw }: Tally,
): Promise<null> {
  const first = band * bandBlocks;
  const end = Math.min(first + bandBlocks, sheet.blocks);
  const numbers = new Map<Uint32Array, number>();
  const places = new Uint32Array(5 * extents.length);
  extents.forEach(({ turn, mark, records, piece }, i) => {
    const number = numbers.get(piece) ?? numbers.size;
    numbers.set(piece, number);
    const start = (records.byteOffset - piece.byteOffset) / 4;
    const code = codeOfMark[turn][mark]!;
    places.set([number, start, start + records.length, code, turn === "red" ? 1 : 0], 5 * i);
  });
  return team.run<"play">({ kind: "play", sheet, extents: { pieces: [...numbers.keys()], places }, draw, first, end });
}

/** Lays out a sheet: room for the codes of both sides, and all that it takes to make them. */
function layOutSheet(
  memory: KernelMemory,
  index: EndgameIndex,
  tally: Tally,
  bandBlocks: number,
  threads: number,
): { sheet: Sheet; rankOfCode: Record<Colour, number> } {
  const { red, black, placements, twins, cells, width, blocks } = index;
  const { lists, derived, bytesPerCode } = tally.arrangement;
  const blockCells = black.count * width;
  const band = bandBytes(bandBlocks * blockCells, bytesPerCode);
  const roomBytes = Math.max(2 * band, 2 * (MAX_BLOCK_BYTES + 64)) + offset.TAPE_BYTES;
  const padded = Math.ceil((2 * black.count) / 16) * 16;
  const scratchBytes = 64 + offset.SHEET_MOVES * 32 + (offset.SHEET_MASKS + 3) * padded;
  const scratch = Math.ceil(scratchBytes / 64) * 64;
  const frame = writeFrame(memory, index);
  const job = memory.take(offset.JOB_BYTES);
  const jobFields: [number, number][] = [
    [offset.J_FRAME, frame.address],
    [offset.J_SCRATCH, memory.take(scratch * threads, false)],
    [offset.J_SCRATCH_BYTES, scratch],
    ...commonFields(memory),
  ];
  for (const [at, value] of jobFields) memory.store(job + at, value);
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
    [offset.S_CODES, memory.take(cells * bytesPerCode, false)],
    [offset.S_CODES_OTHER, memory.take(cells * bytesPerCode, false)],
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
  const address = memory.take(offset.SHEET_BYTES);
  for (const [at, value] of fields) memory.store(address + at, value);
  return {
    sheet: {
      job,
      sheet: address,
      room: memory.take(roomBytes * threads, false),
      roomBytes,
      blockCells,
      blocks: blocks.length,
      derived,
      bytesPerCode,
    },
    rankOfCode: { red: rankOfCode("red"), black: rankOfCode("black") },
  };
}
