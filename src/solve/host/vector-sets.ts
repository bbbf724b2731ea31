/**
 * Sets of cells in the vector kernel's memory (`levels/cell-sets.ts` says what the operations do). Every operation runs on
 * the whole team.
 */
import { COLOURS, opponent, type Colour } from "../../xiangqi/pieces.ts";
import * as offset from "../kernel/assembly/layout.ts";
import { SQUARES } from "../../xiangqi/squares.ts";
import { WITNESSES } from "../levels/chase-candidates.ts";
import { newSlots, type CellSet, type CellSets, type SlotArray, type LevelTask } from "../levels/cell-sets.ts";
import type { KernelMemory } from "./memory.ts";
import { BIT_OF_SQUARE, SharedBytes, type Slot, squareOfBit } from "../planes.ts";
import { arrayBytes, flagGroups, type BlockShape } from "./arrays.ts";
import type { KernelTask } from "./member.ts";
import type { SetRoom } from "./set-room.ts";

/** A set of cells in the kernel's memory. */
export interface VectorCellSet extends CellSet {
  /** A bit vector for each vector, where the room of sets has them; the address of a flag for each that is not empty. */
  readonly bits: number;
  readonly flags: number;
}

const SQUARE_OF_BIT = squareOfBit();
/** The host looks at so much of a set at a time. */
const PIECE_BYTES = 2 ** 20;

/** Blocks of a set, from a vector on: room for their bit vectors, to be read or written, and their flags. */
interface Piece {
  readonly vector: number;
  readonly words: Uint32Array;
  readonly flags: Uint16Array;
  read(): void;
  write(): void;
}

/** Of an operation, as the kernel names them (layout.ts). */
interface Operands {
  readonly target: VectorCellSet;
  readonly a?: VectorCellSet;
  readonly b?: VectorCellSet;
  readonly c?: VectorCellSet;
  readonly ply?: number;
  /** Addresses of flags. */
  readonly near?: number;
  readonly lost?: number;
}

export interface VectorCellSetsHost extends BlockShape {
  readonly memory: KernelMemory;
  /** Of the blocks those that are no slice's border. */
  readonly ownBlocks: number;
  /** The job that seeks this side's wins. */
  readonly jobOf: Readonly<Record<Colour, number>>;
  readonly threads: number;
  readonly room: SetRoom;
  run(tasks: readonly KernelTask[]): Promise<unknown>;
  readonly checkMemory?: ((bytes: number) => void) | undefined;
}

export class VectorCellSets implements CellSets<VectorCellSet> {
  readonly #host: VectorCellSetsHost;
  readonly #operation: number;
  /** Flags of vectors that have lost cells: of the losses that `all`, `keepAll` and `remove` leave, of the goals that `keepSome` leaves. */
  readonly #lost: { readonly losses: number; readonly goals: number };
  readonly #grown: Readonly<Record<Colour, number>>;
  #allFlags: number | undefined;

  constructor(host: VectorCellSetsHost) {
    this.#host = host;
    this.#operation = host.memory.take(offset.OPERATION_BYTES);
    const flags = () => host.memory.take(this.#flagBytes);
    this.#lost = { losses: flags(), goals: flags() };
    this.#grown = { red: flags(), black: flags() };
    for (const side of COLOURS) host.memory.store(host.jobOf[side] + offset.J_GROWN, this.#grown[side]);
  }

  make(side: Colour): VectorCellSet {
    const { memory, room } = this.#host;
    return {
      side,
      bits: room.take(),
      flags: memory.take(this.#flagBytes),
    };
  }

  withSide(set: VectorCellSet, side: Colour): VectorCellSet {
    return { ...set, side };
  }

  get #flagBytes(): number {
    return arrayBytes("flags", this.#host);
  }

  won(side: Colour): VectorCellSet {
    return this.#ofJob(side, side, offset.J_WON);
  }

  unknown(side: Colour): VectorCellSet {
    return this.#ofJob(side, side, side === "red" ? offset.J_UNKNOWN_X : offset.J_UNKNOWN_Y);
  }

  capturing(side: Colour): VectorCellSet {
    return this.#ofJob(side, opponent(side), offset.J_CAPTURES);
  }

  grown(side: Colour): VectorCellSet {
    return { side, bits: 0, flags: this.#grown[side] };
  }

  clear({ flags }: VectorCellSet): void {
    this.#host.memory.bytes(flags, this.#flagBytes).fill(0);
  }

  share({ flags }: VectorCellSet): number {
    const { blocks, formations, memory } = this.#host;
    const groups = flagGroups(formations);
    const of = new Uint16Array(memory.wasm.buffer, flags, blocks * groups);
    let flagged = 0;
    for (let first = 0; first < of.length; first += groups) {
      for (let group = first; group < first + groups; group++) {
        if (of[group] === 0) continue;
        flagged++;
        break;
      }
    }
    return flagged / blocks;
  }

  /** A set that the kernel keeps without flags. */
  #ofJob(side: Colour, winner: Colour, field: number): VectorCellSet {
    const { memory, jobOf } = this.#host;
    if (this.#allFlags === undefined) {
      this.#allFlags = memory.take(this.#flagBytes, false);
      memory.bytes(this.#allFlags, this.#flagBytes).fill(255);
    }
    return { side, bits: memory.load(jobOf[winner] + field), flags: this.#allFlags };
  }

  borrowFresh(): [VectorCellSet, VectorCellSet] {
    const { memory, jobOf } = this.#host;
    const borrowed = (field: number): VectorCellSet => ({
      side: "red",
      bits: memory.load(jobOf.red + field),
      flags: memory.take(this.#flagBytes),
    });
    return [borrowed(offset.J_FRESH), borrowed(offset.J_FRESH_NEXT)];
  }

  reserve(bytes: number): void {
    this.#host.checkMemory?.(bytes);
  }

  checked(target: VectorCellSet): Promise<number> {
    return this.#do(offset.SET_CHECKED, target.side, target.side, { target });
  }

  and(target: VectorCellSet, a: VectorCellSet, b: VectorCellSet): Promise<number> {
    return this.#do(offset.SET_AND, a.side, a.side, { target, a, b });
  }

  andNot(target: VectorCellSet, a: VectorCellSet, b: VectorCellSet): Promise<number> {
    return this.#do(offset.SET_AND_NOT, a.side, a.side, { target, a, b });
  }

  or(target: VectorCellSet, a: VectorCellSet, b: VectorCellSet): Promise<number> {
    return this.#do(offset.SET_OR, a.side, a.side, { target, a, b });
  }

  orAnd(target: VectorCellSet, a: VectorCellSet, b: VectorCellSet, c: VectorCellSet): Promise<number> {
    return this.#do(offset.SET_OR_AND, a.side, a.side, { target, a, b, c });
  }

  restless(target: VectorCellSet, into: VectorCellSet): Promise<number> {
    return this.#do(offset.SET_RESTLESS, target.side, into.side, { target, a: into });
  }

  some(target: VectorCellSet, within: VectorCellSet | null, into: VectorCellSet): Promise<number> {
    return this.#do(offset.SET_SOME, opponent(into.side), "red", { target, a: into, ...(within && { b: within }) });
  }

  all(target: VectorCellSet, within: VectorCellSet, into: VectorCellSet): Promise<number> {
    const lost = this.#lost.losses;
    return this.#do(offset.SET_ALL, within.side, into.side, { target, a: into, b: within, lost });
  }

  allNear(target: VectorCellSet, within: VectorCellSet, into: VectorCellSet, near: VectorCellSet): Promise<number> {
    const operands = { target, a: into, b: within, near: near.flags };
    return this.#do(offset.SET_ALL, within.side, into.side, operands);
  }

  keepSome(wins: VectorCellSet, losses: VectorCellSet, goals: VectorCellSet): Promise<number> {
    const [near, lost] = [this.#lost.losses, this.#lost.goals];
    return this.#do(offset.SET_KEEP_SOME, wins.side, "red", { target: wins, a: losses, b: wins, c: goals, near, lost });
  }

  keepAll(losses: VectorCellSet, goals: VectorCellSet): Promise<number> {
    const [near, lost] = [this.#lost.goals, this.#lost.losses];
    return this.#do(offset.SET_KEEP_ALL, losses.side, goals.side, { target: losses, a: goals, b: losses, near, lost });
  }

  withoutBorder({ flags }: VectorCellSet): void {
    const { memory, ownBlocks, formations } = this.#host;
    const own = arrayBytes("flags", { blocks: ownBlocks, formations });
    memory.bytes(flags + own, this.#flagBytes - own).fill(0);
  }

  async seed(losses: VectorCellSet, ply: number): Promise<void> {
    await this.#do(offset.SET_SEED, losses.side, opponent(losses.side), { target: losses, a: losses, ply });
  }

  async propagate(winner: Colour, ply: number): Promise<number> {
    const job = this.#host.jobOf[winner];
    await this.#host.run([{ kind: "propagate", job, winner, ply, ofLevelZero: false }]);
    const last = this.#host.memory.load(job + offset.J_PLY);
    return last + (last % 2);
  }

  async oneManChased({ index, options }: LevelTask, attacker: Colour, positions: SlotArray): Promise<SlotArray> {
    const { threads, memory, jobOf, room } = this.#host;
    const cells = newSlots(index, positions.length, SharedBytes);
    cells.set(positions);
    const witnesses = newSlots(index, positions.length * WITNESSES, SharedBytes);
    const won = room.whole(memory.load(jobOf[attacker] + offset.J_WON));
    const endgame = index.sliceName ?? index.endgame.name;
    await this.#host.run([{ kind: "chased", endgame, attacker, options, won, cells, witnesses, threads }]);
    return witnesses;
  }

  whole({ bits }: VectorCellSet): Uint32Array {
    const { memory, blocks, formations, room } = this.#host;
    return memory.words(room.whole(bits), blocks * formations * 4);
  }

  /** The bit vectors and the flags of blocks, some at a time, from the one on that has a vector. */
  *#pieces({ bits, flags }: VectorCellSet, vector = 0): Generator<Piece> {
    const { memory, blocks, formations, room } = this.#host;
    const set = room.bytesOf(bits);
    const groups = flagGroups(formations);
    const most = Math.max(1, Math.floor(PIECE_BYTES / (16 * formations)));
    const words = new Uint32Array(Math.min(most, blocks) * formations * 4);
    for (let first = Math.floor(vector / formations); first < blocks; first += most) {
      const count = Math.min(most, blocks - first);
      const of = new Uint16Array(memory.wasm.buffer, flags + 2 * first * groups, count * groups);
      const piece = words.subarray(0, count * formations * 4);
      const vectorBytes = first * formations * 16;
      yield {
        vector: first * formations,
        words: piece,
        flags: of,
        read: () => set.read(vectorBytes, new Uint8Array(piece.buffer, 0, piece.byteLength)),
        write: () => set.write(vectorBytes, new Uint8Array(piece.buffer, 0, piece.byteLength)),
      };
    }
  }

  assign(set: VectorCellSet, slots: Iterable<Slot>): void {
    const { formations } = this.#host;
    const groups = flagGroups(formations);
    const iterator = slots[Symbol.iterator]();
    let next = iterator.next();
    for (const { vector: first, words, flags, write } of this.#pieces(set)) {
      flags.fill(0);
      words.fill(0);
      const end = first + words.length / 4;
      let isEmpty = true;
      for (; next.done !== true; next = iterator.next()) {
        const vector = Math.floor(next.value / SQUARES);
        if (vector >= end) break;
        const f = vector % formations;
        flags[((vector - f - first) / formations) * groups + (f >> 4)]! |= 1 << (f & 15);
        const bit = BIT_OF_SQUARE[next.value % SQUARES]!;
        words[(vector - first) * 4 + (bit >> 5)]! |= 1 << (bit & 31);
        isEmpty = false;
      }
      if (!isEmpty) write();
    }
  }

  remove(losses: VectorCellSet, slots: SlotArray): void {
    if (slots.length === 0) return;
    const { blocks, formations, memory } = this.#host;
    const groups = flagGroups(formations);
    const lost = new Uint16Array(memory.wasm.buffer, this.#lost.losses, blocks * groups);
    let next = 0;
    for (const { vector: first, words, flags, read, write } of this.#pieces(losses, Math.floor(slots[0]! / SQUARES))) {
      const end = (first + words.length / 4) * SQUARES;
      if (slots[next]! >= end) continue;
      read();
      for (; next < slots.length && slots[next]! < end; next++) {
        const vector = Math.floor(slots[next]! / SQUARES) - first;
        const bit = BIT_OF_SQUARE[slots[next]! % SQUARES]!;
        const word = vector * 4;
        words[word + (bit >> 5)]! &= ~(1 << (bit & 31));
        const f = vector % formations;
        const group = ((vector - f) / formations) * groups + (f >> 4);
        lost[(first / formations) * groups + group]! |= 1 << (f & 15);
        const isEmpty = (words[word]! | words[word + 1]! | words[word + 2]! | words[word + 3]!) === 0;
        if (isEmpty) flags[group]! &= ~(1 << (f & 15));
      }
      write();
      if (next === slots.length) return;
    }
  }

  copyOut(set: VectorCellSet): Uint32Array {
    const { blocks, formations } = this.#host;
    const words = new Uint32Array(blocks * formations * 4);
    for (const piece of this.#pieces(set)) {
      piece.read();
      for (let vector = 0; vector < piece.words.length / 4; vector++) {
        if (!this.#isFlagged(piece, vector)) piece.words.fill(0, vector * 4, vector * 4 + 4);
      }
      words.set(piece.words, piece.vector * 4);
    }
    return words;
  }

  copyIn(set: VectorCellSet, words: Uint32Array): void {
    const { blocks, formations, memory, room } = this.#host;
    memory.bytes(set.flags, this.#flagBytes).fill(0);
    if (words.length === 0) return;
    const groups = flagGroups(formations);
    const flags = new Uint16Array(memory.wasm.buffer, set.flags, blocks * groups);
    // None beyond the last formation: sets are followed by their flags.
    for (let i = 0; i < flags.length; i++)
      flags[i] = 2 ** Math.min(16, Math.max(0, formations - 16 * (i % groups))) - 1;
    room.bytesOf(set.bits).write(0, new Uint8Array(words.buffer, words.byteOffset, words.byteLength));
  }

  *slots(set: VectorCellSet): Generator<Slot> {
    for (const piece of this.#pieces(set)) {
      if (piece.flags.every((flag) => flag === 0)) continue;
      piece.read();
      const { words } = piece;
      for (let vector = 0; vector < words.length / 4; vector++) {
        if (!this.#isFlagged(piece, vector)) continue;
        for (let word = 0; word < 4; word++) {
          for (let rest = words[vector * 4 + word]!; rest !== 0; rest &= rest - 1) {
            const bit = word * 32 + 31 - Math.clz32(rest & -rest);
            yield (piece.vector + vector) * SQUARES + SQUARE_OF_BIT[bit]!;
          }
        }
      }
    }
  }

  /** @param vector counted from the first of the piece */
  #isFlagged({ flags }: Piece, vector: number): boolean {
    const { formations } = this.#host;
    const f = vector % formations;
    const group = ((vector - f) / formations) * flagGroups(formations) + (f >> 4);
    return ((flags[group]! >> (f & 15)) & 1) === 1;
  }

  async #do(
    kind: number,
    side: Colour,
    winner: Colour,
    { target, a, b, c, ply = 0, near = 0, lost = 0 }: Operands,
  ): Promise<number> {
    const { memory, jobOf } = this.#host;
    const operation = this.#operation;
    memory.bytes(operation, offset.OPERATION_BYTES).fill(0);
    memory.store(operation + offset.O_KIND, kind);
    memory.store(operation + offset.O_SIDE, side === "red" ? 1 : 0);
    memory.store(operation + offset.O_PLY, ply);
    memory.store(operation + offset.O_NEAR, near);
    memory.store(operation + offset.O_LOST, lost);
    for (const [at, set] of [
      [offset.O_TARGET, target],
      [offset.O_A, a],
      [offset.O_B, b],
      [offset.O_C, c],
    ] as const) {
      if (set !== undefined) memory.words(operation + at, 2).set([set.bits, set.flags]);
    }
    await this.#host.run([{ kind: "operate", job: jobOf[winner], winner, operation }]);
    return memory.loadCounts(operation + offset.O_COUNT)[0];
  }
}
