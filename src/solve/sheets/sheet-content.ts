/** The content of a table, made by threads from a solution: the host's part of sheets (sheet.ts). */
import { fileOrder } from "../../endgame/file-order.ts";
import type { EndgameIndex } from "../../endgame/index.ts";
import { WITHOUT_MOVE } from "../../table/rows/derived.ts";
import type { TableContent } from "../../table/write/encode.ts";
import { MAX_BLOCK_BYTES } from "../../table/format/format.ts";
import type { Effort } from "../../table/format/codec.ts";
import type { TableInfo } from "../../table/format/header.ts";
import { noneOf } from "../../table/rows/quiet-rows.ts";
import { valueBefore } from "../../table/value.ts";
import { COLOURS, opponent, type Colour } from "../../xiangqi/pieces.ts";
import { flipSquare, SQUARES } from "../../xiangqi/squares.ts";
import type { Solution } from "../kernel.ts";
import * as offset from "../kernel/assembly/layout.ts";
import { tallyOf, type TapeTally } from "../tally.ts";
import type { Extent, MakeShelf, Tape } from "../tape.ts";
import { commonFields, writeFrame } from "../host/frame.ts";
import { MOST_BYTES, type KernelMemory } from "../host/memory.ts";
import { bandBytes, type PlayedBand, type PlayedExtents, type Sheet, type SheetTeam, type Shelving } from "./sheet.ts";
import { leastWindow, SheetWindows } from "./sheet-window.ts";

export interface SheetOptions {
  readonly team: SheetTeam;
  readonly memory: KernelMemory;
  readonly effort: Effort;
  /** For codes of the stored side, where there is no room for them. */
  readonly makeShelf: MakeShelf;
  /** Memory for codes. Where it is too little for the codes of both sides, the tape is played several times. Default: no limit. */
  readonly mostBytes?: number;
  /** Of a block of the file. Default: as many as make 256 KiB. */
  readonly cellsPerBlock?: number;
  /** Only the blocks of this side are asked for: of the stored one with the content sum, else its place is held. Default: both. */
  readonly only?: "stored" | "derived" | undefined;
  /** Told while the tape is played: the share that is done. */
  readonly onPlayed?: (done: number) => void;
}

/**
 * Makes a table's content on a team. It is to be written, and closed, before the next one is made: both use the team's memory.
 * @param describe the header's description, from the statistics
 */
export async function contentOnSheet(
  solution: Solution,
  describe: (statistics: TapeTally["statistics"]) => Promise<TableInfo>,
  { team, memory, effort, makeShelf, mostBytes = MOST_BYTES, cellsPerBlock, only, onPlayed }: SheetOptions,
): Promise<TableContent & { close(): void }> {
  const { index, tape } = solution;
  memory.clear();
  const tally = tallyOf(solution);
  const layout = layOutSheet(memory, tally, {
    index,
    bandBlocks: tape.shape.bandBlocks,
    threads: team.threads,
    mostBytes,
    cellsPerBlock,
  });
  const { sheet, rankOfCode } = layout;
  const draw = tally.codeOfDraw;
  let played = 0;
  const play = async (sides: readonly Colour[]): Promise<void> => {
    const wanted = Object.fromEntries(sides.map((turn) => [turn, draw[turn]]));
    const bands = tape.byBand().map(async (extents, band) => {
      const one = playedExtents(tape, [extents], band, tally);
      await team.run<"play">({ kind: "play", sheet, extents: one, draw: wanted });
      onPlayed?.(Math.min(1, ++played / tape.bands));
    });
    await Promise.all(bands);
  };
  const gather = async (range: { readonly first: number; readonly end: number }): Promise<void> => {
    await team.run<"gather">({ kind: "gather", sheet, ...range });
  };
  const shelve = async (bytes: Shelving): Promise<void> => {
    await team.run<"shelve">({ kind: "shelve", ...bytes });
  };
  const windows = new SheetWindows({
    memory,
    ...layout,
    formations: index.black.count,
    makeShelf,
    play,
    gather,
    shelve,
  });
  await windows.begin(only === "stored" ? [opponent(sheet.derived)] : COLOURS);
  const info = await describe(tally.statistics);
  const extents = playedExtents(tape, tape.byBand(), 0, tally);
  const sum = {
    kind: "sum",
    sheet,
    extents,
    draw,
    info,
    cells: index.cells,
    values: tally.values,
    rankOfCode,
  } as const;
  const contentSum = only === "derived" ? undefined : team.run<"sum">(sum);
  contentSum?.catch(() => {}); // is awaited when the blocks are written
  return {
    ...tally.arrangement,
    // Of the length that it will have.
    info: { ...info, contentSum: "0".repeat(64) },
    cells: index.cells,
    histogram: tally.histogram,
    ...(contentSum && { contentSum }),
    band(turn, first, count, number) {
      const make = () => team.run<"block">({ kind: "block", sheet, number, turn, first, count, effort });
      return windows.read(turn, first, count, make);
    },
    close: () => windows.close(),
  };
}

/** @param bands the extents of neighbouring bands, of which `firstBand` is the first */
function playedExtents(
  { shape, shelf }: Tape,
  bands: readonly (readonly Extent[])[],
  firstBand: number,
  { codeOfMark }: TapeTally,
): PlayedExtents {
  const { blocks, bandBlocks } = shape;
  const numbers = new Map<Uint32Array, number>();
  const played = bands.map((extents, i): PlayedBand => {
    const first = (firstBand + i) * bandBlocks;
    const places = new Float64Array(5 * extents.length);
    extents.forEach(({ turn, mark, piece: { words, onShelf }, first: from, end }, at) => {
      let number = -1;
      if (words !== null) {
        number = numbers.get(words) ?? numbers.size;
        numbers.set(words, number);
      }
      const start = onShelf + from + offset.EXTENT_HEADER / 4;
      const code = codeOfMark[turn][mark]!;
      places.set([number, start, onShelf + end, code, turn === "red" ? 1 : 0], 5 * at);
    });
    return { first, end: Math.min(first + bandBlocks, blocks), places };
  });
  return { pieces: [...numbers.keys()], shelf, bands: played };
}

interface SheetLayout {
  readonly sheet: Sheet;
  readonly rankOfCode: Record<Colour, number>;
  /** As of windows (sheet-window.ts). */
  readonly starts: Uint32Array;
  readonly room: { readonly stored: number; readonly derived: number };
}

interface LayoutOptions extends Pick<SheetOptions, "cellsPerBlock"> {
  readonly index: EndgameIndex;
  readonly bandBlocks: number;
  readonly threads: number;
  readonly mostBytes: number;
}

/**
 * Shares room out to the windows of a sheet. All of the stored side where that is possible, as nothing has to be gathered then;
 * else half, with a quarter for the derived side and for what is gathered for it, so that windows meet least often.
 * @param all vectors of a side
 * @param wanted vectors there is room for
 * @param least what a window must have
 */
function roomOfWindows(all: number, wanted: number, least: number) {
  const enough = Math.min(all, least);
  if (wanted >= all + enough) return { stored: all, derived: Math.min(all, wanted - all) };
  return {
    stored: Math.min(all, Math.max(enough, Math.floor(wanted / 2))),
    derived: Math.min(all, Math.max(enough, Math.floor(wanted / 4))),
  };
}

/** Lays out a sheet: room for the codes of both sides, and all that it takes to make them. */
function layOutSheet(
  memory: KernelMemory,
  tally: TapeTally,
  { index, bandBlocks, threads, mostBytes, cellsPerBlock }: LayoutOptions,
): SheetLayout {
  const { red, black, placements, twins, cells, width } = index;
  const { lists, derived, bytesPerCode } = tally.arrangement;
  const blockCells = black.count * width;
  const band = bandBytes(bandBlocks * blockCells, bytesPerCode);
  const rankBytes = bandBytes(blockCells, 2);
  const roomBytes = Math.max(2 * band, band + rankBytes, 2 * (MAX_BLOCK_BYTES + 64)) + offset.TAPE_BYTES;
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
  const starts = Uint32Array.from(fileOrder(index).start, (place) => place / black.count);
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
    [offset.S_START, memory.put(starts)],
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
  const rooms = memory.take(roomBytes * threads, false);
  const ranks = { red: rankOfCode("red"), black: rankOfCode("black") };
  const rowBytes = black.count * bytesPerCode;
  const wanted = Math.floor((Math.min(mostBytes, memory.bytesLeft) - 256) / rowBytes);
  const least = leastWindow(starts, black.count, cellsPerBlock ?? MAX_BLOCK_BYTES / bytesPerCode);
  const room = roomOfWindows(cells / black.count, wanted, least);
  memory.store(address + offset.S_CODES, memory.take(room.stored * rowBytes, false));
  memory.store(address + offset.S_CODES_OTHER, memory.take(room.derived * rowBytes, false));
  if (room.stored < cells / black.count)
    memory.store(address + offset.S_BEST, memory.take(room.derived * rowBytes, false));
  const formations = black.count;
  const sheet = { job, sheet: address, room: rooms, roomBytes, blockCells, formations, derived, bytesPerCode };
  return { sheet, rankOfCode: ranks, starts, room };
}
