/**
 * Sheets: from the tape to what a table file holds, in pieces that threads can do. The kernel (kernel/assembly/sheet.ts) plays
 * the tape a band at a time, turns bands into the order of the file, and derives the differences of one side; what is left is
 * compression and checksums. `contentOf` (test/oracle/table-content.ts) says the same slowly.
 */
import { blockCrc } from "../../table/read/blocks.ts";
import type { Effort } from "../../table/format/codec.ts";
import { contentSum, type SummedInfo } from "../../table/format/content-sum.ts";
import { splitBytes, type EncodedBlock } from "../../table/write/encode.ts";
import { BLOCK_CRC_BYTES, MAX_BLOCK_BYTES } from "../../table/format/format.ts";
import type { Value } from "../../table/value.ts";
import { COLOURS, type Colour } from "../../xiangqi/pieces.ts";
import { TAPE_BYTES } from "../kernel/assembly/layout.ts";
import type { NewHash } from "../../base/sha256.ts";
import type { OpenShelf, ShelfPlace } from "../tape.ts";

/** Where a thread finds a sheet in the memory: addresses, and what the shape of the endgame is. */
export interface Sheet {
  readonly job: number;
  readonly sheet: number;
  /**
   * Bytes of each thread's room, and where the first is: two bands of codes, or one and a block of ranks, or two blocks of a file;
   * then an extent.
   */
  readonly room: number;
  readonly roomBytes: number;
  readonly blockCells: number;
  /** Cells of a vector. */
  readonly formations: number;
  readonly derived: Colour;
  readonly bytesPerCode: 1 | 2;
}

/** Extents of the tape, in few objects, as each takes a while to send: whole pieces, and where the extents are in them. */
export interface PlayedExtents {
  readonly pieces: readonly Uint32Array[];
  /** Where pieces are that are not in memory. */
  readonly shelf: ShelfPlace | null;
  readonly bands: readonly PlayedBand[];
}

/** A band of blocks, `first` to `end`. */
export interface PlayedBand {
  readonly first: number;
  readonly end: number;
  /** For each extent five numbers: piece (-1: the shelf), first word of the records and the one after the last, code, 1 for Red. */
  readonly places: Float64Array;
}

/** Bytes that are written to a shelf, or read from it. */
export interface Shelving {
  readonly access: "read" | "write";
  readonly shelf: ShelfPlace;
  /** On the shelf. */
  readonly first: number;
  /** In the memory. */
  readonly address: number;
  readonly length: number;
}

export type SheetTask =
  /** Plays bands and turns them into the order of the file: what is in the windows. */
  | {
      readonly kind: "play";
      readonly sheet: Sheet;
      readonly extents: PlayedExtents;
      /** The code of a draw, of the sides that are wanted. */
      readonly draw: Partial<Readonly<Record<Colour, number>>>;
    }
  /** Has vectors of the derived side's window know what is in that of the stored side. */
  | { readonly kind: "gather"; readonly sheet: Sheet; readonly first: number; readonly end: number }
  | ({ readonly kind: "shelve" } & Shelving)
  | {
      readonly kind: "block";
      readonly sheet: Sheet;
      readonly number: number;
      readonly turn: Colour;
      readonly first: number;
      readonly count: number;
      readonly effort: Effort;
    }
  | {
      readonly kind: "sum";
      readonly sheet: Sheet;
      readonly extents: PlayedExtents;
      /** The code of a draw. */
      readonly draw: Readonly<Record<Colour, number>>;
      readonly info: SummedInfo;
      readonly cells: number;
      readonly values: readonly Value[];
      /** Addresses of u16 tables: the place in `values` of each code, by side. */
      readonly rankOfCode: Readonly<Record<Colour, number>>;
    };

/** What each kind of task gives. */
export interface SheetResults {
  play: null;
  gather: null;
  shelve: null;
  block: EncodedBlock;
  sum: string;
}

/** What threads need that not every platform has. */
export interface SheetTools {
  readonly newHash: NewHash;
  compress(raw: Uint8Array, effort: Effort): Uint8Array;
  crc32(bytes: Uint8Array): number;
  readonly openShelf: OpenShelf;
}

interface SheetExports {
  play(job: number, from: number, bytes: number, plane: number, code: number, bytesPerCode: number): void;
  turn(job: number, thread: number, sheet: number, first: number, end: number, red: number, black: number): void;
  ranks(
    job: number,
    thread: number,
    sheet: number,
    stored: number,
    plane: number,
    redToMove: boolean,
    map: number,
    bytes: number,
    to: number,
  ): void;
  storedSide(job: number, thread: number, sheet: number, first: number, place: number, count: number, to: number): void;
  gather(job: number, thread: number, sheet: number, first: number, end: number): void;
  differences(
    job: number,
    thread: number,
    sheet: number,
    first: number,
    place: number,
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
    const { exports } = new WebAssembly.Instance(module, {
      env: { memory, takeTape: () => {}, moveSet: () => {}, abort: () => {} },
    });
    this.#kernel = exports as unknown as SheetExports;
    this.#memory = memory;
    this.#thread = thread;
    this.#tools = tools;
  }

  run(task: SheetTask): SheetResults[SheetTask["kind"]] {
    switch (task.kind) {
      case "play":
        return this.#play(task);
      case "gather":
        this.#kernel.gather(task.sheet.job, this.#thread, task.sheet.sheet, task.first, task.end);
        return null;
      case "shelve":
        return this.#shelve(task);
      case "block":
        return this.#block(task);
      case "sum":
        return this.#sum(task);
    }
  }

  #bytes(address: number, length: number): Uint8Array {
    return new Uint8Array(this.#memory.buffer, address, length);
  }

  /** This thread's room, as Sheet says. */
  #room({ room, roomBytes }: Sheet) {
    const first = room + this.#thread * roomBytes;
    const extent = first + roomBytes - TAPE_BYTES;
    return { first, extent, block: first, explicit: first + MAX_BLOCK_BYTES + 64 };
  }

  #shelve({ access, shelf, first, address, length }: Shelving): null {
    const bytes = this.#bytes(address, length);
    const opened = this.#tools.openShelf(shelf);
    if (access === "write") opened.write(0, first, bytes);
    else opened.read(0, first, bytes);
    return null;
  }

  #play({ sheet, extents, draw }: Extract<SheetTask, { readonly kind: "play" }>): null {
    for (const band of extents.bands) {
      const planes = this.#planesOf(sheet, band);
      const red = draw.red === undefined ? 0 : planes.red;
      const black = draw.black === undefined ? 0 : planes.black;
      for (const turn of COLOURS) this.#playBand(sheet, extents, band, turn, planes[turn], draw[turn]);
      this.#kernel.turn(sheet.job, this.#thread, sheet.sheet, band.first, band.end, red, black);
    }
    return null;
  }

  /** Where the codes of a band go, in this thread's room. */
  #planesOf(sheet: Sheet, { first, end }: PlayedBand): Record<Colour, number> {
    const { first: red } = this.#room(sheet);
    return { red, black: red + bandBytes((end - first) * sheet.blockCells, sheet.bytesPerCode) };
  }

  /** Plays one side of a band. @param draw undefined: it is not wanted */
  #playBand(
    sheet: Sheet,
    { pieces, shelf }: Omit<PlayedExtents, "bands">,
    { first, end, places }: PlayedBand,
    turn: Colour,
    plane: number,
    draw: number | undefined,
  ): void {
    if (draw === undefined) return;
    const { job, bytesPerCode, blockCells } = sheet;
    const { extent: room } = this.#room(sheet);
    const codes = bytesPerCode === 1 ? Uint8Array : Uint16Array;
    new codes(this.#memory.buffer, plane, (end - first) * blockCells).fill(draw);
    for (let at = 0; at < places.length; at += 5) {
      const [piece, start, stop, code, isRed] = places.subarray(at, at + 5);
      if ((isRed === 1) !== (turn === "red")) continue;
      const records = new Uint32Array(this.#memory.buffer, room, stop! - start!);
      if (piece! >= 0) records.set(pieces[piece!]!.subarray(start, stop));
      else
        this.#tools
          .openShelf(shelf!)
          .read(0, start! * 4, new Uint8Array(this.#memory.buffer, room, records.byteLength));
      this.#kernel.play(job, room, records.byteLength, plane, code!, bytesPerCode);
    }
  }

  #block({ sheet, number, turn, first, count, effort }: Extract<SheetTask, { readonly kind: "block" }>) {
    const { block, explicit } = this.#room(sheet);
    const { bytesPerCode } = sheet;
    const length = count * bytesPerCode;
    const place = first % sheet.formations;
    const vector = (first - place) / sheet.formations;
    let check: number | undefined;
    if (turn === sheet.derived) {
      this.#kernel.differences(sheet.job, this.#thread, sheet.sheet, vector, place, count, block, explicit);
      check = this.#tools.crc32(this.#bytes(explicit, length));
    } else {
      this.#kernel.storedSide(sheet.job, this.#thread, sheet.sheet, vector, place, count, block);
    }
    const bytes = this.#bytes(block, length);
    if (this.#kernel.uniform(block, length)) {
      const fill = bytesPerCode === 1 ? bytes[0]! : bytes[0]! + 256 * bytes[1]!;
      return { entry: { fill }, stored: new Uint8Array(), check };
    }
    const raw = bytesPerCode === 1 ? bytes : splitBytes(new Uint16Array(this.#memory.buffer, block, count));
    return { ...storedBlock(number, raw, this.#tools.compress(raw, effort)), check };
  }

  #sum(task: Extract<SheetTask, { readonly kind: "sum" }>): string {
    const { sheet, extents, draw, info, cells, values, rankOfCode } = task;
    const { job, bytesPerCode, blockCells } = sheet;
    const sum = contentSum(info, cells, values, this.#tools.newHash);
    const bytes = sum.newRanks(0).BYTES_PER_ELEMENT;
    for (const turn of COLOURS) {
      for (const band of extents.bands) {
        const { red: plane, black: to } = this.#planesOf(sheet, band);
        const ranks = new (bytes === 1 ? Uint8Array : Uint16Array)(this.#memory.buffer, to, blockCells);
        this.#playBand(sheet, extents, band, turn, plane, draw[turn]);
        for (let block = band.first; block < band.end; block++) {
          const codes = plane + (block - band.first) * blockCells * bytesPerCode;
          const map = rankOfCode[turn];
          this.#kernel.ranks(job, this.#thread, sheet.sheet, block, codes, turn === "red", map, bytes, to);
          sum.update(ranks);
        }
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

/** Bytes of the room for a band of one side: vectors are written up to 15 bytes past an end. */
export function bandBytes(cells: number, bytesPerCode: 1 | 2): number {
  return Math.ceil((cells * bytesPerCode) / 64 + 1) * 64;
}
