/**
 * One thread's share of a proof by the kernel. The kernel names positions that may have to chase for ever, too many of them;
 * which ones really may, the plain program finds out.
 */
import { fileOrder, type FileOrder } from "../endgame/file-order.ts";
import type { EndgameIndex } from "../endgame/index.ts";
import { indexOfTable } from "../table/index-parameters.ts";
import { distanceOf, DRAW, orderOf } from "../table/value.ts";
import { writeLegalMoves } from "../xiangqi/moves.ts";
import { opponent, type Colour } from "../xiangqi/pieces.ts";
import { CheckPatterns, type Pattern } from "./check-patterns.ts";
import type { Chunk } from "./chunks.ts";
import { keyOf } from "./perpetuals/positions.ts";
import { SeedList, type Seeds } from "./perpetuals/seeds.ts";
import { SuspectFinder } from "./perpetuals/suspect-finder.ts";
import type { Suspects } from "./perpetuals/suspects.ts";
import { laidPlanes, slotChasing, slotCodes, startKernel, type ProofKernel } from "./proof-kernel.ts";
import type { ProofLayout, Slot } from "./proof-layout.ts";
import { ruleOptionsOf } from "./stated.ts";
import { Setup } from "./setup.ts";
import { newSuccessions, Successors } from "./successors.ts";
import type { Planes } from "./planes.ts";

/** What a thread is asked to do. Of a side looked at, the other one is resident. */
export type ProofTask =
  /** A side has become resident. */
  | { readonly kind: "begin"; readonly own: Colour }
  /** Marks what is no legal position in some blocks of the resident side. */
  | { readonly kind: "mark"; readonly from: number; readonly to: number }
  /** Compares the values of a chunk. */
  | { readonly kind: "check"; readonly chunk: Chunk; readonly slot: Slot }
  /** Gives what was found in all chunks of the side. */
  | { readonly kind: "found" }
  /** Numbers those who may be forced to check for ever. */
  | { readonly kind: "number" }
  | { readonly kind: "prepare" }
  | { readonly kind: "note"; readonly chunk: Chunk; readonly slot: Slot }
  | { readonly kind: "keep-checks"; readonly from: number; readonly to: number }
  /** Makes the pattern of checks of a level. */
  | { readonly kind: "pattern"; readonly level: number };

export interface Found {
  readonly suspects: Suspects;
  readonly seeds: Seeds;
}

/** What comes of each task. */
export interface ProofReply {
  readonly found?: Found | null;
  /** How many suspects there are. */
  readonly count?: number;
  readonly pattern?: Pattern;
}

export class KernelChecker {
  readonly #kernel: ProofKernel;
  readonly #layout: ProofLayout;
  readonly #thread: number;
  readonly #index: EndgameIndex;
  #own: Colour = "red";
  #chases: ChaseSuspects | null = null;

  constructor(module: WebAssembly.Module, layout: ProofLayout, thread: number) {
    this.#kernel = startKernel(module, layout.memory);
    this.#layout = layout;
    this.#thread = thread;
    this.#index = indexOfTable(layout.header, layout.header.info.endgame);
  }

  run(task: ProofTask): ProofReply {
    switch (task.kind) {
      case "begin":
        this.#begin(task.own);
        return {};
      case "mark":
        this.#kernel.mark(task.from, task.to);
        return {};
      case "check":
        this.#check(task.chunk, task.slot);
        return {};
      case "found":
        return { found: this.#chases?.found ?? null };
      case "number":
        this.#beginLevels();
        return { count: this.#kernel.numberSuspects() >>> 0 };
      case "prepare":
        this.#beginLevels();
        this.#kernel.prepare();
        return {};
      case "note":
        this.#beginLevels();
        this.#kernel.noteChunk(...rowsOf(task.chunk), task.slot.codes);
        return {};
      case "keep-checks":
        this.#kernel.keepChecks(task.from, task.to);
        return {};
      case "pattern":
        this.#beginLevels();
        return { pattern: new CheckPatterns(this.#kernel, this.#layout, this.#own).make(task.level) };
    }
  }

  #begin(own: Colour): void {
    const { table, scratch, header } = this.#layout;
    this.#kernel.begin(table, scratch[this.#thread]!);
    this.#own = own;
    this.#chases = ruleOptionsOf(header.info) && new ChaseSuspects(this.#layout, this.#index, own);
  }

  #beginLevels(): void {
    const { checking, scratch } = this.#layout;
    this.#kernel.beginLevels(checking!.levels, scratch[this.#thread]!);
  }

  #check(chunk: Chunk, slot: Slot): void {
    slotChasing(this.#layout, slot, chunk).fill(0);
    this.#kernel.checkChunk(...rowsOf(chunk), slot.codes, slot.chasing);
    this.#chases?.find(chunk, slot);
  }
}

function rowsOf({ placement, square, toPlacement, toSquare }: Chunk): [number, number, number, number] {
  return [placement, square, toPlacement, toSquare];
}

/** Finds who may have to chase for ever among those that the kernel suspects, and the seeds. */
class ChaseSuspects {
  readonly #layout: ProofLayout;
  readonly #turn: Colour;
  readonly #order: FileOrder;
  /** By code: the value, and the order where it is lost in 0 of one above 0, else 0. */
  readonly #values: Int32Array;
  readonly #seedOrder: Uint16Array;
  readonly #setup: Setup;
  readonly #successors: Successors;
  readonly #finder: SuspectFinder;
  readonly #seeds = new SeedList();
  readonly #next = newSuccessions();

  constructor(layout: ProofLayout, index: EndgameIndex, turn: Colour) {
    const { table, inputs }: { table: Planes; inputs: ReadonlyMap<string, Planes> } = laidPlanes(
      layout,
      index,
      opponent(turn),
    );
    const list = layout.header.lists[turn];
    this.#layout = layout;
    this.#turn = turn;
    this.#order = fileOrder(index);
    this.#values = Int32Array.from(list);
    // Cells that are no legal position have one code more.
    this.#seedOrder = Uint16Array.from([...list, DRAW], (value) =>
      value !== DRAW && distanceOf(value) === 0 ? orderOf(value) : 0,
    );
    this.#setup = new Setup(index);
    this.#successors = new Successors(table, inputs);
    this.#finder = new SuspectFinder(index, ruleOptionsOf(layout.header.info)!, "chases");
  }

  get found(): Found {
    return { suspects: this.#finder.suspects, seeds: this.#seeds.toSeeds() };
  }

  find(chunk: Chunk, slot: Slot): void {
    const codes = slotCodes(this.#layout, slot, chunk);
    const seedOrder = this.#seedOrder;
    if (seedOrder.some((order) => order > 0)) {
      for (let i = 0; i < codes.length; i++) {
        const order = seedOrder[codes[i]!]!;
        if (order > 0) this.#seeds.push(keyOf(this.#order.cellAt(chunk.first + i), this.#turn), order);
      }
    }
    const candidates = slotChasing(this.#layout, slot, chunk);
    for (let at = 0; at < candidates.length; at++) {
      const byte = candidates[at]!;
      if (byte === 0) continue;
      for (let bit = 0; bit < 8; bit++) {
        if (((byte >> bit) & 1) === 0) continue;
        this.#consider(this.#order.cellAt(chunk.first + 8 * at + bit), this.#values[codes[8 * at + bit]!]!);
      }
    }
  }

  #consider(cell: number, value: number): void {
    const setup = this.#setup;
    setup.putCell(cell);
    this.#next.count = writeLegalMoves(setup.board, this.#turn, this.#next.moves);
    this.#successors.follow(setup, this.#turn, this.#next);
    this.#finder.consider(setup.board, this.#turn, cell, this.#next, value);
  }
}
