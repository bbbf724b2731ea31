/**
 * The file of a part of a table that is shared out (slices/table-parts.ts): packed pieces (shelf.ts), one after the other. The first is what
 * whoever has it made says of it. Then of slices, one after the other: what a journal would have of it, and the pieces of its tape;
 * of a side of the file what the table says of itself, and the blocks. Nothing of it is to be read but by who knows who has made it.
 */
import { closeSync, openSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { deserialize, serialize } from "node:v8";
import { disk, explainWriteError, readFully, writeAll } from "../../base/node/disk.ts";
import { parseSlice, sliceIndex } from "../../endgame/slice.ts";
import type { EncodedBlock, TableContent } from "../../table/write/encode.ts";
import type { SliceState } from "../journal.ts";
import { listChased, mapChased, newSliceTape, type IndexedSlice } from "../slices/slice-solver.ts";
import { pack, PACKED_HEADER, packedSizes, unpack } from "./shelf.ts";

/** Writes the file of a part. */
export class PartWriter {
  readonly #path: string;
  readonly #file: FileHandle;
  #end = 0;

  private constructor(path: string, file: FileHandle) {
    [this.#path, this.#file] = [path, file];
  }

  /** @param head what is said of it @throws InputError where nothing can be written, as all that follows */
  static async create(path: string, head: string): Promise<PartWriter> {
    try {
      const writer = new PartWriter(path, await disk.open(path, "wx"));
      await writer.#write(Buffer.from(head));
      return writer;
    } catch (error) {
      throw explainWriteError(error, path);
    }
  }

  async addSlice({ solved: { slice, tape, chased }, counts }: IndexedSlice): Promise<void> {
    const state: StoredSlice = { name: slice.name, ...counts, chased: listChased(chased), pieces: tape.pieces.length };
    await this.#write(serialize(state));
    for (const piece of tape.pieces) {
      const words = tape.read(piece);
      await this.#write(new Uint8Array(words.buffer, words.byteOffset, words.byteLength));
    }
  }

  /** Adds a block of a side; or, behind all of them, what the table says of itself. */
  async add(of: EncodedBlock | DescribedTable): Promise<void> {
    await this.#write(serialize(of));
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  async #write(bytes: Uint8Array): Promise<void> {
    const packed = pack(bytes);
    await this.#explained(() => writeAll(this.#file, packed, this.#end));
    this.#end += packed.length;
  }

  async #explained(write: () => Promise<void>): Promise<void> {
    await write().catch((error: unknown) => {
      throw explainWriteError(error, this.#path);
    });
  }
}

/** A slice as it lies in a file, before its tape. */
interface StoredSlice extends SliceState {
  readonly name: string;
  /** Of its tape. */
  readonly pieces: number;
}

/** What a table says of itself, without its blocks. */
export type DescribedTable = Omit<TableContent, "band" | "contentSum">;

/** What is said of the part in a file; null: it is none. */
export function headOfPart(path: string): string | null {
  const file = openSync(path, "r");
  try {
    const [place] = placesIn(file);
    return place === undefined || place.held > MOST_HEAD_BYTES ? null : readPiece(file, place).toString();
  } finally {
    closeSync(file);
  }
}

const MOST_HEAD_BYTES = 2 ** 20;

/** The slices in a file, with their tapes in memory. */
export function* slicesIn(path: string): Generator<IndexedSlice> {
  const pieces = piecesBehindHead(path);
  for (const piece of pieces) {
    const { name, pieces: count, chased, ...counts } = deserialize(piece) as StoredSlice;
    const slice = parseSlice(name);
    const index = sliceIndex(slice);
    const tape = newSliceTape(index, undefined);
    for (let i = 0; i < count; i++) {
      const { buffer, byteOffset, byteLength } = pieces.next().value as Buffer;
      tape.add(new Uint32Array(buffer, byteOffset, byteLength / 4));
    }
    yield { solved: { slice, tape, levels: counts.levels, chased: mapChased(chased) }, index, counts };
  }
}

/** What the table says of itself in the file of a side. */
export function describedIn(path: string): DescribedTable {
  const file = openSync(path, "r");
  try {
    return deserialize(readPiece(file, [...placesIn(file)].at(-1)!)) as DescribedTable;
  } finally {
    closeSync(file);
  }
}

/** The blocks in the file of a side. */
export function* blocksIn(path: string): Generator<EncodedBlock, undefined> {
  let last: Buffer | null = null;
  for (const piece of piecesBehindHead(path)) {
    if (last !== null) yield deserialize(last) as EncodedBlock;
    last = piece;
  }
}

function* piecesBehindHead(path: string): Generator<Buffer, undefined> {
  const file = openSync(path, "r");
  try {
    let isHead = true;
    for (const place of placesIn(file)) {
      if (!isHead) yield readPiece(file, place);
      isHead = false;
    }
  } finally {
    closeSync(file);
  }
}

/** Where a piece is, with its header, and how many bytes it holds. */
interface Place {
  readonly at: number;
  readonly stored: number;
  readonly held: number;
}

function* placesIn(file: number): Generator<Place, undefined> {
  const header = Buffer.alloc(PACKED_HEADER);
  for (let at = 0; readFully(file, header, at) === PACKED_HEADER;) {
    const { stored, held } = packedSizes(header);
    yield { at, stored, held };
    at += PACKED_HEADER + stored;
  }
}

/** @throws RangeError where it is not what `pack` made */
function readPiece(file: number, { at, stored, held }: Place): Buffer {
  const packed = Buffer.alloc(stored);
  const bytes = Buffer.alloc(held);
  if (readFully(file, packed, at + PACKED_HEADER) < stored) throw new RangeError("a piece is cut short");
  unpack(packed, bytes);
  return bytes;
}
