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
import type { Survey } from "../table/proof.ts";
import { visitRuns } from "../table/places.ts";
import { DRAW } from "../table/value.ts";
import { COLOURS, type Colour } from "../xiangqi/pieces.ts";
import type { Chunk } from "./chunks.ts";
import * as K from "./kernel/assembly/layout.ts";
import type { KernelMemory, ProofMemory } from "./kernel-memory.ts";
import { NumberList } from "./perpetuals/numbers.ts";
import { Planes, type CodeReader, type DecodedTable } from "./planes.ts";
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
    seeds: number,
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

/** Makes a side the resident one, once it is put there. Threads begin anew then. */
export function setResident({ memory, table, checking }: ProofLayout, turn: Colour): void {
  new Uint32Array(memory.buffer, table, K.TABLE_WORDS)[K.T_RESIDENT] = turn === "red" ? 0 : 8;
  if (checking !== null) new Uint8Array(memory.buffer, checking.address, checking.bytes).fill(0);
}

/** A view of what the resident side's cells have. */
function residentBytes({ memory, plane, header: { cells } }: ProofLayout): Uint8Array {
  return new Uint8Array(memory.buffer, plane, cells);
}

/** Puts a side into the kernel's memory, to be the resident one. */
export class ResidentWriter {
  readonly #layout: ProofLayout;
  readonly #numbers: Uint16Array;
  readonly #bytes: Uint8Array;
  readonly #rareCells = new NumberList(Uint32Array);
  readonly #rareNumbers = new NumberList(Uint16Array);

  constructor(layout: ProofLayout, turn: Colour) {
    this.#layout = layout;
    this.#numbers = layout.numberings[turn].numbers;
    this.#bytes = residentBytes(layout);
  }

  /**
   * Takes the codes that come next.
   * @param index null: cells lie in their order
   */
  put(index: EndgameIndex | null, first: number, codes: Codes): void {
    const numbers = this.#numbers;
    const bytes = this.#bytes;
    const putRare = (cell: number, number: number): void => {
      bytes[cell] = K.RARE;
      this.#rareCells.push(cell);
      this.#rareNumbers.push(number);
    };
    visitCells(index, first, codes.length, (place, cell, count) => {
      for (let i = 0; i < count; i++) {
        const number = numbers[codes[place + i]!]!;
        if (number <= K.ILLEGAL) bytes[cell + i] = number;
        else putRare(cell + i, number);
      }
    });
  }

  /** To be called when all is put. @param memory gives room for rare values */
  end(memory: KernelMemory): void {
    const count = this.#rareCells.length;
    const slots = 2 ** Math.ceil(Math.log2(2 * count + 1));
    const words = memory.words(this.#layout.table, K.TABLE_WORDS);
    words[K.T_RARE_CELLS] = memory.take(4 * slots);
    words[K.T_RARE_NUMBERS] = memory.take(2 * slots);
    words[K.T_RARE_MASK] = slots - 1;
    const { cells, numbers, mask } = rareValues(this.#layout);
    cells.fill(K.NO_CELL);
    for (let i = 0; i < count; i++) {
      const cell = this.#rareCells.at(i);
      let slot = firstSlot(cell, mask);
      while (cells[slot] !== K.NO_CELL) slot = (slot + 1) & mask;
      cells[slot] = cell;
      numbers[slot] = this.#rareNumbers.at(i);
    }
  }
}

function rareValues({ memory, table }: ProofMemory) {
  const words = new Uint32Array(memory.buffer, table, K.TABLE_WORDS);
  const mask = words[K.T_RARE_MASK]!;
  return {
    cells: new Uint32Array(memory.buffer, words[K.T_RARE_CELLS], mask + 1),
    numbers: new Uint16Array(memory.buffer, words[K.T_RARE_NUMBERS], mask + 1),
    mask,
  };
}

function firstSlot(cell: number, mask: number): number {
  return Math.imul(cell, 0x9e37_79b1) & mask;
}

/** Reads the numbers of the resident side's values, of as many cells as there is room for. */
export function readResident(layout: ProofLayout, first: number, into: Uint16Array): void {
  const bytes = residentBytes(layout);
  const numberAt = residentReader(layout);
  for (let i = 0; i < into.length; i++) {
    const byte = bytes[first + i]!;
    into[i] = byte === K.RARE ? numberAt(first + i) : byte;
  }
}

/** The same of one cell. */
export function residentReader(layout: ProofLayout): CodeReader {
  const bytes = residentBytes(layout);
  const { cells, numbers, mask } = rareValues(layout);
  return (cell) => {
    const byte = bytes[cell]!;
    if (byte !== K.RARE) return byte;
    let slot = firstSlot(cell, mask);
    while (cells[slot] !== cell) slot = (slot + 1) & mask;
    return numbers[slot]!;
  };
}

/** A view of a chunk's codes. */
export function slotCodes({ memory, wide }: ProofLayout, { codes }: Slot, { count }: Chunk): Codes {
  return wide ? new Uint16Array(memory.buffer, codes, count) : new Uint8Array(memory.buffer, codes, count);
}

/** Bits by place in a chunk: who may be forced to chase for ever, and some more; and who is stored as a seed. */
export function slotBits({ memory }: ProofLayout, { chasing, seeds }: Slot, { count }: Chunk) {
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
        bytes[at >>> 2]! |= classOf[codes[place + i]!]! << (2 * (at & 3));
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

/** The resident side and the inputs as the plain program sees them; of inputs only what a capture makes of a value is right. */
export function laidPlanes(layout: ProofLayout, index: EndgameIndex, resident: Colour) {
  const inputs = new Map<string, DecodedTable>();
  for (const side of layout.inputs) {
    const { header, turn, values, address, bits } = side;
    const name = header.info.endgame;
    const known = inputs.get(name) ?? { header, lists: { red: [], black: [] }, red: null, black: null };
    const classes =
      bits === 16
        ? new Uint16Array(layout.memory.buffer, address, header.cells)
        : new Uint8Array(layout.memory.buffer, address, Math.ceil((header.cells * bits) / 8));
    const reader: CodeReader =
      bits === 2 ? (cell) => (classes[cell >>> 2]! >> (2 * (cell & 3))) & 3 : (cell) => classes[cell]!;
    inputs.set(name, {
      ...known,
      lists: { ...known.lists, [turn]: values },
      read: { ...known.read, [turn]: reader },
    });
  }
  const { header, numberings } = layout;
  // A cell that is no legal position has a value of no meaning, and is never asked for.
  const lists = { red: numberings.red.values, black: numberings.black.values };
  const table = { header, lists, red: null, black: null, read: { [resident]: residentReader(layout) } };
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

/** What all threads have counted on their way. */
export function readSurvey({ memory, scratch }: ProofLayout): Survey {
  const view = new DataView(memory.buffer);
  const positions = (place: number) =>
    scratch.reduce((sum, at) => sum + Number(view.getBigUint64(at + K.SCRATCH_BYTES + place, true)), 0) / 2;
  return {
    onlyWinningMoves: { red: positions(K.R_ONLY_RED), black: positions(K.R_ONLY_BLACK) },
    zugzwangs: {
      both: positions(K.R_ZUGZWANG_BOTH),
      red: positions(K.R_ZUGZWANG_RED),
      black: positions(K.R_ZUGZWANG_BLACK),
    },
  };
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
