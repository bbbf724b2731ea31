/**
 * Sheets: from planes to what a table file holds, in pieces that threads can do. The kernel (kernel/assembly/sheet.ts) counts
 * marks, turns planes into codes in the order of the file, and derives the differences of one side; what is left is
 * compression and checksums. `contentOf` (../planes.ts) says the same slowly.
 */
import { blockCrc } from "../../table/blocks.ts";
import type { NewHash } from "../../table/checksums.ts";
import type { Effort } from "../../table/codec.ts";
import { contentSum, type SummedInfo } from "../../table/content-sum.ts";
import { splitBytes, type EncodedBlock } from "../../table/encode.ts";
import { BLOCK_CRC_BYTES, MAX_BLOCK_BYTES } from "../../table/format.ts";
import type { Value } from "../../table/value.ts";
import type { Colour } from "../../xiangqi/pieces.ts";
import type { Plane } from "../kernel.ts";

/** Where a thread finds a sheet in the memory: addresses, and what the shape of the endgame is. */
export interface Sheet {
  readonly job: number;
  readonly sheet: number;
  /** Bytes of each thread's room, and where the first is: a block of a plane, then two blocks of a file. */
  readonly room: number;
  readonly roomBytes: number;
  readonly blockCells: number;
  readonly blocks: number;
  readonly weights: number;
  readonly wide: boolean;
}

/** What a sheet holds once marks are counted. */
export interface Codes {
  readonly derived: Colour;
  readonly bytesPerCode: 1 | 2;
  /** Addresses of u16 tables, by side. */
  readonly codeOfMark: Readonly<Record<Colour, number>>;
}

export type SheetTask =
  /** Counts the marks of blocks `first` to `end`: first those of weight 1, then those of weight 2. */
  | {
      readonly kind: "count";
      readonly sheet: Sheet;
      readonly plane: Plane;
      readonly first: number;
      readonly end: number;
    }
  | {
      readonly kind: "turn";
      readonly sheet: Sheet;
      readonly codes: Codes;
      readonly turn: Colour;
      readonly plane: Plane;
      readonly first: number;
      readonly end: number;
    }
  | {
      readonly kind: "block";
      readonly sheet: Sheet;
      readonly codes: Codes;
      readonly number: number;
      readonly turn: Colour;
      readonly first: number;
      readonly count: number;
      readonly effort: Effort;
    }
  | {
      readonly kind: "sum";
      readonly sheet: Sheet;
      readonly codes: Codes;
      readonly info: SummedInfo;
      readonly cells: number;
      readonly values: readonly Value[];
      /** Addresses of u16 tables: the place in `values` of each code, by side. */
      readonly rankOfCode: Readonly<Record<Colour, number>>;
    };

/** What each kind of task gives. */
export interface SheetResults {
  count: Uint32Array;
  turn: null;
  block: EncodedBlock;
  sum: string;
}

/** What threads need that not every platform has. */
export interface SheetTools {
  readonly newHash: NewHash;
  compress(raw: Uint8Array, effort: Effort): Uint8Array;
  crc32(bytes: Uint8Array): number;
}

interface SheetExports {
  countMarks(from: number, cells: number, wide: boolean, counts: number): void;
  turn(job: number, thread: number, sheet: number, other: boolean, stored: number, from: number, map: number): void;
  ranks(
    job: number,
    thread: number,
    sheet: number,
    other: boolean,
    stored: number,
    map: number,
    bytes: number,
    to: number,
  ): void;
  storedSide(
    job: number,
    thread: number,
    sheet: number,
    other: boolean,
    first: number,
    count: number,
    to: number,
  ): void;
  differences(
    job: number,
    thread: number,
    sheet: number,
    first: number,
    count: number,
    to: number,
    explicit: number,
  ): void;
  uniform(from: number, bytes: number): boolean;
}

/** Threads that work on sheets in one memory. */
export interface SheetTeam {
  readonly threads: number;
  run<K extends SheetTask["kind"]>(task: Extract<SheetTask, { readonly kind: K }>): Promise<SheetResults[K]>;
  close(): Promise<void>;
}

/** Does tasks on the calling thread. */
export class SheetMember {
  readonly #kernel: SheetExports;
  readonly #memory: WebAssembly.Memory;
  readonly #thread: number;
  readonly #tools: SheetTools;

  constructor(module: WebAssembly.Module, memory: WebAssembly.Memory, thread: number, tools: SheetTools) {
    const { exports } = new WebAssembly.Instance(module, { env: { memory, abort: () => {} } });
    this.#kernel = exports as unknown as SheetExports;
    this.#memory = memory;
    this.#thread = thread;
    this.#tools = tools;
  }

  run(task: SheetTask): SheetResults[SheetTask["kind"]] {
    switch (task.kind) {
      case "count":
        return this.#count(task);
      case "turn":
        return this.#turn(task);
      case "block":
        return this.#block(task);
      case "sum":
        return this.#sum(task);
    }
  }

  #bytes(address: number, length: number): Uint8Array {
    return new Uint8Array(this.#memory.buffer, address, length);
  }

  /** This thread's room: for a block of a plane, and for two blocks of a file. */
  #room({ room, roomBytes }: Sheet) {
    const plane = room + this.#thread * roomBytes;
    const explicit = plane + roomBytes - MAX_BLOCK_BYTES - 64;
    return { plane, block: explicit - MAX_BLOCK_BYTES - 64, explicit };
  }

  #load(sheet: Sheet, plane: Plane, block: number): number {
    const at = this.#room(sheet).plane;
    const room = new (sheet.wide ? Uint16Array : Uint8Array)(this.#memory.buffer, at, sheet.blockCells);
    room.set(plane.subarray(block * sheet.blockCells, (block + 1) * sheet.blockCells));
    return at;
  }

  #count({ sheet, plane, first, end }: Extract<SheetTask, { readonly kind: "count" }>): Uint32Array {
    const marks = sheet.wide ? 65_536 : 256;
    const counts = new Uint32Array(2 * marks);
    const at = this.#room(sheet).explicit;
    const weights = this.#bytes(sheet.weights, sheet.blocks);
    for (const weight of [1, 2]) {
      const counted = new Uint32Array(this.#memory.buffer, at, marks).fill(0);
      for (let block = first; block < end; block++) {
        if (weights[block] !== weight) continue;
        this.#kernel.countMarks(this.#load(sheet, plane, block), sheet.blockCells, sheet.wide, at);
      }
      counts.set(counted, (weight - 1) * marks);
    }
    return counts;
  }

  #turn({ sheet, codes, turn, plane, first, end }: Extract<SheetTask, { readonly kind: "turn" }>): null {
    const other = turn === codes.derived;
    for (let block = first; block < end; block++) {
      const from = this.#load(sheet, plane, block);
      this.#kernel.turn(sheet.job, this.#thread, sheet.sheet, other, block, from, codes.codeOfMark[turn]);
    }
    return null;
  }

  #block({ sheet, codes, number, turn, first, count, effort }: Extract<SheetTask, { readonly kind: "block" }>) {
    const { block, explicit } = this.#room(sheet);
    const { bytesPerCode } = codes;
    const length = count * bytesPerCode;
    let check: number | undefined;
    if (turn === codes.derived) {
      this.#kernel.differences(sheet.job, this.#thread, sheet.sheet, first, count, block, explicit);
      check = this.#tools.crc32(this.#bytes(explicit, length));
    } else {
      this.#kernel.storedSide(sheet.job, this.#thread, sheet.sheet, false, first, count, block);
    }
    const bytes = this.#bytes(block, length);
    if (this.#kernel.uniform(block, length)) {
      const fill = bytesPerCode === 1 ? bytes[0]! : bytes[0]! + 256 * bytes[1]!;
      return { entry: { fill }, stored: new Uint8Array(), check };
    }
    const raw = bytesPerCode === 1 ? bytes : splitBytes(new Uint16Array(this.#memory.buffer, block, count));
    return { ...storedBlock(number, raw, this.#tools.compress(raw, effort)), check };
  }

  #sum({ sheet, codes, info, cells, values, rankOfCode }: Extract<SheetTask, { readonly kind: "sum" }>): string {
    const sum = contentSum(info, cells, values, this.#tools.newHash);
    const bytes = sum.newRanks(0).BYTES_PER_ELEMENT;
    const { block } = this.#room(sheet);
    const ranks = new (bytes === 1 ? Uint8Array : Uint16Array)(this.#memory.buffer, block, sheet.blockCells);
    for (const turn of ["red", "black"] as const) {
      const other = turn === codes.derived;
      for (let number = 0; number < sheet.blocks; number++) {
        const map = rankOfCode[turn];
        this.#kernel.ranks(sheet.job, this.#thread, sheet.sheet, other, number, map, bytes, block);
        sum.update(ranks);
      }
    }
    return sum.digest();
  }
}

/** Frames compressed bytes, or the raw ones where that is shorter. */
function storedBlock(number: number, raw: Uint8Array, compressed: Uint8Array): Pick<EncodedBlock, "entry" | "stored"> {
  const payload = compressed.length < raw.length ? compressed : raw;
  const stored = new Uint8Array(BLOCK_CRC_BYTES + payload.length);
  new DataView(stored.buffer).setUint32(0, blockCrc(number, payload), true);
  stored.set(payload, BLOCK_CRC_BYTES);
  return { entry: { length: stored.length }, stored };
}
