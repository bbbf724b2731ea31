/**
 * Marks of many levels without wide planes in the kernel. From time to time, between levels, the marks found so far are
 * carried out into wider memory, and the kernel keeps of them only who wins: then its count of plies starts anew.
 */
import { marksOf, type Plane } from "../kernel.ts";
import { COLOURS, type Colour } from "../../xiangqi/pieces.ts";

/** What the kernel keeps of a mark carried out: lost, or won when odd. Narrow planes have no marks of their own so high. */
export const CARRIED = 252;
/** Beyond this ply the next level may find no room in a narrow plane. Single levels longer than the rest are rare. */
export const CARRY_AT = 150;

export class Epochs {
  readonly #planes: Readonly<Record<Colour, Plane>>;
  /** The ply of the whole count at which the kernel's present count starts. */
  #start = 0;
  #carried: Record<Colour, Uint16Array> | undefined;

  readonly #carryAt: number;

  constructor(planes: Readonly<Record<Colour, Plane>>, carryAt: number) {
    this.#planes = planes;
    this.#carryAt = carryAt;
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
  next(kernelPly: number): number {
    if (kernelPly < this.#carryAt || marksOf(this.#planes.red).unknown > 0xff) return kernelPly;
    this.#carryOut();
    this.#start += kernelPly;
    return 0;
  }

  /** The planes with all marks; marks of the whole count. */
  finish(): Readonly<Record<Colour, Plane>> {
    if (this.#carried === undefined) return this.#planes;
    this.#carryOut();
    return this.#carried;
  }

  #carryOut(): void {
    const { unknown, illegal } = marksOf(new Uint8Array());
    const wide = marksOf(new Uint16Array());
    const cells = this.#planes.red.length;
    this.#carried ??= { red: new Uint16Array(cells), black: new Uint16Array(cells) };
    for (const colour of COLOURS) {
      const plane = this.#planes[colour];
      const carried = this.#carried[colour];
      for (let cell = 0; cell < cells; cell++) {
        const mark = plane[cell]!;
        if (mark < CARRIED) {
          carried[cell] = this.#start + mark;
          plane[cell] = CARRIED + (mark & 1);
        } else if (mark === unknown) carried[cell] = wide.unknown;
        else if (mark === illegal) carried[cell] = wide.illegal;
      }
    }
  }
}
