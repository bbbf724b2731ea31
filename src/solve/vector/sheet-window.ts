/**
 * The derived side of a sheet, where there is no room for all of it: a window that goes over it in the order of the file. For each
 * of its places the tape is played once more.
 */
import type { Colour } from "../../xiangqi/pieces.ts";
import * as offset from "../kernel/assembly/layout.ts";
import type { KernelMemory } from "./memory.ts";
import type { Sheet } from "./sheet.ts";

export interface WindowHost {
  readonly memory: KernelMemory;
  readonly sheet: Sheet;
  /** For each placement its first vector in the file, and one more than there are placements. */
  readonly starts: Uint32Array;
  /** Vectors that the window has room for. */
  readonly room: number;
  /** Cells of a vector. */
  readonly formations: number;
  /** Plays the tape into these sides of the sheet. */
  play(sides: readonly Colour[]): Promise<void>;
}

export class SheetWindow {
  readonly #host: WindowHost;
  #first = 0;
  #end = 0;
  #ready: Promise<void> = Promise.resolve();
  /** Whatever reads the window as it is. */
  #readers: Promise<unknown>[] = [];

  constructor(host: WindowHost) {
    this.#host = host;
  }

  /** Puts the window at its first place, and plays the tape into it and into the stored side. */
  async begin(): Promise<void> {
    this.#moveTo(0);
    this.#open();
    await this.#host.play(["red", "black"]);
  }

  /**
   * Reads cells of the derived side, once they are in the window. To be asked for in ascending order; who asks may go on
   * asking meanwhile.
   */
  read<T>(first: number, count: number, read: () => Promise<T>): Promise<T> {
    const { formations, sheet, play } = this.#host;
    const [start, end] = [Math.floor(first / formations), Math.ceil((first + count) / formations)];
    if (end > this.#end) {
      const before = this.#readers;
      this.#readers = [];
      this.#moveTo(start);
      if (end > this.#end) throw new RangeError(`a window of ${this.#host.room} vectors is too small`);
      this.#ready = Promise.allSettled(before).then(() => {
        this.#open();
        return play([sheet.derived]);
      });
      this.#ready.catch(() => {}); // every reader tells
    }
    const result = this.#ready.then(read);
    this.#readers.push(result);
    return result;
  }

  /** Has the window begin with the placement of a vector, and end with one. */
  #moveTo(vector: number): void {
    const { starts, room } = this.#host;
    this.#first = starts[lastUpTo(starts, vector)]!;
    this.#end = starts[lastUpTo(starts, this.#first + room)]!;
  }

  #open(): void {
    const { memory, sheet } = this.#host;
    memory.store(sheet.sheet + offset.S_FIRST, this.#first);
    memory.store(sheet.sheet + offset.S_END, this.#end);
  }
}

/** The place of the last of these ascending numbers that is not greater. */
function lastUpTo(numbers: Uint32Array, most: number): number {
  let [low, high] = [0, numbers.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! <= most) low = middle;
    else high = middle;
  }
  return low;
}

/** Vectors that a window must have room for, that any block of a file fits it. */
export function leastWindow(starts: Uint32Array, formations: number, blockCells: number): number {
  const longest = starts.reduce((most, start, i) => Math.max(most, start - (starts[i - 1] ?? 0)), 0);
  return Math.ceil(blockCells / formations) + 1 + 2 * longest;
}
