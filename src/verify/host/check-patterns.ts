/**
 * Patterns of perpetual checks of one side, level by level, by the proof kernel (kernel/assembly/check-patterns.ts); and who
 * may be in those of chases, which are found on a graph (perpetuals).
 */
import type { Colour } from "../../xiangqi/pieces.ts";
import * as K from "../kernel/assembly/layout.ts";
import type { CheckedLevel } from "../asian/levels.ts";
import { NumberList, cellOfKey, keyOf } from "../asian/positions.ts";
import type { Suspects } from "../asian/suspects.ts";
import type { TableHeader } from "../../table/format/header.ts";
import type { ProofKernelMemory } from "./kernel-memory.ts";
import type { ProofKernel } from "./proof-kernel.ts";
import type { ProofLayout } from "./proof-layout.ts";

const MOST_STACKED = 2 ** 20;

function runsOf({ cells }: Pick<TableHeader, "cells">): number {
  return Math.ceil(cells / K.RUN_CELLS);
}

/** Of where the runs of a set begin. */
function ranksBytes(header: Pick<TableHeader, "cells">): number {
  return 4 * (runsOf(header) + 1);
}

/** Bytes of the sets that suspects and the positions after their checks are found in, beside those for each of them. */
export function setBytes(header: Pick<TableHeader, "cells">): number {
  return 2 * ranksBytes(header);
}

/** Of each suspect, and of each position after a check. */
const SUSPECT_BYTES = 9;
const CHECKED_BYTES = 2;

/** Lists of suspects, as the kernel makes them (K.SUSPECT_BYTES); each call gives them all. */
export type SuspectLists = () => Iterable<Uint8Array>;

/** Writes a cell as such lists have it. */
export function setCell(list: DataView, at: number, cell: number): void {
  list.setUint32(at, cell % 2 ** 32, true);
  list.setUint8(at + 4, Math.floor(cell / 2 ** 32));
}

/** Suspects of chases as such a list. */
export function chaseList({ keys, levels, edges, to, reached, suspect, from }: Suspects): Uint8Array {
  const level = (order: number) => Math.min(K.UNDECIDED, order);
  const first = new Uint16Array(keys.length).fill(K.UNDECIDED);
  suspect.forEach((number, i) => (first[number] = Math.min(first[number]!, from[i]!)));
  const list = new DataView(new ArrayBuffer(K.SUSPECT_BYTES * keys.length + K.CHECK_BYTES * to.length));
  let at = 0;
  for (let number = 0, edge = 0; number < keys.length; number++) {
    setCell(list, at, cellOfKey(keys[number]!));
    list.setUint8(at + K.CELL_BYTES, level(levels[number]!));
    list.setUint8(at + K.CELL_BYTES + 1, first[number]!);
    list.setUint8(at + K.CELL_BYTES + 2, edges[number]!);
    at += K.SUSPECT_BYTES;
    for (const end = edge + edges[number]!; edge < end; edge++, at += K.CHECK_BYTES) {
      setCell(list, at, cellOfKey(to[edge]!));
      list.setUint8(at + K.CELL_BYTES, level(reached[edge]!));
    }
  }
  return new Uint8Array(list.buffer);
}

/**
 * Puts the suspects of a side into the kernel's memory, in place of what the walks needed.
 * @param kernel has taken up the side
 * @param chases they are of chases, not of checks
 * @param checkRoom told how many bytes are to be taken beside those that the kernel has
 * @returns how many there are
 */
export function layOutLevels(
  memory: ProofKernelMemory,
  layout: ProofLayout,
  kernel: ProofKernel,
  lists: SuspectLists,
  chases: boolean,
  checkRoom: (bytes: number) => void,
): number {
  const levels = layout.levels!;
  const set = (word: number, value: number) => (memory.words(levels, K.LEVEL_WORDS)[word] = value);
  memory.giveBack(layout.walks);
  set(K.L_CHASES, chases ? 1 : 0);
  set(K.L_LIST, memory.take(8 * K.L_LIST_LENGTH));
  for (const word of [K.L_RANKS, K.L_CHECKED_RANKS]) {
    const bytes = ranksBytes(layout.header);
    const address = memory.take(bytes);
    new Uint8Array(memory.memory.buffer, address, bytes).fill(0);
    set(word, address);
  }
  /** Hands all lists to the kernel, one after another, at the end of the memory. */
  const hand = (to: (list: number, end: number) => void): void => {
    const at = memory.used;
    kernel.beginLevels(levels);
    for (const list of lists()) {
      to(memory.put(list), at + list.byteLength);
      memory.giveBack(at);
    }
  };
  hand(kernel.countSuspects);
  const most = { suspects: kernel.beginRuns(false) >>> 0, checks: kernel.beginRuns(true) >>> 0 };
  const needed = memory.used + SUSPECT_BYTES * most.suspects + CHECKED_BYTES * most.checks;
  checkRoom(Math.max(0, needed - memory.memory.buffer.byteLength));
  set(K.L_SET, memory.take(most.suspects + K.PLACES_AT_ONCE));
  set(K.L_CHECKED, memory.take(most.checks + K.PLACES_AT_ONCE));
  hand(kernel.placeSuspects);
  const suspects = kernel.sortRuns(false) >>> 0;
  const checks = kernel.sortRuns(true) >>> 0;
  const stacked = Math.min(MOST_STACKED, suspects);
  set(K.L_COUNT, suspects);
  set(K.L_STACK_CELLS, stacked);
  const arrays = [
    [K.L_FROM, suspects],
    [K.L_LEVEL, suspects],
    [K.L_STATE, suspects],
    [K.L_WITNESS, 4 * suspects],
    [K.L_WITNESS_LEVEL, suspects],
    [K.L_CHECKED_LEVEL, checks],
    [K.L_STACK, 8 * stacked],
  ] as const;
  for (const [word, bytes] of arrays) set(word, memory.take(bytes));
  hand(kernel.fillSuspects);
  return suspects;
}

/** Makes the patterns of one side that may be forced to check for ever. */
export class CheckPatterns {
  readonly #kernel: ProofKernel;
  readonly #layout: ProofLayout;
  readonly #turn: Colour;

  /** @param kernel has taken up the levels of the side */
  constructor(kernel: ProofKernel, layout: ProofLayout, turn: Colour) {
    this.#kernel = kernel;
    this.#layout = layout;
    this.#turn = turn;
  }

  /**
   * The pattern of a level, from 1 on, to be asked for one after another; behind the last order what is left.
   * @param all list those as well who are both losses and seeds
   */
  make(level: number, all: boolean): CheckedLevel {
    this.#kernel.pattern(level);
    this.#kernel.beginListing();
    const losses = new NumberList(Float64Array);
    const seeds = new NumberList(Float64Array);
    const { memory, levels } = this.#layout;
    for (let count = K.L_LIST_LENGTH; count === K.L_LIST_LENGTH;) {
      count = this.#kernel.listDifferences(level, all);
      const out = new Uint32Array(memory.buffer, levels!, K.LEVEL_WORDS)[K.L_LIST]!;
      for (const { cell, state } of listed(memory, out, count)) {
        const key = keyOf(cell, this.#turn);
        if (state & K.ALIVE) losses.push(key);
        if (state & K.SEED) seeds.push(key);
      }
    }
    const agreed = all ? 0 : this.#kernel.agreedSeeds();
    return { losses: losses.toArray(), seeds: seeds.toArray(), agreed };
  }

  /** The cells of those who are in the set of some level from 1 to the last. */
  meet(last: number): Float64Array<ArrayBuffer> {
    for (let level = 1; level <= last; level++) this.#kernel.pattern(level);
    this.#kernel.beginListing();
    const cells = new NumberList(Float64Array);
    const { memory, levels } = this.#layout;
    for (let count = K.L_LIST_LENGTH; count === K.L_LIST_LENGTH;) {
      count = this.#kernel.listMet();
      const out = new Uint32Array(memory.buffer, levels!, K.LEVEL_WORDS)[K.L_LIST]!;
      for (const { cell } of listed(memory, out, count)) cells.push(cell);
    }
    return cells.toArray();
  }
}

/** What the kernel has listed (K.L_LIST). */
export function* listed({ buffer }: WebAssembly.Memory, at: number, count: number) {
  const words = new Uint32Array(buffer, at, 2 * count);
  for (let i = 0; i < words.length; i += 2) {
    const high = words[i + 1]!;
    yield { cell: words[i]! + (high & 0xff_ffff) * 2 ** 32, state: high >>> 24 };
  }
}
