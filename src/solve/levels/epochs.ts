/**
 * Marks of many levels without wide planes in the kernel. From time to time, between levels, the marks found so far are
 * carried out into wider memory, and the kernel keeps of them only who wins: then its count of plies starts anew.
 */
import { COLOURS, type Colour } from "../../xiangqi/pieces.ts";
import { marksOf, SharedBytes, type Plane } from "../kernel.ts";
import type { Carrying } from "./cell-sets.ts";

/** What the kernel keeps of a mark carried out: lost, or won when odd. Narrow planes have no marks of their own so high. */
const CARRIED = 252;
/** Beyond this ply the next level may find no room in a narrow plane. Single levels longer than the rest are rare. */
export const CARRY_AT = 150;

/** Carries the marks of the slots `from` to `end` (exclusive). */
export function carryOut({ plane, carried, first, start }: Carrying, from: number, end: number): void {
  const widen = marksOf(carried).unknown - marksOf(plane).unknown;
  for (let slot = from; slot < end; slot++) {
    const mark = plane[slot]!;
    if (mark < CARRIED) {
      carried[slot] = start + mark;
      plane[slot] = CARRIED + (mark & 1);
    } else if (first) carried[slot] = mark + widen;
  }
}

export class Epochs {
  readonly #planes: Readonly<Record<Colour, Plane>>;
  readonly #carryAt: number;
  readonly #run: (carrying: readonly Carrying[]) => Promise<void>;
  /** The ply of the whole count at which the kernel's present count starts. */
  #start = 0;
  #carried: Record<Colour, Uint16Array> | undefined;

  /** @param run runs `carryOut` over all cells, on all threads */
  constructor(
    planes: Readonly<Record<Colour, Plane>>,
    carryAt: number,
    run: (carrying: readonly Carrying[]) => Promise<void>,
  ) {
    this.#planes = planes;
    this.#carryAt = carryAt;
    this.#run = run;
  }

  /** The kernel's ply in the whole count. */
  plyOf(kernelPly: number): number {
    return this.#start + kernelPly;
  }

  /**
   * Between levels: makes room if need be.
   * @param kernelPly the first even ply after all levels so far
   * @returns the kernel's ply at which to go on
   */
  async next(kernelPly: number): Promise<number> {
    if (kernelPly < this.#carryAt || marksOf(this.#planes.red).unknown > 0xff) return kernelPly;
    await this.#carry();
    this.#start += kernelPly;
    return 0;
  }

  /** The planes with all marks; marks of the whole count. */
  async finish(): Promise<Readonly<Record<Colour, Plane>>> {
    if (this.#carried === undefined) return this.#planes;
    await this.#carry();
    return this.#carried;
  }

  async #carry(): Promise<void> {
    const first = this.#carried === undefined;
    const carried = (this.#carried ??= { red: this.#wide("red"), black: this.#wide("black") });
    const start = this.#start;
    await this.#run(COLOURS.map((side) => ({ plane: this.#planes[side], carried: carried[side], first, start })));
  }

  #wide(side: Colour): Uint16Array {
    return new Uint16Array(new SharedBytes(2 * this.#planes[side].length));
  }
}
