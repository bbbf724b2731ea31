/**
 * Where the kernel's sets lie, one bit vector for each vector: in its memory as far as there is room, the others outside, on a
 * shelf. One that lies outside has an odd number instead of an address (kernel/assembly/windows.ts).
 */
import type { KernelMemory } from "./memory.ts";
import { arrayBytes, windowBytes, type BlockShape } from "./arrays.ts";
import type { MakeShelf, NewShelf, SetBytes } from "../tape.ts";

export interface RoomNeeds {
  /** Sets that are taken at once. */
  readonly sets: number;
  /** What else there is to be room for beside them, and sets that take its place, each with its flags. */
  readonly otherBytes: number;
  readonly laterSets: number;
  readonly threads: number;
  readonly bandBlocks: number;
  /** Of a set outside so many are moved at a time. */
  readonly movedBlocks: number;
}

/** Addresses of the slot and of the windows, and the bytes of one of these; 0: all sets lie in the memory. */
export interface RoomOfWindows {
  readonly slot: number;
  readonly windows: number;
  readonly windowBytes: number;
}

const NO_WINDOWS: RoomOfWindows = { slot: 0, windows: 0, windowBytes: 0 };
/** Flags that levels take beside those of their sets (cell-sets.ts). */
const MORE_FLAGS = 7;

export class SetRoom {
  readonly #memory: KernelMemory;
  readonly #extent: BlockShape;
  readonly #makeShelf: MakeShelf | undefined;
  /** How many sets may lie in the memory. */
  #resident: number;
  #shelf: NewShelf | null = null;
  #outside = 0;
  /** Where a set from outside is brought in as a whole, and which one is there for the host. */
  #slot = 0;
  #inSlot: number | null = null;
  /** What is to be left. */
  #otherBytes = 0;
  #flagBytes = 0;

  /**
   * @param makeShelf undefined: all sets are to lie in the memory
   * @param resident so many sets at most lie in the memory
   */
  constructor(memory: KernelMemory, extent: BlockShape, makeShelf?: MakeShelf, resident = Infinity) {
    this.#memory = memory;
    this.#extent = extent;
    this.#makeShelf = makeShelf;
    this.#resident = resident;
  }

  get #setBytes(): number {
    return arrayBytes("bit vectors", this.#extent);
  }

  /**
   * Looks whether there is room for all sets. If not, room is taken for what it takes to work on sets outside. To be called
   * before sets are taken.
   */
  plan({ sets, otherBytes, laterSets, threads, bandBlocks, movedBlocks }: RoomNeeds): RoomOfWindows {
    this.#flagBytes = (laterSets + MORE_FLAGS) * (arrayBytes("flags", this.#extent) + 64);
    this.#otherBytes = Math.max(otherBytes, this.#flagBytes);
    const later = Math.max(otherBytes, laterSets * (this.#setBytes + 64) + this.#flagBytes);
    const fits = sets * (this.#setBytes + 64) + later <= this.#memory.bytesLeft && sets + laterSets <= this.#resident;
    if (fits || this.#makeShelf === undefined) return NO_WINDOWS;
    const { blocks, formations } = this.#extent;
    const bytes = windowBytes(bandBlocks, formations);
    this.#shelf = this.#makeShelf(this.#setBytes, (this.#setBytes / blocks) * movedBlocks, sets + laterSets);
    this.#slot = this.#memory.take(this.#setBytes, false);
    return {
      slot: this.#slot,
      windows: this.#memory.take(threads * bytes.ofThread, false),
      windowBytes: bytes.ofWindow,
    };
  }

  /** What sets are on, if any lies outside. */
  get shelf(): NewShelf | null {
    return this.#shelf;
  }

  /** From now on sets may take what other things had. */
  giveOther(): void {
    this.#otherBytes = this.#flagBytes;
  }

  /** Room for a set: an address, or an odd number. It may hold anything. */
  take(): number {
    const fits = this.#resident > 0 && this.#setBytes + this.#otherBytes <= this.#memory.bytesLeft;
    if (this.#shelf !== null && !fits) return 2 * this.#outside++ + 1;
    this.#resident--;
    return this.#memory.take(this.#setBytes, false);
  }

  bytesOf(set: number): SetBytes {
    const shelf = this.#shelf;
    const number = (set - 1) / 2;
    const length = this.#setBytes;
    if (set % 2 === 0) {
      const bytes = () => this.#memory.bytes(set, length);
      return {
        length,
        read: (first, into) => into.set(bytes().subarray(first, first + into.length)),
        write: (first, from) => bytes().set(from, first),
      };
    }
    return {
      length,
      read: (first, into) => shelf!.read(number, first, into),
      write: (first, from) => shelf!.write(number, first, from),
    };
  }

  /** Where a set is as a whole, until somebody changes it or the team changes sets. */
  whole(set: number): number {
    if (set % 2 === 0) return set;
    if (this.#inSlot !== set) this.bytesOf(set).read(0, this.#memory.bytes(this.#slot, this.#setBytes));
    this.#inSlot = set;
    return this.#slot;
  }

  /** The team changes sets. */
  forget(): void {
    this.#inSlot = null;
  }

  close(): void {
    this.#shelf?.close();
  }
}
