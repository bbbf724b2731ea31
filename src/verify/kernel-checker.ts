/**
 * One thread's share of a proof by the kernel. The kernel names positions that may have to chase for ever, too many of them;
 * which ones really may, the plain program finds out.
 */
import { fileOrder, type FileOrder } from "../endgame/file-order.ts";
import type { EndgameIndex } from "../endgame/index.ts";
import { crc32 } from "../table/crc32.ts";
import { indexOfTable } from "../table/index-parameters.ts";
import { orderOf } from "../table/value.ts";
import { writeLegalMoves } from "../xiangqi/moves.ts";
import { opponent, type Colour } from "../xiangqi/pieces.ts";
import { CheckPatterns, type Pattern } from "./check-patterns.ts";
import type { Chunk } from "./chunks.ts";
import { keyOf } from "./perpetuals/positions.ts";
import { SeedList } from "./perpetuals/seeds.ts";
import { SuspectFinder } from "./perpetuals/suspect-finder.ts";
import type { PlaneStore } from "./plane-store.ts";
import {
  clearFindings,
  deskBits,
  kernelRows,
  laidPlanes,
  readFindings,
  readSurvey,
  slotCodes,
  startKernel,
  windowReader,
  type ProofKernel,
} from "./proof-kernel.ts";
import type { ProofLayout } from "./proof-layout.ts";
import type { Survey } from "../table/proof.ts";
import { ruleOptionsOf } from "./stated.ts";
import { Setup } from "./setup.ts";
import { newSuccessions, Successors } from "./successors.ts";
import type { Tally } from "./tally.ts";
import { Windows } from "./windows.ts";

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
  /** Makes the pattern of checks of a level. */
  | { readonly kind: "pattern"; readonly level: number };

/** What comes of a chunk. */
export interface ChunkFound {
  /** Of its codes in the order of the file, as they are found to be; illegal cells have the code behind the last. */
  readonly crc: number;
  /** Null where nothing was compared. */
  readonly checked: CheckedChunk | null;
}

export interface CheckedChunk {
  /** With those who may be forced to chase for ever, and the seeds. */
  readonly tally: Tally;
  /** Differences that no code stands for. */
  readonly unread: number;
  readonly survey: Survey;
  /** Those who may be forced to check for ever, as the kernel lists them. */
  readonly checking: Uint32Array<ArrayBuffer>;
}

/** What comes of each task. */
export interface ProofReply {
  readonly found?: ChunkFound;
  readonly pattern?: Pattern;
}

export class KernelChecker {
  readonly #kernel: ProofKernel;
  readonly #layout: ProofLayout;
  readonly #planes: Readonly<Record<Colour, PlaneStore>>;
  readonly #thread: number;
  readonly #index: EndgameIndex;
  readonly #windows: Windows;
  #own: Colour = "red";
  #chases: ChaseSuspects | null = null;

  constructor(
    module: WebAssembly.Module,
    layout: ProofLayout,
    planes: Readonly<Record<Colour, PlaneStore>>,
    thread: number,
  ) {
    this.#kernel = startKernel(module, layout.memory);
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
        this.#kernel.beginLevels(this.#layout.levels!);
        return { pattern: new CheckPatterns(this.#kernel, this.#layout, this.#own).make(task.level) };
    }
  }

  #begin(own: Colour): void {
    const { table, scratch, header } = this.#layout;
    this.#kernel.begin(table, scratch[this.#thread]!);
    this.#own = own;
    const desk = this.#layout.desks[this.#thread]!;
    this.#chases = ruleOptionsOf(header.info) && new ChaseSuspects(this.#layout, this.#index, own, desk);
  }

  #open(chunk: Chunk, plane: PlaneStore | null): void {
    this.#windows.clear();
    this.#kernel.needChunk(...kernelRows(chunk));
    this.#windows.open(chunk, plane);
  }

  #mark(chunk: Chunk, slot: number): ChunkFound {
    this.#open(chunk, null);
    this.#kernel.markChunk(...kernelRows(chunk), slot);
    this.#windows.write(this.#planes[this.#own]);
    return { crc: this.#crcOf(chunk, slot), checked: null };
  }

  #check(chunk: Chunk, slot: number, keep: boolean): ChunkFound {
    const layout = this.#layout;
    const desk = layout.desks[this.#thread]!;
    const bits = deskBits(layout, desk, chunk);
    for (const each of Object.values(bits)) each.fill(0);
    clearFindings(layout, this.#thread);
    this.#open(chunk, this.#planes[opponent(this.#own)]);
    this.#kernel.checkChunk(...kernelRows(chunk), slot, desk.checking, desk.chasing, desk.seeds);
    if (keep) this.#windows.write(this.#planes[this.#own]);
    const { tally, unread } = readFindings(layout, this.#thread);
    const survey = readSurvey(layout, this.#thread);
    Object.assign(tally, this.#chases?.find(chunk, slotCodes(layout, slot, chunk), bits));
    const checking = this.#listChecks(chunk, slot);
    return { crc: this.#crcOf(chunk, slot), checked: { tally, unread, survey, checking } };
  }

  #crcOf(chunk: Chunk, slot: number): number {
    return crcOfCodes(slotCodes(this.#layout, slot, chunk));
  }

  #listChecks(chunk: Chunk, slot: number): Uint32Array<ArrayBuffer> {
    const { memory, desks } = this.#layout;
    const { list, listWords } = desks[this.#thread]!;
    const parts: Uint32Array[] = [];
    for (;;) {
      const count = this.#kernel.listChecks(...kernelRows(chunk), slot, list, listWords, parts.length === 0);
      if (count === 0) break;
      parts.push(new Uint32Array(memory.buffer, list, count).slice());
    }
    const all = new Uint32Array(parts.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of parts) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }
}

export function crcOfCodes({ buffer, byteOffset, byteLength }: Uint8Array | Uint16Array): number {
  return crc32(new Uint8Array(buffer, byteOffset, byteLength));
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
  readonly #setup: Setup;
  readonly #successors: Successors;
  readonly #finder: SuspectFinder;
  readonly #next = newSuccessions();

  /** @param desk where the other side's codes are */
  constructor(layout: ProofLayout, index: EndgameIndex, turn: Colour, desk: ProofLayout["desks"][number]) {
    const { table, inputs } = laidPlanes(layout, index, opponent(turn), windowReader(layout, desk, index));
    this.#turn = turn;
    this.#order = fileOrder(index);
    this.#values = Int32Array.from(layout.header.lists[turn]);
    this.#setup = new Setup(index);
    this.#successors = new Successors(table, inputs);
    this.#finder = new SuspectFinder(index, ruleOptionsOf(layout.header.info)!, "chases");
  }

  find(
    chunk: Chunk,
    codes: ArrayLike<number>,
    bits: Pick<ReturnType<typeof deskBits>, "chasing" | "seeds">,
  ): Pick<Tally, "suspects" | "seeds"> {
    const seeds = new SeedList();
    forEachBit(bits.seeds, (place) => {
      const order = orderOf(this.#values[codes[place]!]!);
      seeds.push(keyOf(this.#order.cellAt(chunk.first + place), this.#turn), order);
    });
    forEachBit(bits.chasing, (place) => {
      this.#consider(this.#order.cellAt(chunk.first + place), this.#values[codes[place]!]!);
    });
    return { suspects: this.#finder.takeSuspects(), seeds: seeds.toSeeds() };
  }

  #consider(cell: number, value: number): void {
    const setup = this.#setup;
    setup.putCell(cell);
    this.#next.count = writeLegalMoves(setup.board, this.#turn, this.#next.moves);
    this.#successors.follow(setup, this.#turn, this.#next);
    this.#finder.consider(setup.board, this.#turn, cell, this.#next, value);
  }
}
