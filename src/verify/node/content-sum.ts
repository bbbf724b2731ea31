/** The content sum of a table, computed from what its file holds: which cells are legal is found by the rules of the game. */
import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import {
  type ContentSum,
  NO_OUTCOME,
  type ValueRanks,
  contentSum,
  outcomeNumbers,
  outcomeSum,
} from "../../table/format/content-sum.ts";
import { DamagedTableError } from "../../table/format/errors.ts";
import { bytesOfCode, type Codes, type TableHeader } from "../../table/format/header.ts";
import type { Table } from "../../table/read/table.ts";
import type { Value } from "../../table/value.ts";
import { checkMemory } from "../../base/node/memory.ts";
import { noneOf } from "../../table/rows/quiet-rows.ts";
import { COLOURS, type Colour } from "../../xiangqi/pieces.ts";
import type { ProofTally } from "../plain/tally.ts";
import type { NewHash } from "../../base/sha256.ts";

/** Cells between two looks at the signal. */
const CHUNK_CELLS = 65_536;

export interface SumOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called with the share done, 0..1. */
  readonly onProgress?: (done: number) => void;
}

/** Memory for each cell, at most; for one whose codes take two bytes, twice as much. */
const BYTES_PER_CELL = 3;

/**
 * Which cells are legal is found row by row, by the same kernel that reads derived sides: were it wrong, the sum would be none that
 * anybody has proven.
 * @throws DamagedTableError, SourceError, InputError `not-enough-memory` before anything is read, `signal.reason` when aborted
 */
export async function sumOfTable(table: Table, newHash: NewHash, options: SumOptions = {}): Promise<string> {
  const { header, file } = table;
  checkMemory(`summing the values of ${header.info.endgame}`, BYTES_PER_CELL * bytesOfCode(header) * header.cells);
  const histogram = await table.readHistogram();
  const occurring = header.values.filter((_, code) => histogram.red[code]! + histogram.black[code]! > 0);
  const sum = new CodeSum(header, occurring, newHash);
  for (const turn of COLOURS) {
    options.signal?.throwIfAborted();
    const codes = await table.readCells(turn);
    const list = header.lists[turn];
    const illegal = noneOf(header.bytesPerCode);
    for (let first = 0; first < codes.length; first += CHUNK_CELLS) {
      options.signal?.throwIfAborted();
      const chunk = codes.subarray(first, first + CHUNK_CELLS);
      const unknown = sum.addMarked(chunk, list, illegal);
      if (unknown >= 0) throw new DamagedTableError(file, `its histogram lacks code ${unknown}, which occurs`);
      options.onProgress?.((first + chunk.length) / codes.length / 2 + (turn === "red" ? 0 : 0.5));
      await setImmediate();
    }
  }
  const { absent } = sum;
  if (absent !== undefined)
    throw new DamagedTableError(file, `its histogram counts the value ${absent}, which is nowhere`);
  return sum.digest();
}

/** A side that was checked. */
interface CheckedSide {
  /** Gives the codes of `count` cells from `first` on, until it is asked for others. */
  readonly read: (first: number, count: number) => Codes;
  /** What they stand for. */
  readonly list: readonly Value[];
  /** A code that cells have which are no legal position; or how that is asked. */
  readonly illegal: number | ((cell: number) => boolean);
}

/** Of a table that was just checked, in hexadecimal. */
export interface CheckedSums {
  /** The content sum. */
  readonly sum: string;
  /** The sum over outcomes. */
  readonly outcomeSum: string;
}

/**
 * The sums of a table that was just checked: of its values, and of what the check found legal.
 * @param sideOf is asked for one side, then for the other
 * @throws `signal.reason` when aborted
 */
export async function sumsOfChecked(
  header: TableHeader,
  { red, black }: ProofTally,
  sideOf: (turn: Colour) => CheckedSide,
  { signal, onProgress }: SumOptions,
): Promise<CheckedSums> {
  const { cells, values } = header;
  const occurring = values.filter((_, code) => red.halves[code]! + black.halves[code]! > 0);
  const newHash: NewHash = () => createHash("sha256");
  const sum = new CodeSum(header, occurring, newHash);
  const outcomes = outcomeSum(header.info, cells, newHash);
  const room = new Uint8Array(CHUNK_CELLS);
  for (const turn of COLOURS) {
    const { read, list, illegal } = sideOf(turn);
    const numbers = outcomeNumbers(list);
    for (let first = 0; first < cells; first += CHUNK_CELLS) {
      signal?.throwIfAborted();
      const codes = read(first, Math.min(CHUNK_CELLS, cells - first));
      const numbered = room.subarray(0, codes.length);
      for (let i = 0; i < codes.length; i++) numbered[i] = numbers[codes[i]!]!;
      if (typeof illegal === "number") sum.addMarked(codes, list, illegal);
      else {
        sum.add(codes, list, (i) => !illegal(first + i));
        for (let i = 0; i < codes.length; i++) if (illegal(first + i)) numbered[i] = NO_OUTCOME;
      }
      outcomes.update(numbered);
      onProgress?.((first + codes.length) / cells / 2 + (turn === "red" ? 0 : 0.5));
      await setImmediate();
    }
  }
  return { sum: sum.digest(), outcomeSum: outcomes.digest() };
}

/** Sums codes as a file has them, at most CHUNK_CELLS at a time. */
class CodeSum {
  readonly #sum: ContentSum;
  /** The place of a value in the list of values. */
  readonly #rankOf: ReadonlyMap<Value, number>;
  readonly #ranksOf = new Map<readonly Value[], Int32Array>();
  readonly #met: Uint8Array;
  readonly #room: ValueRanks;
  readonly #occurring: readonly Value[];

  constructor({ info, cells }: TableHeader, occurring: readonly Value[], newHash: NewHash) {
    this.#sum = contentSum(info, cells, occurring, newHash);
    this.#rankOf = new Map(this.#sum.values.map((value, rank) => [value, rank]));
    this.#met = new Uint8Array(this.#sum.values.length);
    this.#room = this.#sum.newRanks(CHUNK_CELLS);
    this.#occurring = occurring;
  }

  /**
   * @param list what the codes stand for
   * @returns a code that occurs though its value was said not to; -1: there is none
   */
  add(codes: Codes, list: readonly Value[], isLegal: (i: number) => boolean): number {
    let rankOf = this.#ranksOf.get(list);
    if (rankOf === undefined) {
      rankOf = Int32Array.from(list, (value) => this.#rankOf.get(value) ?? -1);
      this.#ranksOf.set(list, rankOf);
    }
    const ranks = this.#room.subarray(0, codes.length);
    for (let i = 0; i < codes.length; i++) {
      if (!isLegal(i)) {
        ranks[i] = this.#sum.mark;
        continue;
      }
      const rank = rankOf[codes[i]!] ?? -1;
      if (rank < 0) return codes[i]!;
      this.#met[rank] = 1;
      ranks[i] = rank;
    }
    this.#sum.update(ranks);
    return -1;
  }

  /** The same where illegal cells have a code of their own. */
  addMarked(codes: Codes, list: readonly Value[], illegal: number): number {
    const rankOf = new Int32Array(illegal + 1).fill(-1);
    list.forEach((value, code) => (rankOf[code] = this.#rankOf.get(value) ?? -1));
    rankOf[illegal] = this.#sum.mark;
    const seen = new Uint8Array(illegal + 1);
    const ranks = this.#room.subarray(0, codes.length);
    for (let i = 0; i < codes.length; i++) {
      const code = codes[i]!;
      ranks[i] = rankOf[code]!;
      seen[code] = 1;
    }
    seen[illegal] = 0;
    const unknown = seen.findIndex((is, code) => is !== 0 && rankOf[code]! < 0);
    if (unknown >= 0) return unknown;
    seen.forEach((is, code) => is !== 0 && (this.#met[rankOf[code]!] = 1));
    this.#sum.update(ranks);
    return -1;
  }

  /** A value that was said to occur and was not met. */
  get absent(): Value | undefined {
    return this.#occurring.find((value) => this.#met[this.#sum.values.indexOf(value)] === 0);
  }

  digest(): string {
    return this.#sum.digest();
  }
}
