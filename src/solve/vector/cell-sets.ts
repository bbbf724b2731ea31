/**
 * Sets of cells in the kernel's memory, one bit a cell, and the operations that move patterns are computed with. Every
 * operation runs on the whole team and gives the number of cells in its result.
 */
import { opponent, type Colour } from "../../xiangqi/pieces.ts";
import * as offset from "../kernel/assembly/offsets.ts";
import { SQUARES } from "../../xiangqi/squares.ts";
import type { Carrying } from "../levels/epochs.ts";
import { WITNESSES, type Solving } from "../levels/one-man-chased.ts";
import type { KernelMemory } from "./memory.ts";
import { squareOfBit } from "./geometry.ts";
import type { Task } from "./member.ts";

/** A set of cells with one side to move. */
export interface CellSet {
  readonly side: Colour;
  /** Addresses: a bit vector for each vector, and a flag for each that is not empty. */
  readonly bits: number;
  readonly flags: number;
}

const OPERATION_BYTES = 64;
const SQUARE_OF_BIT = squareOfBit();

export interface CellSetsHost {
  readonly memory: KernelMemory;
  readonly blocks: number;
  readonly formations: number;
  /** Of 16 flags, in a block. */
  readonly groups: number;
  /** The job that seeks this side's wins. */
  readonly jobOf: Readonly<Record<Colour, number>>;
  readonly threads: number;
  run(tasks: readonly Task[]): Promise<void>;
}

/** Operations write to `target`, which may be one of the operands unless the operation follows moves. */
export class CellSets {
  readonly #host: CellSetsHost;
  readonly #operation: number;

  constructor(host: CellSetsHost) {
    this.#host = host;
    this.#operation = host.memory.take(OPERATION_BYTES);
  }

  /** An empty set. Memory: a bit a cell, kept until the endgame is solved. */
  make(side: Colour): CellSet {
    const { memory, blocks, formations } = this.#host;
    return { side, bits: memory.take(blocks * formations * 16), flags: memory.take(this.#flagBytes) };
  }

  get #flagBytes(): number {
    return this.#host.blocks * this.#host.groups * 2;
  }

  #allFlags(): number {
    const flags = this.#host.memory.take(this.#flagBytes);
    this.#host.memory.bytes(flags, this.#flagBytes).fill(255);
    return flags;
  }

  /** Positions without a value yet. */
  unknown(target: CellSet): Promise<number> {
    return this.#do(offset.SET_UNKNOWN, target.side, target.side, target);
  }

  /** Positions won for their side to move, and illegal cells: as they are at the time, not to be written to. */
  won(side: Colour): CellSet {
    const { memory, jobOf } = this.#host;
    return { side, bits: memory.words(jobOf[side], 64)[offset.J_WON / 4]!, flags: this.#allFlags() };
  }

  /** Two sets in memory that seeding and propagating use: their contents last until then. */
  borrowFresh(): [CellSet, CellSet] {
    const { memory, jobOf } = this.#host;
    const job = memory.words(jobOf.red, 64);
    const borrowed = (at: number): CellSet => ({
      side: "red",
      bits: job[at / 4]!,
      flags: memory.take(this.#flagBytes),
    });
    return [borrowed(offset.J_FRESH), borrowed(offset.J_FRESH_NEXT)];
  }

  /** Positions whose side to move is in check. */
  checked(target: CellSet): Promise<number> {
    return this.#do(offset.SET_CHECKED, target.side, target.side, target);
  }

  /** Those of `within` whose side to move has a legal capture. */
  withCaptures(target: CellSet, within: CellSet): Promise<number> {
    return this.#do(offset.SET_CAPTURES, target.side, target.side, target, within);
  }

  and(target: CellSet, a: CellSet, b: CellSet): Promise<number> {
    return this.#do(offset.SET_AND, a.side, a.side, target, a, b);
  }

  andNot(target: CellSet, a: CellSet, b: CellSet): Promise<number> {
    return this.#do(offset.SET_AND_NOT, a.side, a.side, target, a, b);
  }

  or(target: CellSet, a: CellSet, b: CellSet): Promise<number> {
    return this.#do(offset.SET_OR, a.side, a.side, target, a, b);
  }

  /** a or (b and c). */
  orAnd(target: CellSet, a: CellSet, b: CellSet, c: CellSet): Promise<number> {
    return this.#do(offset.SET_OR_AND, a.side, a.side, target, a, b, c);
  }

  /** Those of `within` from which some quiet move leads into `into`. */
  some(target: CellSet, within: CellSet, into: CellSet): Promise<number> {
    return this.#do(offset.SET_SOME, within.side, "red", target, into, within);
  }

  /**
   * Those of `within` from which every quiet move leads into `into` and every capture loses. `within` must be undecided,
   * `into` contain the illegal cells.
   */
  all(target: CellSet, within: CellSet, into: CellSet): Promise<number> {
    return this.#do(offset.SET_ALL, within.side, into.side, target, into, within);
  }

  /** Makes positions lost at an even ply, from which `propagate` goes on. */
  async seed(losses: CellSet, ply: number): Promise<void> {
    await this.#do(offset.SET_SEED, losses.side, opponent(losses.side), losses, losses, undefined, undefined, ply);
  }

  /** Propagates seeded losses of the winner's opponent. Returns the first even ply after all that was found. */
  async propagate(winner: Colour, ply: number): Promise<number> {
    const job = this.#host.jobOf[winner];
    await this.#host.run([{ kind: "propagate", job, winner, ply }]);
    const last = this.#host.memory.words(job, 64)[offset.J_PLY / 4]!;
    return last + (last % 2);
  }

  /** What OneManChased finds for each position with the defender to move: `WITNESSES` places for each. */
  async oneManChased(solving: Solving, attacker: Colour, positions: Uint32Array): Promise<Uint32Array> {
    const { threads } = this.#host;
    const { index, ...known } = solving;
    const cells = new Uint32Array(new SharedArrayBuffer(positions.byteLength));
    cells.set(positions);
    const witnesses = new Uint32Array(new SharedArrayBuffer(positions.byteLength * WITNESSES));
    const endgame = index.endgame.name;
    await this.#host.run([{ kind: "chased", endgame, attacker, ...known, cells, witnesses, threads }]);
    return witnesses;
  }

  /** Carries marks out of narrow planes (see asian/epochs.ts). */
  carryOut(carrying: readonly Carrying[]): Promise<void> {
    const { threads } = this.#host;
    return this.#host.run(carrying.map((each) => ({ kind: "carry", ...each, threads })));
  }

  /** Makes a set of these slots. */
  assign(set: CellSet, cells: Iterable<number>): void {
    const { memory, blocks, formations, groups } = this.#host;
    const bits = new Uint32Array(memory.wasm.buffer, set.bits, blocks * formations * 4);
    const flags = new Uint16Array(memory.wasm.buffer, set.flags, blocks * groups).fill(0);
    for (const cell of cells) {
      const vector = Math.floor(cell / SQUARES);
      const f = vector % formations;
      const group = ((vector - f) / formations) * groups + (f >> 4);
      if (((flags[group]! >> (f & 15)) & 1) === 0) bits.fill(0, vector * 4, vector * 4 + 4);
      flags[group]! |= 1 << (f & 15);
      const bit = SQUARE_OF_BIT.indexOf(cell % SQUARES);
      bits[vector * 4 + (bit >> 5)]! |= 1 << (bit & 31);
    }
  }

  /** The slots of a set, ascending. */
  *cells(set: CellSet): Generator<number> {
    const { memory, blocks, formations, groups } = this.#host;
    const bits = new Uint32Array(memory.wasm.buffer, set.bits, blocks * formations * 4);
    const flags = new Uint16Array(memory.wasm.buffer, set.flags, blocks * groups);
    for (let block = 0; block < blocks; block++) {
      for (let f = 0; f < formations; f++) {
        if (((flags[block * groups + (f >> 4)]! >> (f & 15)) & 1) === 0) continue;
        const vector = block * formations + f;
        for (let word = 0; word < 4; word++) {
          for (let rest = bits[vector * 4 + word]!; rest !== 0; rest &= rest - 1) {
            const bit = word * 32 + 31 - Math.clz32(rest & -rest);
            yield vector * SQUARES + SQUARE_OF_BIT[bit]!;
          }
        }
      }
    }
  }

  async #do(
    kind: number,
    side: Colour,
    winner: Colour,
    target: CellSet,
    a?: CellSet,
    b?: CellSet,
    c?: CellSet,
    ply = 0,
  ): Promise<number> {
    const { memory, jobOf } = this.#host;
    const words = memory.words(this.#operation, OPERATION_BYTES / 4).fill(0);
    words[offset.O_KIND / 4] = kind;
    words[offset.O_SIDE / 4] = side === "red" ? 1 : 0;
    words[offset.O_PLY / 4] = ply;
    for (const [at, set] of [
      [offset.O_TARGET, target],
      [offset.O_A, a],
      [offset.O_B, b],
      [offset.O_C, c],
    ] as const) {
      if (set === undefined) continue;
      words[at / 4] = set.bits;
      words[at / 4 + 1] = set.flags;
    }
    await this.#host.run([{ kind: "operate", job: jobOf[winner], winner, operation: this.#operation }]);
    return Number(new BigUint64Array(memory.wasm.buffer, this.#operation + offset.O_COUNT, 1)[0]!);
  }
}
