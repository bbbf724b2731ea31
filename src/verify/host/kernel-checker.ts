/**
 * One thread's share of a proof by the kernel. The kernel names positions that may have to chase for ever, too many of them;
 * which ones really may, the plain program finds out.
 */
import { fileOrder, type FileOrder } from "../../endgame/file-order.ts";
import type { EndgameIndex } from "../../endgame/index.ts";
import type { Codes, TableHeader } from "../../table/format/header.ts";
import { indexOfTable } from "../../table/format/index-parameters.ts";
import { orderOf } from "../../table/value.ts";
import { makeMove } from "../../xiangqi/moves.ts";
import { opponent, type Colour } from "../../xiangqi/pieces.ts";
import { CheckPatterns } from "./check-patterns.ts";
import type { Chunk } from "./chunks.ts";
import type { CheckedLevel } from "../asian/levels.ts";
import { type SeedKeys, SeedList, keyOf } from "../asian/positions.ts";
import { SuspectFinder, type Suspects } from "../asian/suspects.ts";
import { CHASE_HEAD_WORDS as HEAD_WORDS, CHASE_MOVE_WORDS as MOVE_WORDS } from "../kernel/assembly/layout.ts";
import { type PlaneStore, Windows } from "./stored-planes.ts";
import {
  clearFindings,
  deskBits,
  kernelRows,
  readFindings,
  slotCodes,
  startKernel,
  type ProofKernel,
} from "./proof-kernel.ts";
import type { ProofLayout } from "./proof-layout.ts";
import { ruleOptionsOf } from "../stated.ts";
import { Setup } from "../setup.ts";
import { newSuccessions } from "../successors.ts";
import type { ProofTally } from "../plain/tally.ts";

/** What a thread is asked to do. */
export type ProofTask =
  /** A side is looked at from now on. */
  | { readonly kind: "begin"; readonly own: Colour }
  /** Finds out which cells of a chunk are no legal position, and puts all into the side's plane. */
  | { readonly kind: "mark"; readonly chunk: Chunk; readonly slot: number }
  /**
   * Compares the values of a chunk with those of the other side's plane.
   * @param keep to put what its codes are found to be into the side's own plane
   */
  | { readonly kind: "check"; readonly chunk: Chunk; readonly slot: number; readonly keep: boolean }
  /** Makes the pattern of checks of a level, and compares it with the seeds stored for it (`CheckPatterns`). */
  | { readonly kind: "pattern"; readonly level: number; readonly all: boolean }
  /** Finds out which suspects of chases may be in a pattern of a level up to the last. */
  | { readonly kind: "chases"; readonly last: number };

/** What comes of a chunk. */
export interface ChunkFound {
  /** Of its codes in the order of the file, as they are found to be; illegal cells have the code behind the last. */
  readonly sum: string;
  /** Null where nothing was compared. */
  readonly checked: CheckedChunk | null;
}

export interface CheckedChunk {
  /** With those who may be forced to chase for ever, and the seeds among all others. */
  readonly tally: ProofTally;
  /** Differences that no code stands for. */
  readonly unread: number;
  /** Those who may be forced to check for ever, as the kernel lists them. */
  readonly checking: Uint8Array<ArrayBuffer>;
}

/** What comes of each task. */
export interface ProofReply {
  readonly found?: ChunkFound;
  readonly pattern?: CheckedLevel;
  /** Cells, ascending. */
  readonly met?: Float64Array<ArrayBuffer>;
}

/** Knows codes again: SHA-256, in hexadecimal. */
export type SumOfCodes = (codes: Codes) => string;

export class KernelChecker {
  readonly #kernel: ProofKernel;
  readonly #sumOf: SumOfCodes;
  readonly #layout: ProofLayout;
  readonly #planes: Readonly<Record<Colour, PlaneStore>>;
  readonly #thread: number;
  readonly #index: EndgameIndex;
  readonly #windows: Windows;
  #own: Colour = "red";
  #suspects: ChaseSuspects | null = null;
  /** Of the chunk that is compared. */
  #checking: Uint8Array[] = [];

  constructor(
    module: WebAssembly.Module,
    layout: ProofLayout,
    planes: Readonly<Record<Colour, PlaneStore>>,
    thread: number,
    sumOf: SumOfCodes,
  ) {
    this.#sumOf = sumOf;
    this.#kernel = startKernel(module, layout.memory, (at, bytes) => {
      this.#checking.push(new Uint8Array(layout.memory.buffer, at, bytes).slice());
    });
    this.#layout = layout;
    this.#planes = planes;
    this.#thread = thread;
    this.#index = indexOfTable(layout.header, layout.header.info.endgame);
    this.#windows = new Windows(layout, this.#index, thread);
  }

  run(task: ProofTask): ProofReply {
    switch (task.kind) {
      case "begin":
        this.#begin(task.own);
        return {};
      case "mark":
        return { found: this.#mark(task.chunk, task.slot) };
      case "check":
        return { found: this.#check(task.chunk, task.slot, task.keep) };
      case "pattern":
        return { pattern: this.#patterns().make(task.level, task.all) };
      case "chases":
        return { met: this.#patterns().meet(task.last) };
    }
  }

  #begin(own: Colour): void {
    const { table, scratch, header } = this.#layout;
    this.#kernel.begin(table, scratch[this.#thread]!);
    this.#own = own;
    this.#suspects = ruleOptionsOf(header.info) && new ChaseSuspects(header, this.#index, own);
  }

  #patterns(): CheckPatterns {
    this.#kernel.beginLevels(this.#layout.levels!);
    return new CheckPatterns(this.#kernel, this.#layout, this.#own);
  }

  #open(chunk: Chunk, plane: PlaneStore | null): void {
    const blocks = this.#kernel.needChunk(...kernelRows(chunk));
    this.#windows.open(chunk, blocks, plane);
  }

  #mark(chunk: Chunk, slot: number): ChunkFound {
    this.#open(chunk, null);
    this.#kernel.markChunk(...kernelRows(chunk), slot);
    this.#windows.write(this.#planes[this.#own]);
    return { sum: this.#codesSum(chunk, slot), checked: null };
  }

  #check(chunk: Chunk, slot: number, keep: boolean): ChunkFound {
    const layout = this.#layout;
    const desk = layout.desks[this.#thread]!;
    const bits = deskBits(layout, desk, chunk);
    for (const each of Object.values(bits)) each.fill(0);
    clearFindings(layout, this.#thread);
    this.#open(chunk, this.#planes[opponent(this.#own)]);
    this.#kernel.checkChunk(...kernelRows(chunk), slot, desk.chasing, desk.seeds, desk.checks, desk.checksBytes);
    if (keep) this.#windows.write(this.#planes[this.#own]);
    const { tally, unread } = readFindings(layout, this.#thread);
    if (this.#suspects !== null) {
      tally.seeds = this.#suspects.seedsOf(chunk, slotCodes(layout, slot, chunk), bits.seeds);
      for (const list of this.#chases(chunk, slot)) this.#suspects.consider(list);
      tally.suspects = this.#suspects.takeFound();
    }
    const checking = joined(this.#checking);
    this.#checking = [];
    return { sum: this.#codesSum(chunk, slot), checked: { tally, unread, checking } };
  }

  #codesSum(chunk: Chunk, slot: number): string {
    return this.#sumOf(slotCodes(this.#layout, slot, chunk));
  }

  /** Those of the chunk just compared who may be forced to chase, as the kernel lists them; valid until the next. */
  *#chases(chunk: Chunk, slot: number): Generator<Uint32Array> {
    const { memory, desks } = this.#layout;
    const { list, listWords } = desks[this.#thread]!;
    for (let first = true; ; first = false) {
      const count = this.#kernel.listSuspects(...kernelRows(chunk), slot, list, listWords, first);
      if (count === 0) return;
      yield new Uint32Array(memory.buffer, list, count);
    }
  }
}

function joined(lists: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(lists.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}

/** The cell of two words of a list. */
function cellAt(words: Uint32Array, at: number): number {
  return words[at]! + words[at + 1]! * 2 ** 32;
}

function forEachBit(bits: Uint8Array, visit: (place: number) => void): void {
  for (let at = 0; at < bits.length; at++) {
    for (let byte = bits[at]!, place = 8 * at; byte !== 0; byte >>= 1, place++) if (byte & 1) visit(place);
  }
}

/** Finds who may have to chase for ever among those that the kernel suspects, and the seeds. */
class ChaseSuspects {
  readonly #turn: Colour;
  readonly #order: FileOrder;
  /** By code. */
  readonly #values: Int32Array;
  readonly #otherValues: Int32Array;
  readonly #setup: Setup;
  readonly #finder: SuspectFinder;
  readonly #next = newSuccessions();

  constructor({ lists, info }: TableHeader, index: EndgameIndex, turn: Colour) {
    this.#turn = turn;
    this.#order = fileOrder(index);
    this.#values = Int32Array.from(lists[turn]);
    this.#otherValues = Int32Array.from(lists[opponent(turn)]);
    this.#setup = new Setup(index);
    this.#finder = new SuspectFinder(index, ruleOptionsOf(info)!, "chases");
  }

  /** @param bits by place in the chunk */
  seedsOf(chunk: Chunk, codes: ArrayLike<number>, bits: Uint8Array): SeedKeys {
    const seeds = new SeedList();
    forEachBit(bits, (place) => {
      const order = orderOf(this.#values[codes[place]!]!);
      seeds.push(keyOf(this.#order.cellAt(chunk.first + place), this.#turn), order);
    });
    return seeds.toSeeds();
  }

  /** Looks at those listed: their quiet moves will do, since the kernel has found that no capture saves them. */
  consider(list: Uint32Array): void {
    const next = this.#next;
    for (let at = 0; at < list.length;) {
      const cell = cellAt(list, at);
      const known = list[at + 2]!;
      at += HEAD_WORDS;
      next.count = known >>> 16;
      for (let i = 0; i < next.count; i++, at += MOVE_WORDS) {
        const move = list[at + 2]!;
        next.cells[i] = cellAt(list, at);
        next.moves[i] = makeMove(move & 0xff, (move >>> 8) & 0xff);
        next.values[i] = this.#otherValues[move >>> 16]!;
      }
      this.#setup.putCell(cell);
      this.#finder.consider(this.#setup.board, this.#turn, cell, next, this.#values[known & 0xffff]!);
    }
  }

  /** Gives those found since the last time. */
  takeFound(): Suspects {
    return this.#finder.takeSuspects();
  }
}
