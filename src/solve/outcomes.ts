/** Who wins: all that an endgame is to those that capture into it, to conversion. */
import { fileOrder, type FileOrder } from "../endgame/file-order.ts";
import type { EndgameIndex } from "../endgame/index.ts";
import type { Codes } from "../table/format/header.ts";
import { type PieceOfSlabs, piecesOfSlabs, visitSlabs } from "../table/read/stored.ts";
import { RowRoom } from "../table/rows/row-room.ts";
import type { Table } from "../table/read/table.ts";
import { isDependent, isLoss, isWin } from "../table/value.ts";
import { COLOURS, type Colour } from "../xiangqi/pieces.ts";
import { mirrorSquare, SQUARES, type Square } from "../xiangqi/squares.ts";
import { BIT_OF_SQUARE, type Planes, SharedBytes, type Slot } from "./planes.ts";
import { valueOfMark, LEVEL_ZERO, type Level, type Tape } from "./tape.ts";

/** Of a bit vector. */
const WORDS = 4;
const VECTOR_BYTES = 4 * WORDS;

/**
 * The sets of slots that are won, and lost, for their side to move: a bit vector (`bitVector` in planes.ts) for each vector, or, where
 * vectors have one cell as there is no inner man, for 90 of them.
 */
export interface Outcomes {
  readonly index: EndgameIndex;
  /** Whether cells count that nobody asks for, of positions that have two by the twins of their inner man. Default: they hold anything. */
  readonly hasDoubles?: boolean;
  /** The side to move that they are of; of the other one nothing is known then. Default: both. */
  readonly only?: Colour;
  /** Of length 0 where they are empty. What illegal cells hold is not defined. */
  readonly won: Readonly<Record<Colour, Uint32Array>>;
  readonly lost: Readonly<Record<Colour, Uint32Array>>;
  /** What is not certain under the Chinese rules, draws included: then `won` and `lost` are by the default reading. */
  readonly depends?: Readonly<Record<Colour, Uint32Array>>;
}

/** What an endgame is worth to those that capture into it: outcomes, or to mate distances. */
export type Sub = Outcomes | Planes;

/** Whether they are of this side to move, alone or with the other one. */
export function hasSide({ only }: Outcomes, turn: Colour): boolean {
  return only === undefined || only === turn;
}

/** @throws Error when they are of the other side alone */
export function checkSide(outcomes: Outcomes, turn: Colour): void {
  const { index, only } = outcomes;
  if (!hasSide(outcomes, turn)) throw new Error(`of ${index.endgame.name} only ${only} to move is known`);
}

/** An empty set, in memory that all threads see. */
export function newSet(index: EndgameIndex): Uint32Array {
  return new Uint32Array(new SharedBytes(Math.ceil(index.cells / SQUARES) * WORDS * 4));
}

export function outcomesBytes({ won, lost, depends }: Outcomes): number {
  return [won, lost, ...(depends ? [depends] : [])].reduce(
    (sum, { red, black }) => sum + red.byteLength + black.byteLength,
    0,
  );
}

export function addSlot(set: Uint32Array, slot: Slot): void {
  const bit = BIT_OF_SQUARE[slot % SQUARES]!;
  set[Math.floor(slot / SQUARES) * WORDS + (bit >> 5)]! |= 1 << (bit & 31);
}

export function removeSlot(set: Uint32Array, slot: Slot): void {
  const bit = BIT_OF_SQUARE[slot % SQUARES]!;
  set[Math.floor(slot / SQUARES) * WORDS + (bit >> 5)]! &= ~(1 << (bit & 31));
}

export function hasSlot(set: Uint32Array, slot: Slot): boolean {
  const bit = BIT_OF_SQUARE[slot % SQUARES]!;
  return ((set[Math.floor(slot / SQUARES) * WORDS + (bit >> 5)]! >>> (bit & 31)) & 1) === 1;
}

export type OutcomeKind = "won" | "lost" | "depends";

/** @param holds whether there is something in a set */
function newOutcomes(
  index: EndgameIndex,
  only: Colour | undefined,
  holds: (kind: OutcomeKind, turn: Colour) => boolean,
): Required<Omit<Outcomes, "only" | "hasDoubles">> & Pick<Outcomes, "only"> {
  const setOf = (kind: OutcomeKind, turn: Colour) =>
    (only === undefined || only === turn) && holds(kind, turn) ? newSet(index) : new Uint32Array();
  const both = (kind: OutcomeKind) => ({ red: setOf(kind, "red"), black: setOf(kind, "black") });
  return { index, ...(only && { only }), won: both("won"), lost: both("lost"), depends: both("depends") };
}

/**
 * @param levels what the marks of the tape mean
 * @param only the side to move that is asked for. Default: both
 * @param kinds which sets; others are left empty
 */
export function outcomesOfTape(
  index: EndgameIndex,
  tape: Tape,
  levels: readonly Level[] = [LEVEL_ZERO],
  only?: Colour,
  kinds: readonly OutcomeKind[] = KINDS,
): Outcomes {
  const values = Array.from(tape.weights().red, (_, mark) => valueOfMark(levels, mark));
  const outcomes = newOutcomes(
    index,
    only,
    (kind, wanted) =>
      kinds.includes(kind) && tape.extents.some(({ turn, mark }) => turn === wanted && HOLDS[kind](values[mark]!)),
  );
  for (const extent of tape.extents) {
    const { turn, mark, band } = extent;
    const value = values[mark]!;
    const sets = KINDS.filter((kind) => outcomes[kind][turn].length > 0 && HOLDS[kind](value));
    if (sets.length === 0) continue;
    const records = tape.recordsOf(extent);
    for (const kind of sets) addRecords(outcomes[kind][turn], tape.firstVector(band), records);
  }
  return outcomes;
}

const KINDS: readonly OutcomeKind[] = ["won", "lost", "depends"];
const HOLDS = { won: isWin, lost: isLoss, depends: isDependent };

/** As visitRecords says, but at once: every table that is built waits for this. */
function addRecords(set: Uint32Array, firstVector: number, records: Uint32Array): void {
  const squares = new Uint8Array(records.buffer, records.byteOffset, records.byteLength);
  const { length } = records;
  for (let at = 0; at < length;) {
    const record = records[at++]!;
    const first = (firstVector + (record >>> 4)) * WORDS;
    const count = record & 15;
    if (count === 0) {
      for (let word = 0; word < WORDS; word++) set[first + word]! |= records[at++]!;
      continue;
    }
    const end = at * 4 + count;
    for (let i = at * 4; i < end; i++) {
      const bit = BIT_OF_SQUARE[squares[i]!]!;
      set[first + (bit >> 5)]! |= 1 << (bit & 31);
    }
    at += (count + 3) >> 2;
  }
}

/**
 * Memory: of a side that is derived the codes of the other one, else those of some cells.
 * @param only the side to move that is asked for. Default: both
 * @throws `signal.reason` when aborted
 */
export async function outcomesOfTable(table: Table, only?: Colour, signal?: AbortSignal): Promise<Outcomes> {
  const { index, header } = table;
  const outcomes = newOutcomes(index, only, (kind, turn) => header.lists[turn].some(HOLDS[kind]));
  if (index.inner === null) return outcomes;
  const order = header.layout === "index" ? null : fileOrder(index);
  const pieces = piecesOfSlabs(index, order, PIECE_CELLS);
  const reader = new SetReader(index, order, header.bytesPerCode);
  for (const turn of COLOURS) {
    const list = header.lists[turn];
    const asked = KINDS.filter((kind) => outcomes[kind][turn].length > 0);
    if (asked.length === 0) continue;
    const sets = asked.map((kind) => ({ set: outcomes[kind][turn], runs: runsOf(list.map(HOLDS[kind])) }));
    let piece = 0;
    for await (const codes of table.readPieces(turn, pieces, signal)) reader.add(pieces[piece++]!, codes, sets);
  }
  return outcomes;
}

/** Cells that are read at once. */
const PIECE_CELLS = 2 ** 20;

/** Codes that follow one another: the first, and how many come after it. */
type Run = readonly [low: number, span: number];

/** The runs of codes that are in a set. */
function runsOf(isIn: readonly boolean[]): Run[] {
  const runs: Run[] = [];
  for (let low = 0; low < isIn.length; low++) {
    if (!isIn[low]) continue;
    let end = low;
    while (isIn[end + 1]) end++;
    runs.push([low, end - low]);
    low = end;
  }
  return runs;
}

/** Turns codes as they lie in a file into bit vectors, row by row in the kernel of rows (table/rows/row-room.ts). */
class SetReader {
  readonly #index: EndgameIndex;
  readonly #order: FileOrder | null;
  readonly #wide: boolean;
  readonly #room = new RowRoom();
  /** Codes of a row; for each set a row of each byte of its vectors; vectors. */
  readonly #codes: number;
  readonly #bytes: number[] = [];
  readonly #vectors: number;
  readonly #stride: number;

  constructor(index: EndgameIndex, order: FileOrder | null, bytesPerCode: 1 | 2) {
    this.#index = index;
    this.#order = order;
    this.#wide = bytesPerCode === 2;
    const entries = index.red.count * index.black.count;
    this.#stride = Math.ceil(entries / 16) * 16;
    this.#codes = this.#room.take(bytesPerCode * entries);
    this.#vectors = this.#room.take(VECTOR_BYTES * entries);
  }

  add(
    piece: PieceOfSlabs,
    codes: Codes,
    sets: readonly { readonly set: Uint32Array; readonly runs: readonly Run[] }[],
  ): void {
    const room = this.#room;
    while (this.#bytes.length < sets.length) this.#bytes.push(room.take(VECTOR_BYTES * this.#stride));
    visitSlabs(this.#index, this.#order, piece, (first, blocks) => {
      for (let set = 0; set < sets.length; set++) {
        room.bytes.fill(0, this.#bytes[set]!, this.#bytes[set]! + VECTOR_BYTES * this.#stride);
      }
      const length = blocks.length * this.#index.black.count;
      for (let square = 0, at = first - piece.first; square < SQUARES; square++, at += length) {
        room.write(this.#codes, codes.subarray(at, at + length));
        sets.forEach(({ runs }, set) => this.#addRow(this.#bytes[set]!, square, blocks, runs));
      }
      sets.forEach(({ set }, i) => this.#store(this.#bytes[i]!, blocks, set));
    });
  }

  /** The cells of a square. Those of some blocks hold mirror images. */
  #addRow(bytes: number, square: Square, blocks: Int32Array, runs: readonly Run[]): void {
    const { kernel } = this.#room;
    const { count } = this.#index.black;
    for (let from = 0, to = 1; from < blocks.length; from = to++) {
      const mirrored = blocks[from]! < 0;
      while (to < blocks.length && blocks[to]! < 0 === mirrored) to++;
      const bit = BIT_OF_SQUARE[mirrored ? mirrorSquare(square) : square]!;
      const into = bytes + (bit >> 3) * this.#stride + from * count;
      const codes = this.#codes + from * count * (this.#wide ? 2 : 1);
      for (const [low, span] of runs) {
        kernel.addBits(into, codes, 1 << (bit & 7), low, span, (to - from) * count, this.#wide);
      }
    }
  }

  #store(bytes: number, blocks: Int32Array, set: Uint32Array): void {
    const room = this.#room;
    const { count, mirror } = this.#index.black;
    room.kernel.turnBytes(this.#vectors, bytes, this.#stride, blocks.length * count);
    const vectors = new Uint32Array(room.bytes.buffer, this.#vectors, blocks.length * count * WORDS);
    for (let i = 0; i < blocks.length; i++) {
      const own = vectors.subarray(i * count * WORDS, (i + 1) * count * WORDS);
      if (blocks[i]! >= 0) set.set(own, blocks[i]! * count * WORDS);
      else {
        const first = (-1 - blocks[i]!) * count;
        for (let f = 0; f < count; f++) {
          for (let word = 0; word < WORDS; word++) set[(first + mirror[f]!) * WORDS + word] = own[f * WORDS + word]!;
        }
      }
    }
  }
}
