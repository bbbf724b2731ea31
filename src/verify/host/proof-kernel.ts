/**
 * The host of the proof kernel (kernel/assembly): its memory, and what threads have found in it. The kernel shares no code with
 * the solver; steps, formations and placements it takes from the game and the index (proof-layout.ts).
 *
 * A side is looked at chunk by chunk in the order of its file. Moves lead to the other side only, whose codes are brought into
 * *windows* (`Windows` in stored-planes.ts): those of the few blocks that moves from the chunk lead to. What is found of a chunk goes into the
 * side's *plane*, with the code behind the last for cells that are no legal position; then the sides change places.
 */
import type { EndgameIndex } from "../../endgame/index.ts";
import type { Codes } from "../../table/format/header.ts";
import { visitRuns } from "../../table/read/stored.ts";
import { DRAW } from "../../table/value.ts";
import { COLOURS, type Colour } from "../../xiangqi/pieces.ts";
import type { Chunk } from "./chunks.ts";
import * as K from "../kernel/assembly/layout.ts";
import type { ProofMemory } from "./kernel-memory.ts";
import type { Desk, InputSide, ProofLayout } from "./proof-layout.ts";
import { emptyTally, type ProofTally } from "../plain/tally.ts";

/** The rows of a chunk. */
type Rows = [placement: number, square: number, toPlacement: number, toSquare: number];

/** What AssemblyScript exports (kernel/assembly/index.ts). */
export interface ProofKernel {
  begin(table: number, scratch: number): void;
  needChunk(...rows: Rows): number;
  markChunk(...rowsAndCodes: [...Rows, codes: number]): void;
  checkChunk(...of: [...Rows, codes: number, chasing: number, seeds: number, checks: number, bytes: number]): void;
  listSuspects(...of: [...Rows, codes: number, out: number, words: number, first: boolean]): number;
  beginLevels(words: number): void;
  countSuspects(list: number, end: number): void;
  beginRuns(ofChecks: boolean): number;
  placeSuspects(list: number, end: number): void;
  sortRuns(ofChecks: boolean): number;
  fillSuspects(list: number, end: number): void;
  pattern(level: number): number;
  beginListing(): void;
  listDifferences(level: number, all: boolean): number;
  agreedSeeds(): number;
  listMet(): number;
}

/** @param takeChecks told where suspects of checks are listed, while a chunk is compared */
export function startKernel(
  module: WebAssembly.Module,
  memory: WebAssembly.Memory,
  takeChecks: (at: number, bytes: number) => void = () => undefined,
): ProofKernel {
  // Addresses of the upper half of the memory come as negative numbers.
  const take = (at: number, bytes: number): void => takeChecks(at >>> 0, bytes);
  const imports = { env: { memory, abort: () => undefined, takeChecks: take } };
  return new WebAssembly.Instance(module, imports).exports as unknown as ProofKernel;
}

export function kernelRows({ placement, square, toPlacement, toSquare }: Chunk): Rows {
  return [placement, square, toPlacement, toSquare];
}

/** Makes a side the one that is looked at. Threads begin anew then. */
export function setOwn({ memory, table }: ProofLayout, turn: Colour): void {
  new Uint32Array(memory.buffer, table, K.TABLE_WORDS)[K.T_OWN] = turn === "red" ? 0 : 8;
}

/** A view of a chunk's codes in a slot. */
export function slotCodes({ memory, wide }: ProofLayout, slot: number, { count }: Chunk): Codes {
  return wide ? new Uint16Array(memory.buffer, slot, count) : new Uint8Array(memory.buffer, slot, count);
}

/** Bits by place in a chunk. */
export function deskBits({ memory }: ProofLayout, { chasing, seeds }: Desk, { count }: Chunk) {
  const bits = (address: number) => new Uint8Array(memory.buffer, address, Math.ceil(count / 8));
  return { chasing: bits(chasing), seeds: bits(seeds) };
}

/**
 * Puts the classes of an input's codes at consecutive places of its file into the kernel's memory, by cell.
 * @param index of the input; null where its file has the cells in their order
 */
export function putClasses(
  { memory }: ProofMemory,
  { header, address, bits, classOf }: InputSide,
  index: EndgameIndex | null,
  first: number,
  codes: Codes,
): void {
  if (bits === 2) {
    const bytes = new Uint8Array(memory.buffer, address, Math.ceil(header.cells / 4));
    visitCells(index, first, codes.length, (place, cell, count) => {
      for (let i = 0; i < count; i++) {
        const at = cell + i;
        bytes[Math.floor(at / 4)]! |= classOf[codes[place + i]!]! << (2 * (at % 4));
      }
    });
    return;
  }
  const classes = new (bits === 8 ? Uint8Array : Uint16Array)(memory.buffer, address, header.cells);
  visitCells(index, first, codes.length, (place, cell, count) => {
    for (let i = 0; i < count; i++) classes[cell + i] = classOf[codes[place + i]!]!;
  });
}

/**
 * Visits the cells at some places of a file, whole rows: as many side by side at a time as are so in both orders.
 * @param index null: cells lie in their order
 */
function visitCells(
  index: EndgameIndex | null,
  first: number,
  places: number,
  visit: (place: number, cell: number, count: number) => void,
): void {
  if (index === null) {
    visit(0, first, places);
    return;
  }
  const { count, mirror } = index.black;
  visitRuns(index, first, places, (start, cell, mirrored) => {
    const place = start - first;
    if (!mirrored) visit(place, cell, count);
    else for (let f = 0; f < count; f++) visit(place + f, cell + mirror[f]!, 1);
  });
}

/** Forgets what a thread has found. */
export function clearFindings(layout: ProofLayout, thread: number): void {
  new Uint8Array(layout.memory.buffer, findingsAt(layout, thread), findingsBytes(layout)).fill(0);
}

function findingsAt({ scratch }: ProofLayout, thread: number): number {
  return scratch[thread]! + 4 * K.THREAD_WORDS + K.SCRATCH_BYTES;
}

function findingsBytes({ header: { lists } }: ProofLayout): number {
  return K.R_HALVES + 8 * (lists.red.length + lists.black.length);
}

/** What a thread has found, and how many differences of the derived side say what no code stands for. */
export function readFindings(layout: ProofLayout, thread: number): { tally: ProofTally; unread: number } {
  const { memory, header } = layout;
  const { lists, values } = header;
  const view = new DataView(memory.buffer, findingsAt(layout, thread), findingsBytes(layout));
  const u64 = (place: number) => Number(view.getBigUint64(place, true));
  const tally = emptyTally(values.length);
  const codeOf = new Map(values.map((value, code) => [value, code]));
  let place = K.R_HALVES;
  for (const turn of COLOURS) {
    for (const value of lists[turn]) {
      tally[turn].halves[codeOf.get(value)!]! += u64(place);
      place += 8;
    }
  }
  tally.red.checkmatedHalves = u64(K.R_MATED_RED);
  tally.black.checkmatedHalves = u64(K.R_MATED_BLACK);
  tally.red.stalematedHalves = u64(K.R_STALEMATED_RED);
  tally.black.stalematedHalves = u64(K.R_STALEMATED_BLACK);
  tally.red.onlyWinningHalves = u64(K.R_ONLY_RED);
  tally.black.onlyWinningHalves = u64(K.R_ONLY_BLACK);
  tally.zugzwangHalves.both = u64(K.R_ZUGZWANG_BOTH);
  tally.zugzwangHalves.red = u64(K.R_ZUGZWANG_RED);
  tally.zugzwangHalves.black = u64(K.R_ZUGZWANG_BLACK);
  tally.checked = u64(K.R_CHECKED);
  tally.wrong = u64(K.R_WRONG);
  if (tally.wrong > 0) {
    const derived = view.getInt32(K.R_FIRST_DERIVED, true);
    const turn = view.getUint32(K.R_FIRST_SIDE, true) === 0 ? "red" : "black";
    tally.first = {
      cell: u64(K.R_FIRST_CELL),
      turn,
      stored: lists[turn][view.getUint32(K.R_FIRST_STORED, true)]!,
      derived: derived === K.DRAW_VALUE ? DRAW : derived,
    };
  }
  return { tally, unread: u64(K.R_UNREAD) };
}
