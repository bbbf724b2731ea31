/** Who wins: all that an endgame is to those that capture into it, to conversion. */
import type { EndgameIndex } from "../endgame/index.ts";
import type { Codes } from "../table/header.ts";
import type { Table } from "../table/table.ts";
import { isDependent, isLoss, isWin, type Value } from "../table/value.ts";
import { COLOURS, type Colour } from "../xiangqi/pieces.ts";
import { SQUARES } from "../xiangqi/squares.ts";
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
  const holds = { won: isWin, lost: isLoss, depends: isDependent };
  const setOf = (wanted: Colour, kind: OutcomeKind) =>
    isAsked(kind, wanted) && tape.extents.some(({ turn, mark }) => turn === wanted && holds[kind](values[mark]!))
      ? newSet(index)
      : new Uint32Array();
  const both = (kind: OutcomeKind) => ({ red: setOf("red", kind), black: setOf("black", kind) });
  const outcomes = { index, won: both("won"), lost: both("lost"), depends: both("depends") };
  for (const extent of tape.extents) {
    const { turn, mark, band } = extent;
    const value = values[mark]!;
    const sets = KINDS.filter((kind) => outcomes[kind][turn].length > 0 && holds[kind](value));
    if (sets.length === 0) continue;
    const records = tape.recordsOf(extent);
    for (const kind of sets) addRecords(outcomes[kind][turn], tape.firstVector(band), records);
  }
  return outcomes;
}

const KINDS: readonly OutcomeKind[] = ["won", "lost", "depends"];

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
  const { values, lists } = header;
  const setOf = (turn: Colour, isWanted: (value: Value) => boolean) =>
    lists[turn].some(isWanted) ? newSet(index) : new Uint32Array();
  const both = (holds: (value: Value) => boolean) => ({ red: setOf("red", holds), black: setOf("black", holds) });
  const outcomes = { index, won: both(isWin), lost: both(isLoss), depends: both(isDependent) };
  if (index.inner === null) return outcomes;
  const kinds = Uint8Array.from(
    values,
    (value) => (isWin(value) ? WON : isLoss(value) ? LOST : 0) | (isDependent(value) ? DEPENDENT : 0),
  );
  for (const turn of COLOURS) addCodes(index, await table.readSide(turn), kinds, outcomes, turn);
  return outcomes;
}

const WON = 1;
const LOST = 2;
const DEPENDENT = 4;

/** From cells (block, square, formation) to bit vectors (block, formation). */
function addCodes(
  index: EndgameIndex,
  codes: Codes,
  kinds: Uint8Array,
  outcomes: Required<Outcomes>,
  turn: Colour,
): void {
  const [won, lost, depends] = [outcomes.won[turn], outcomes.lost[turn], outcomes.depends[turn]];
  const formations = index.black.count;
  let cell = 0;
  for (let block = 0; block < index.blocks.length; block++) {
    for (let square = 0; square < SQUARES; square++) {
      const bit = BIT_OF_SQUARE[square]!;
      const mask = 1 << (bit & 31);
      let word = block * formations * WORDS + (bit >> 5);
      for (let f = 0; f < formations; f++, word += WORDS) {
        const kind = kinds[codes[cell++]!]!;
        if (kind === 0) continue;
        if (kind & WON) won[word]! |= mask;
        else if (kind & LOST) lost[word]! |= mask;
        if (kind & DEPENDENT) depends[word]! |= mask;
      }
    }
  }
}
