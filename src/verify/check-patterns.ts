/**
 * Patterns of perpetual checks of one side, level by level, by the proof kernel (kernel/assembly/checks.ts). Where the
 * opponent may be forced to check as well (Algorithm 4), which hardly ever happens, the pattern is small, and what is left
 * of it is found on a graph of its own.
 */
import { writeLegalMoves } from "../xiangqi/moves.ts";
import type { Colour } from "../xiangqi/pieces.ts";
import * as K from "./kernel/assembly/layout.ts";
import { keySet, keyOf, type KeySet } from "./perpetuals/positions.ts";
import { Levels } from "./perpetuals/levels.ts";
import { NumberList } from "./perpetuals/numbers.ts";
import { PositionGraphBuilder } from "./perpetuals/position-graph.ts";
import { SuspectFinder } from "./perpetuals/suspect-finder.ts";
import type { TableHeader } from "../table/header.ts";
import type { Planes } from "./planes.ts";
import type { KernelMemory } from "./kernel-memory.ts";
import type { ProofKernel } from "./proof-kernel.ts";
import type { ProofLayout } from "./proof-layout.ts";
import { ruleOptionsOf } from "./stated.ts";
import { Setup } from "./setup.ts";
import { newSuccessions, Successors } from "./successors.ts";

const MOST_STACKED = 2 ** 20;

function runsOf({ cells }: TableHeader): number {
  return Math.ceil(cells / K.RUN_CELLS);
}

/** Bytes of the sets in which suspects are counted. */
export function setBytes(header: TableHeader): number {
  return 2 * runsOf(header) * (K.RUN_CELLS / 8 + 4);
}

/** Of each suspect, and of each position after a check. */
const SUSPECT_BYTES = 8;
const CHECKED_BYTES = 1;

/** Lists of suspects, as chunks have them; each call gives them all. */
export type CheckLists = () => Iterable<Uint32Array>;

/**
 * Puts the suspects of a side into the kernel's memory, from `laidOut` on.
 * @param kernel has taken up the side
 * @param checkRoom told how many bytes are to be taken beside those that were planned
 * @returns how many there are
 */
export function layOutLevels(
  memory: KernelMemory,
  layout: ProofLayout,
  kernel: ProofKernel,
  lists: CheckLists,
  checkRoom: (bytes: number) => void,
): number {
  const levels = layout.levels!;
  const set = (word: number, value: number) => (memory.words(levels, K.LEVEL_WORDS)[word] = value);
  memory.giveBack(layout.laidOut);
  const runs = runsOf(layout.header);
  const sets = [
    [K.L_SET, (runs * K.RUN_CELLS) / 8],
    [K.L_CHECKED, (runs * K.RUN_CELLS) / 8],
    [K.L_RANKS, 4 * runs],
    [K.L_CHECKED_RANKS, 4 * runs],
  ] as const;
  for (const [word, bytes] of sets) {
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
  hand(kernel.addSuspects);
  const suspects = kernel.numberSuspects(false) >>> 0;
  const checks = kernel.numberSuspects(true) >>> 0;
  checkRoom(SUSPECT_BYTES * suspects + CHECKED_BYTES * checks);
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
    [K.L_STACK, 4 * stacked],
    [K.L_LIST, 8 * K.L_LIST_LENGTH],
  ] as const;
  for (const [word, bytes] of arrays) set(word, memory.take(bytes));
  hand(kernel.fillSuspects);
  return suspects;
}

/** Those of one side who can be kept checking at a level. */
export interface Pattern {
  readonly losses: KeySet;
  /** Where the opponent may be forced to check as well: the numbers of the suspects. */
  readonly mutual: Uint32Array<ArrayBuffer> | null;
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

  /** The pattern of a level, from 1 on, to be asked for one after another; behind the last order what is left. */
  make(level: number): Pattern {
    if (this.#kernel.pattern(level) === 0) return { losses: new Float64Array(), mutual: null };
    const losses = new NumberList(Float64Array);
    const numbers = new NumberList(Uint32Array);
    const { memory, levels } = this.#layout;
    const out = new Uint32Array(memory.buffer, levels!, K.LEVEL_WORDS)[K.L_LIST]!;
    for (let from = 0; ;) {
      const count = this.#kernel.listPattern(from, out, K.L_LIST_LENGTH);
      const listed = new Uint32Array(memory.buffer, out, 2 * count);
      for (let i = 0; i < listed.length; i += 2) {
        losses.push(keyOf(listed[i]!, this.#turn));
        numbers.push(listed[i + 1]!);
      }
      if (count < K.L_LIST_LENGTH) break;
      from = listed[listed.length - 2]! + 1;
    }
    const mutual = this.#kernel.hasForcedChecks(level) !== 0;
    return { losses: losses.toArray(), mutual: mutual ? numbers.toArray() : null };
  }
}

/** Has suspects asked again at the next level: they were not taken out for want of an answer. */
export function askAgain({ memory: { buffer }, levels }: ProofLayout, suspects: Iterable<number>): void {
  const words = new Uint32Array(buffer, levels!, K.LEVEL_WORDS);
  const bytes = new Uint8Array(buffer);
  const view = new DataView(buffer);
  for (const suspect of suspects) {
    bytes[words[K.L_STATE]! + suspect] = 0;
    bytes[words[K.L_WITNESS_LEVEL]! + suspect] = 0;
    view.setUint32(words[K.L_WITNESS]! + 4 * suspect, 0, true);
  }
}

/** What is left of a pattern in which the opponent may be forced to check as well. */
export function withoutMutualChecks(
  planes: Planes,
  inputs: ReadonlyMap<string, Planes>,
  options: NonNullable<ReturnType<typeof ruleOptionsOf>>,
  turn: Colour,
  cells: Iterable<number>,
  level: number,
): KeySet {
  const finder = new SuspectFinder(planes.index, options, "checks");
  const successors = new Successors(planes, inputs);
  const setup = new Setup(planes.index);
  const next = newSuccessions();
  for (const cell of cells) {
    setup.putCell(cell);
    next.count = writeLegalMoves(setup.board, turn, next.moves);
    successors.follow(setup, turn, next);
    finder.consider(setup.board, turn, cell, next, planes.valueAt(turn, cell));
  }
  const steps = new PositionGraphBuilder(planes.index, options, finder.takeSuspects()).run();
  let step = steps.next();
  while (!step.done) step = steps.next();
  return keySet(new Levels(step.value, null, null).checkLosses(level));
}
