/**
 * The host of the proof kernel (kernel/assembly): its memory, and what threads have found in it. The kernel shares no code with
 * the solver; steps, formations and placements it takes from the game and the index (proof-layout.ts).
 *
 * One side's codes are *resident*, by cell. The other side is looked at chunk by chunk in the order of its file, since moves
 * lead from it to the resident side only. A chunk comes as the file has it, and leaves with the code that is one too large
 * for cells that are no legal position; then the sides change places.
 */
import type { EndgameIndex } from "../endgame/index.ts";
import type { Codes } from "../table/header.ts";
import { DRAW } from "../table/value.ts";
import { COLOURS, type Colour } from "../xiangqi/pieces.ts";
import type { Chunk } from "./chunks.ts";
import * as K from "./kernel/assembly/layout.ts";
import type { ProofMemory } from "./kernel-memory.ts";
import { Planes, type DecodedTable } from "./planes.ts";
import type { InputSide, ProofLayout, Slot } from "./proof-layout.ts";
import { emptyTally, type Tally } from "./tally.ts";

/** What AssemblyScript exports (kernel/assembly/index.ts). */
export interface ProofKernel {
  begin(table: number, scratch: number): void;
  beginLevels(words: number, scratch: number): void;
  mark(from: number, to: number): void;
  checkChunk(
    placement: number,
    square: number,
    toPlacement: number,
    toSquare: number,
    codes: number,
    chasing: number,
  ): void;
  noteChunk(placement: number, square: number, toPlacement: number, toSquare: number, codes: number): void;
  keepChecks(from: number, to: number): void;
  numberSuspects(): number;
  prepare(): void;
  pattern(level: number): number;
  hasForcedChecks(level: number): number;
  list(from: number, out: number, most: number): number;
}

export function startKernel(module: WebAssembly.Module, memory: WebAssembly.Memory): ProofKernel {
  const imports = { env: { memory, abort: () => undefined } };
  return new WebAssembly.Instance(module, imports).exports as unknown as ProofKernel;
}

/** Makes a side the resident one: its codes have to be put where `residentCodes` is. Threads begin anew then. */
export function setResident({ memory, table, checking }: ProofLayout, turn: Colour): void {
  new Uint32Array(memory.buffer, table, K.TABLE_WORDS)[K.T_RESIDENT] = turn === "red" ? 0 : 8;
  if (checking !== null) new Uint8Array(memory.buffer, checking.address, checking.bytes).fill(0);
}

/** A view of the resident side's codes, by cell. */
export function residentCodes({ memory, wide, plane, header: { cells } }: ProofLayout): Codes {
  return wide ? new Uint16Array(memory.buffer, plane, cells) : new Uint8Array(memory.buffer, plane, cells);
}

/** A view of a chunk's codes. */
export function slotCodes({ memory, wide }: ProofLayout, { codes }: Slot, { count }: Chunk): Codes {
  return wide ? new Uint16Array(memory.buffer, codes, count) : new Uint8Array(memory.buffer, codes, count);
}

/** Bits by place in a chunk: who may be forced to chase for ever, and some more. */
export function slotChasing({ memory }: ProofLayout, { chasing }: Slot, { count }: Chunk): Uint8Array {
  return new Uint8Array(memory.buffer, chasing, Math.ceil(count / 8));
}

/** Puts the classes of an input's codes into the kernel's memory. */
export function putClasses({ memory }: ProofMemory, { address, bits, classOf }: InputSide, codes: Codes): void {
  if (bits === 16) {
    const classes = new Uint16Array(memory.buffer, address, codes.length);
    for (let cell = 0; cell < codes.length; cell++) classes[cell] = classOf[codes[cell]!]!;
    return;
  }
  const classes = new Uint8Array(memory.buffer, address, Math.ceil((codes.length * bits) / 8));
  if (codes instanceof Uint8Array) putBytes(codes, classOf, bits, classes);
  else putBytes(codes, classOf, bits, classes);
}

function putBytes(codes: Codes, classOf: Uint16Array, bits: number, classes: Uint8Array): void {
  if (bits === 8) {
    for (let cell = 0; cell < codes.length; cell++) classes[cell] = classOf[codes[cell]!]!;
    return;
  }
  for (let cell = 0, at = 0; cell < codes.length; cell += 4, at++) {
    let byte = 0;
    for (let i = Math.min(4, codes.length - cell) - 1; i >= 0; i--) byte = (byte << 2) | classOf[codes[cell + i]!]!;
    classes[at] = byte;
  }
}

/** The resident side and the inputs as the plain program sees them; of inputs only what a capture makes of a value is right. */
export function laidPlanes(layout: ProofLayout, index: EndgameIndex, resident: Colour) {
  const inputs = new Map<string, DecodedTable>();
  for (const side of layout.inputs) {
    const { header, turn, values, address, bits } = side;
    const name = header.info.endgame;
    const none = { red: false, black: false };
    const known = inputs.get(name) ?? { header, lists: { red: [], black: [] }, red: null, black: null, packed: none };
    const { buffer } = layout.memory;
    const codes =
      bits === 16
        ? new Uint16Array(buffer, address, header.cells)
        : new Uint8Array(buffer, address, Math.ceil((header.cells * bits) / 8));
    inputs.set(name, {
      ...known,
      lists: { ...known.lists, [turn]: values },
      packed: { ...known.packed!, [turn]: bits === 2 },
      [turn]: codes,
    });
  }
  const { header } = layout;
  // A cell that is no legal position has a value of no meaning, and is never asked for.
  const table = { header, lists: header.lists, red: null, black: null, [resident]: residentCodes(layout) };
  return {
    table: new Planes(table, index),
    inputs: new Map(Array.from(inputs, ([name, input]) => [name, new Planes(input)])),
  };
}

/** How many differences of a derived side say what no code stands for. */
export function countUnread({ memory, scratch }: ProofLayout): number {
  const view = new DataView(memory.buffer);
  return scratch.reduce((sum, at) => sum + Number(view.getBigUint64(at + K.SCRATCH_BYTES + K.R_UNREAD, true)), 0);
}

/** What a thread has found. */
export function readFindings({ memory, scratch, header }: ProofLayout, thread: number): Tally {
  const { lists, values } = header;
  const codes = lists.red.length + lists.black.length;
  const at = scratch[thread]! + K.SCRATCH_BYTES;
  const view = new DataView(memory.buffer, at, K.R_HALVES + 8 * codes);
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
  tally.checked = u64(K.R_CHECKED);
  tally.wrong = u64(K.R_WRONG);
  if (tally.wrong > 0) {
    const derived = view.getInt32(K.R_FIRST_DERIVED, true);
    const turn = view.getUint32(K.R_FIRST_SIDE, true) === 0 ? "red" : "black";
    tally.first = {
      cell: view.getUint32(K.R_FIRST_CELL, true),
      turn,
      stored: lists[turn][view.getUint32(K.R_FIRST_STORED, true)]!,
      derived: derived === K.DRAW_VALUE ? DRAW : derived,
    };
  }
  return tally;
}
