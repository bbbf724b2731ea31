/**
 * The two sides of a sheet, where there is no room for all of them: windows that go over them in the order of the file. The tape is
 * played once for each place of the derived side's window. Of the stored side every place is played once and then kept on a shelf, as the
 * derived side's moves lead all over it: for each of the derived window's places what they lead to is gathered from all of
 * the stored window's.
 */
import { COLOURS, opponent, type Colour } from "../../xiangqi/pieces.ts";
import * as offset from "../kernel/assembly/layout.ts";
import type { KernelMemory } from "../host/memory.ts";
import type { Sheet, Shelving } from "./sheet.ts";
import type { MakeShelf, NewShelf } from "../tape.ts";

/** Vectors. */
interface Range {
  readonly first: number;
  readonly end: number;
}

export interface WindowHost {
  readonly memory: KernelMemory;
  readonly sheet: Sheet;
  /** For each placement its first vector in the file, and one more than there are placements. */
  readonly starts: Uint32Array;
  /** Vectors that each side's window has room for. */
  readonly room: { readonly stored: number; readonly derived: number };
  /** Cells of a vector. */
  readonly formations: number;
  readonly makeShelf: MakeShelf;
  /** Plays the tape into these sides of the sheet. */
  play(sides: readonly Colour[]): Promise<void>;
  /** Has vectors of the derived window know what is in the stored one. */
  gather(range: Range): Promise<void>;
  /** Moves bytes between the memory and the shelf. */
  shelve(bytes: Shelving): Promise<void>;
}

/** Vectors that are gathered for at a time. */
const GATHERED = 2 ** 14;
/** Of the shelf, and how many bytes a thread moves at a time: whole pieces, as no two threads may write to the same. */
const PIECE_BYTES = 2 ** 17;
const SHELVED_BYTES = 64 * PIECE_BYTES;

export class SheetWindows {
  readonly #host: WindowHost;
  /** Where the windows are, once all that was asked for is done. */
  readonly #at: Record<Colour, Range> = { red: { first: 0, end: 0 }, black: { first: 0, end: 0 } };
  /** Where they are now. */
  #stored: Range = { first: 0, end: 0 };
  #derived: Range = { first: 0, end: 0 };
  /** Whether the derived window, where it is going to be, knows what its moves lead to. */
  #isGathered: boolean;
  #shelf: NewShelf | null = null;
  /** Vectors of the stored side that are on the shelf, from the first on. */
  #kept = 0;
  #ready: Promise<void> = Promise.resolve();
  /** Whatever reads the windows as they are. */
  #readers: Promise<unknown>[] = [];

  constructor(host: WindowHost) {
    this.#host = host;
    this.#isGathered = this.#whole;
  }

  /** Whether all of the stored side is there. */
  get #whole(): boolean {
    const { room, starts } = this.#host;
    return room.stored === starts.at(-1);
  }

  /** Of a vector. */
  get #rowBytes(): number {
    return this.#host.formations * this.#host.sheet.bytesPerCode;
  }

  /**
   * Puts the windows at their first places, and plays the tape into them.
   * @param sides those that are read; of what the derived side is read from, both
   */
  async begin(sides: readonly Colour[] = COLOURS): Promise<void> {
    const { room, sheet, play } = this.#host;
    const { derived } = sheet;
    this.#stored = this.#from(0, room.stored);
    this.#at[opponent(derived)] = this.#stored;
    this.#derived = this.#from(0, room.derived);
    this.#at[derived] = this.#derived;
    this.#open();
    await play(sides);
    await this.#keep();
  }

  close(): void {
    this.#shelf?.close();
  }

  /**
   * Reads cells of one side, once they are in its window. Those of a side are to be asked for in ascending order; who asks may go on
   * asking meanwhile.
   */
  read<T>(turn: Colour, first: number, count: number, read: () => Promise<T>): Promise<T> {
    const { formations, sheet, room } = this.#host;
    const [start, end] = [Math.floor(first / formations), Math.ceil((first + count) / formations)];
    const isDerived = turn === sheet.derived;
    const isThere = start >= this.#at[turn].first && end <= this.#at[turn].end;
    if (!isThere || (isDerived && !this.#isGathered)) {
      const before = this.#readers;
      this.#readers = [];
      if (!isThere) {
        this.#at[turn] = this.#from(start, isDerived ? room.derived : room.stored);
        if (end > this.#at[turn].end) throw new RangeError(`a window of ${this.#at[turn].end} vectors is too small`);
      }
      const stored = opponent(sheet.derived);
      const range = this.#at[turn];
      const met = isDerived && !this.#whole ? this.#placesFrom(this.#at[stored]) : [];
      this.#at[stored] = met.at(-1) ?? this.#at[stored];
      this.#isGathered = this.#isGathered || isDerived;
      this.#ready = Promise.allSettled(before).then(() =>
        isDerived ? this.#moveDerived(range, !isThere, met) : this.#moveStored(range),
      );
      this.#ready.catch(() => {}); // every reader tells
    }
    const result = this.#ready.then(read);
    this.#readers.push(result);
    return result;
  }

  /** From the placement of a vector on as many whole ones as there is room for. */
  #from(vector: number, room: number): Range {
    const { starts } = this.#host;
    const first = starts[lastUpTo(starts, vector)]!;
    return { first, end: starts[lastUpTo(starts, first + room)]! };
  }

  /** The stored window's places, one after the other: backwards from the last, where it is there, as all are on the shelf by then. */
  #placesFrom(at: Range): Range[] {
    const { room, starts } = this.#host;
    const places: Range[] = [];
    for (let first = 0; first < starts.at(-1)!; first = places.at(-1)!.end) places.push(this.#from(first, room.stored));
    return at.first === places.at(-1)!.first ? places.toReversed() : places;
  }

  /** @param met the stored window's places, if it has several */
  async #moveDerived(range: Range, isNew: boolean, met: readonly Range[]): Promise<void> {
    const { sheet, play, gather, memory } = this.#host;
    if (isNew) {
      this.#derived = range;
      this.#open();
      await play([sheet.derived]);
    }
    if (met.length === 0) return;
    memory.bytes(memory.load(sheet.sheet + offset.S_BEST), (range.end - range.first) * this.#rowBytes).fill(0xff);
    for (const place of met) {
      await this.#moveStored(place);
      const pieces: Promise<void>[] = [];
      for (let { first } = range; first < range.end; first += GATHERED) {
        pieces.push(gather({ first, end: Math.min(first + GATHERED, range.end) }));
      }
      await Promise.all(pieces);
    }
  }

  /** Puts the stored side's window at one of its places. */
  async #moveStored(range: Range): Promise<void> {
    const { sheet, play } = this.#host;
    if (this.#stored.first === range.first) return;
    this.#stored = range;
    this.#open();
    if (range.end <= this.#kept) await this.#shelve("read");
    else {
      await play([opponent(sheet.derived)]);
      await this.#keep();
    }
  }

  /** Puts what is in the stored side's window on the shelf. */
  async #keep(): Promise<void> {
    if (this.#whole) return;
    const { starts, makeShelf } = this.#host;
    this.#shelf ??= makeShelf(starts.at(-1)! * this.#rowBytes, PIECE_BYTES);
    await this.#shelve("write");
    this.#kept = this.#stored.end;
  }

  /** Writes all that is in the stored side's window to the shelf, or reads what is to be there. */
  async #shelve(access: Shelving["access"]): Promise<void> {
    const { memory, sheet, shelve } = this.#host;
    const codes = memory.load(sheet.sheet + offset.S_CODES);
    const [start, end] = [this.#stored.first * this.#rowBytes, this.#stored.end * this.#rowBytes];
    const moved: Promise<void>[] = [];
    for (let first = start, next = start; first < end; first = next) {
      next = Math.min(end, (Math.floor(first / SHELVED_BYTES) + 1) * SHELVED_BYTES);
      moved.push(
        shelve({ access, shelf: this.#shelf!.place, first, address: codes + first - start, length: next - first }),
      );
    }
    await Promise.all(moved);
  }

  #open(): void {
    const { memory, sheet } = this.#host;
    memory.store(sheet.sheet + offset.S_STORED_FIRST, this.#stored.first);
    memory.store(sheet.sheet + offset.S_STORED_END, this.#stored.end);
    memory.store(sheet.sheet + offset.S_FIRST, this.#derived.first);
    memory.store(sheet.sheet + offset.S_END, this.#derived.end);
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
