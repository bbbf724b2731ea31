/** Who wins: all that an endgame is to those that capture into it, to conversion. */
import { fileOrder, type FileOrder } from "../endgame/file-order.ts";
import type { EndgameIndex } from "../endgame/index.ts";
import type { Codes } from "../table/header.ts";
import { visitSlabs } from "../table/places.ts";
import type { Table } from "../table/table.ts";
import { isDependent, isLoss, isWin, type Value } from "../table/value.ts";
import { COLOURS, type Colour } from "../xiangqi/pieces.ts";
import { mirrorSquare, SQUARES } from "../xiangqi/squares.ts";
import { SharedBytes, type Slot } from "./planes.ts";

import { valueOfMark, LEVEL_ZERO, type Level, type Tape } from "./tape.ts";
import { BIT_OF_SQUARE } from "./vector/geometry.ts";

/** Words of a bit vector. */
const WORDS = 4;

/**
 * The sets of slots that are won, and lost, for their side to move: a bit vector (vector/geometry.ts) for each vector, or, where
 * vectors have one cell as there is no inner man, for 90 of them.
 */
export interface Outcomes {
  readonly index: EndgameIndex;
  /** Of length 0 where they are empty. What illegal cells hold is not defined. */
  readonly won: Readonly<Record<Colour, Uint32Array>>;
  readonly lost: Readonly<Record<Colour, Uint32Array>>;
  /** What is not certain under the Chinese rules, draws included: then `won` and `lost` are by the default reading. */
  readonly depends?: Readonly<Record<Colour, Uint32Array>>;
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

/**
 * @param levels what the marks of the tape mean
 * @param isAsked which sets; others are left empty
 */
export function outcomesOfTape(
  index: EndgameIndex,
  tape: Tape,
  levels: readonly Level[] = [LEVEL_ZERO],
  isAsked: (kind: OutcomeKind, turn: Colour) => boolean = () => true,
): Outcomes {
  const values = Array.from(tape.weights().red, (_, mark) => valueOfMark(levels, mark));
  const setOf = (wanted: Colour, kind: OutcomeKind) =>
    isAsked(kind, wanted) && tape.extents.some(({ turn, mark }) => turn === wanted && HOLDS[kind](values[mark]!))
      ? newSet(index)
      : new Uint32Array();
  const both = (kind: OutcomeKind) => ({ red: setOf("red", kind), black: setOf("black", kind) });
  const outcomes = { index, won: both("won"), lost: both("lost"), depends: both("depends") };
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

export async function outcomesOfTable(table: Table): Promise<Outcomes> {
  const { index, header } = table;
  const { lists, order } = header;
  const setOf = (turn: Colour, isWanted: (value: Value) => boolean) =>
    lists[turn].some(isWanted) ? newSet(index) : new Uint32Array();
  const both = (kind: OutcomeKind) => ({ red: setOf("red", HOLDS[kind]), black: setOf("black", HOLDS[kind]) });
  const outcomes = { index, won: both("won"), lost: both("lost"), depends: both("depends") };
  if (index.inner === null) return outcomes;
  const codes = await table.readBothPlaces();
  for (const turn of COLOURS) {
    for (const kind of KINDS) {
      const set = outcomes[kind][turn];
      if (set.length === 0) continue;
      const holds = new Uint8Array(256 ** codes[turn].BYTES_PER_ELEMENT);
      lists[turn].forEach((value, code) => (holds[code] = HOLDS[kind](value) ? 1 : 0));
      addCodes(index, order === "index" ? null : fileOrder(index), codes[turn], holds, set);
    }
  }
  return outcomes;
}

/** From codes at the places of a file to bit vectors. @param holds for each code 1 or 0: its cells are in the set or not */
function addCodes(
  index: EndgameIndex,
  order: FileOrder | null,
  codes: Codes,
  holds: Uint8Array,
  set: Uint32Array,
): void {
  const { black, red } = index;
  const { count, mirror } = black;
  const words = Array.from({ length: WORDS }, () => new Uint32Array(red.count * count));
  visitSlabs(index, order, (place, blocks) => {
    for (let square = 0; square < SQUARES; square++) {
      for (let i = 0; i < blocks.length; i++, place += count) {
        const bit = BIT_OF_SQUARE[blocks[i]! < 0 ? mirrorSquare(square) : square]!;
        addRun(words[bit >> 5]!, i * count, count, codes, place, holds, bit & 31);
      }
    }
    for (let i = 0; i < blocks.length; i++) {
      const mirrored = blocks[i]! < 0;
      const first = (mirrored ? -1 - blocks[i]! : blocks[i]!) * count;
      for (let f = 0; f < count; f++) {
        const vector = (first + (mirrored ? mirror[f]! : f)) * WORDS;
        for (let word = 0; word < WORDS; word++) set[vector + word] = words[word]![i * count + f]!;
      }
    }
    for (const word of words) word.fill(0);
  });
}

function addRun(
  words: Uint32Array,
  at: number,
  count: number,
  codes: Codes,
  place: number,
  holds: Uint8Array,
  shift: number,
): void {
  for (let i = 0; i < count; i++) words[at + i]! |= holds[codes[place + i]!]! << shift;
}
