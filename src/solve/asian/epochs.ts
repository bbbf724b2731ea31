/**
 * Marks of many levels without wide planes in the kernel. From time to time, between levels, the marks found so far are
 * carried out into wider memory, and the kernel keeps of them only who wins: then its count of plies starts anew.
 */
import { COLOURS, type Colour } from "../../xiangqi/pieces.ts";
import { marksOf, type Plane } from "../kernel.ts";

/** What the kernel keeps of a mark carried out: lost, or won when odd. Narrow planes have no marks of their own so high. */
const CARRIED = 252;
/** Beyond this ply the next level may find no room in a narrow plane. Single levels longer than the rest are rare. */
export const CARRY_AT = 150;

/** Marks of a narrow plane to be carried into a wide one of as many cells, over shared memory. */
export interface Carrying {
  readonly plane: Plane;
  readonly carried: Uint16Array;
  /** The ply of the whole count at which the plane's count starts. */
  readonly start: number;
}

/** Carries the marks of the cells from `first` to before `end`. */
export function carryOut({ plane, carried, start }: Carrying, first: number, end: number): void {
  for (let cell = first; cell < end; cell++) {
    const mark = plane[cell]!;
    if (mark >= CARRIED) continue;
    carried[cell] = start + mark;
    plane[cell] = CARRIED + (mark & 1);
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
    this.#carried ??= { red: this.#undecided("red"), black: this.#undecided("black") };
    const carried = this.#carried;
    const start = this.#start;
    await this.#run(COLOURS.map((side) => ({ plane: this.#planes[side], carried: carried[side], start })));
  }

  /** A wide plane with no marks but those of illegal cells. */
  #undecided(side: Colour): Uint16Array {
    const plane = this.#planes[side];
    const { illegal } = marksOf(plane);
    const wide = marksOf(new Uint16Array());
    const carried = new Uint16Array(new SharedArrayBuffer(plane.length * 2)).fill(wide.unknown);
    for (let cell = 0; cell < plane.length; cell++) if (plane[cell] === illegal) carried[cell] = wide.illegal;
    return carried;
  }
}
