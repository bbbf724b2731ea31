/**
 * One thread's share of a proof by the kernel. The kernel names positions that may have to chase for ever, too many of them;
 * which ones really may, the plain program finds out.
 */
import { fileOrder, type FileOrder } from "../endgame/file-order.ts";
import type { EndgameIndex } from "../endgame/index.ts";
import { indexOfTable } from "../table/index-parameters.ts";
import { orderOf } from "../table/value.ts";
import { writeLegalMoves } from "../xiangqi/moves.ts";
import { opponent, type Colour } from "../xiangqi/pieces.ts";
import { CheckPatterns, type Pattern } from "./check-patterns.ts";
import type { Chunk } from "./chunks.ts";
import { keyOf } from "./perpetuals/positions.ts";
import { SeedList, type Seeds } from "./perpetuals/seeds.ts";
import { SuspectFinder } from "./perpetuals/suspect-finder.ts";
import type { Suspects } from "./perpetuals/suspects.ts";
import { laidPlanes, slotBits, slotCodes, startKernel, type ProofKernel } from "./proof-kernel.ts";
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
    for (const bits of Object.values(slotBits(this.#layout, slot, chunk))) bits.fill(0);
    this.#kernel.checkChunk(...rowsOf(chunk), slot.codes, slot.chasing, slot.seeds);
    this.#chases?.find(chunk, slot);
  }
}

function rowsOf({ placement, square, toPlacement, toSquare }: Chunk): [number, number, number, number] {
  return [placement, square, toPlacement, toSquare];
}

function forEachBit(bits: Uint8Array, visit: (place: number) => void): void {
  for (let at = 0; at < bits.length; at++) {
    for (let byte = bits[at]!, place = 8 * at; byte !== 0; byte >>= 1, place++) if (byte & 1) visit(place);
  }
}

/** Finds who may have to chase for ever among those that the kernel suspects, and the seeds. */
class ChaseSuspects {
  readonly #layout: ProofLayout;
  readonly #turn: Colour;
  readonly #order: FileOrder;
  /** By code. */
  readonly #values: Int32Array;
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
    this.#setup = new Setup(index);
    this.#successors = new Successors(table, inputs);
    this.#finder = new SuspectFinder(index, ruleOptionsOf(layout.header.info)!, "chases");
  }

  get found(): Found {
    return { suspects: this.#finder.suspects, seeds: this.#seeds.toSeeds() };
  }

  find(chunk: Chunk, slot: Slot): void {
    const codes = slotCodes(this.#layout, slot, chunk);
    const { chasing, seeds } = slotBits(this.#layout, slot, chunk);
    forEachBit(seeds, (place) => {
      const order = orderOf(this.#values[codes[place]!]!);
      this.#seeds.push(keyOf(this.#order.cellAt(chunk.first + place), this.#turn), order);
    });
    forEachBit(chasing, (place) => {
      this.#consider(this.#order.cellAt(chunk.first + place), this.#values[codes[place]!]!);
    });
  }

  #consider(cell: number, value: number): void {
    const setup = this.#setup;
    setup.putCell(cell);
    this.#next.count = writeLegalMoves(setup.board, this.#turn, this.#next.moves);
    this.#successors.follow(setup, this.#turn, this.#next);
    this.#finder.consider(setup.board, this.#turn, cell, this.#next, value);
  }
}
