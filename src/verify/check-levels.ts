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
import { Planes } from "./planes.ts";
import { laidTables, type KernelMemory, type ProofKernel, type ProofLayout } from "./proof-kernel.ts";
import { ruleOptionsOf } from "./stated.ts";
import { Setup } from "./setup.ts";
import { newSuccessions, Successors } from "./successors.ts";

/** Bytes for each suspect of one side: see `layOutLevels`. */
export const LEVEL_BYTES_PER_SUSPECT = 8;
const MOST_STACKED = 2 ** 22;

/** Gives the suspects of one side their memory. @param words the address of the side's level words */
export function layOutLevels(memory: KernelMemory, words: number, suspects: number): void {
  const take = (bytes: number) => memory.take(bytes);
  const stacked = Math.min(MOST_STACKED, suspects);
  const fields: [number, number][] = [
    [K.L_COUNT, suspects],
    [K.L_FROM, take(suspects)],
    [K.L_LEVEL, take(suspects)],
    [K.L_STATE, take(suspects)],
    [K.L_WITNESS, take(4 * suspects)],
    [K.L_WITNESS_LEVEL, take(suspects)],
    [K.L_STACK, take(4 * stacked)],
    [K.L_STACK_CELLS, stacked],
    [K.L_LIST, take(8 * K.L_LIST_LENGTH)],
  ];
  const level = memory.words(words, K.LEVEL_WORDS);
  for (const [word, value] of fields) level[word] = value;
}

/** Makes the patterns of one side that may be forced to check for ever. */
export class CheckPatterns {
  readonly #kernel: ProofKernel;
  readonly #layout: ProofLayout;
  readonly #turn: Colour;
  readonly #words: Uint32Array;

  constructor(kernel: ProofKernel, layout: ProofLayout, thread: number, turn: Colour) {
    this.#kernel = kernel;
    this.#layout = layout;
    this.#turn = turn;
    const address = layout.levels![turn];
    this.#words = new Uint32Array(layout.memory.buffer, address, K.LEVEL_WORDS);
    kernel.beginLevels(address, layout.scratch[thread]!);
    kernel.prepare();
  }

  /** The losses of the pattern of a level, from 1 on, to be asked for one after another; behind the last order what is left. */
  lossesOf(level: number): KeySet {
    if (this.#kernel.pattern(level) === 0) return new Float64Array();
    const pattern = this.#list();
    if (this.#kernel.hasForcedChecks(level) === 0) return pattern.keys;
    const losses = this.#withoutMutualChecks(pattern.cells, level);
    const kept = new Set(losses);
    pattern.keys.forEach((key, i) => {
      if (!kept.has(key)) this.#askAgain(pattern.ranks[i]!);
    });
    return losses;
  }

  #list() {
    const cells: number[] = [];
    const ranks: number[] = [];
    const keys = new NumberList(Float64Array);
    const out = this.#words[K.L_LIST]!;
    for (let from = 0; ;) {
      const count = this.#kernel.list(from, out, K.L_LIST_LENGTH);
      const listed = new Uint32Array(this.#layout.memory.buffer, out, 2 * count);
      for (let i = 0; i < listed.length; i += 2) {
        cells.push(listed[i]!);
        ranks.push(listed[i + 1]!);
        keys.push(keyOf(listed[i]!, this.#turn));
      }
      if (count < K.L_LIST_LENGTH) return { cells, ranks, keys: keys.toArray() };
      from = listed[listed.length - 2]! + 1;
    }
  }

  /** Has a suspect asked again at the next level: it was not taken out for want of an answer. */
  #askAgain(rank: number): void {
    const { buffer } = this.#layout.memory;
    new Uint8Array(buffer)[this.#words[K.L_STATE]! + rank] = 0;
    new Uint8Array(buffer)[this.#words[K.L_WITNESS_LEVEL]! + rank] = 0;
    new DataView(buffer).setUint32(this.#words[K.L_WITNESS]! + 4 * rank, 0, true);
  }

  #withoutMutualChecks(cells: readonly number[], level: number): KeySet {
    const { table, inputs } = laidTables(this.#layout);
    const planes = new Planes(table);
    const options = ruleOptionsOf(table.header.info)!;
    const finder = new SuspectFinder(planes.index, options, "checks");
    const successors = new Successors(
      planes,
      new Map(Array.from(inputs, ([name, input]) => [name, new Planes(input)])),
    );
    const setup = new Setup(planes.index);
    const next = newSuccessions();
    for (const cell of cells) {
      setup.putCell(cell);
      next.count = writeLegalMoves(setup.board, this.#turn, next.moves);
      successors.follow(setup, this.#turn, next);
      finder.consider(setup.board, this.#turn, cell, next, planes.valueAt(this.#turn, cell));
    }
    const steps = new PositionGraphBuilder(planes, options, finder.suspects).run();
    let step = steps.next();
    while (!step.done) step = steps.next();
    return keySet(new Levels(step.value, null, null).checkLosses(level));
  }
}
