/** Brings the codes that a chunk's moves lead to into a thread's part of the kernel's memory, and takes away what is found. */
import type { EndgameIndex } from "../../endgame/index.ts";
import { rowsOf, type Chunk } from "./chunks.ts";
import * as K from "../kernel/assembly/layout.ts";
import type { PlaneStore } from "./plane-store.ts";
import type { Desk, ProofLayout } from "./proof-layout.ts";

/** Codes that lie side by side both in a store and in memory, in bytes. */
interface Piece {
  readonly at: number;
  readonly address: number;
  readonly length: number;
}

export class Windows {
  readonly #layout: ProofLayout;
  readonly #desk: Desk;
  readonly #rowBytes: number;
  readonly #width: number;
  readonly #needs: Uint8Array;
  readonly #windows: Uint32Array;
  readonly #outs: Uint32Array;
  #rows = { from: 0, to: 0 };

  constructor(layout: ProofLayout, index: EndgameIndex, thread: number) {
    this.#layout = layout;
    this.#desk = layout.desks[thread]!;
    this.#rowBytes = index.black.count * (layout.wide ? 2 : 1);
    this.#width = index.width;
    const { buffer } = layout.memory;
    this.#needs = new Uint8Array(buffer, this.#desk.needs, index.blocks.length);
    this.#windows = new Uint32Array(buffer, this.#desk.windows, index.blocks.length);
    this.#outs = new Uint32Array(buffer, this.#desk.outs, index.blocks.length);
  }

  /** To be called before the kernel says what a chunk needs. */
  clear(): void {
    this.#needs.fill(0);
  }

  /**
   * Lays out what the kernel has asked for, and reads it.
   * @param plane the other side's; null: only what is found of the chunk itself is asked for
   */
  open(chunk: Chunk, plane: PlaneStore | null): void {
    this.#rows = rowsOf(chunk);
    this.#layOutFound();
    if (plane === null) return;
    const { codes, codesBytes } = this.#desk;
    for (const { at, address, length } of this.#layOut(this.#windows, codes, codesBytes, K.NEED_ROWS, K.NEED_WHOLE))
      plane.read(at, new Uint8Array(this.#layout.memory.buffer, address, length));
  }

  /** Writes what was found of the chunk last opened. */
  write(plane: PlaneStore): void {
    for (const { at, address, length } of this.#layOutFound()) {
      plane.write(at, new Uint8Array(this.#layout.memory.buffer, address, length));
    }
  }

  #layOutFound(): Piece[] {
    const { found, foundBytes } = this.#desk;
    return this.#layOut(this.#outs, found, foundBytes, K.NEED_OWN, 0);
  }

  /**
   * Gives blocks places one behind the other.
   * @param room in bytes @param rows the bit of those of which the chunk's rows will do
   * @throws where they take more than the room
   */
  #layOut(blocks: Uint32Array, address: number, room: number, rows: number, whole: number): Piece[] {
    const roomEnd = address + room;
    const needs = this.#needs;
    const width = this.#width;
    const pieces: Piece[] = [];
    let end = -1;
    for (let block = 0; block < needs.length; block++) {
      const need = needs[block]! & (rows | whole);
      if (need === 0) continue;
      const { from, to } = (need & whole) !== 0 ? { from: 0, to: width } : this.#rows;
      const at = (block * width + from) * this.#rowBytes;
      const length = (to - from) * this.#rowBytes;
      // Modulo 2^32: the block itself may begin before the memory does.
      blocks[block] = address - from * this.#rowBytes;
      const last = pieces.at(-1);
      if (at === end) pieces[pieces.length - 1] = { ...last!, length: last!.length + length };
      else pieces.push({ at, address, length });
      address += length;
      end = at + length;
    }
    if (address > roomEnd) throw new Error("a chunk of the proof needs more than there is room for");
    return pieces;
  }
}
