/**
 * A shelf: what a solving has no room for in the kernel's memory. Sets lie packed, piece by piece: in memory that threads share as long as any of
 * it is left, the others in a file. There each piece has its place; what it leaves of that is never written, and takes no room. What has no
 * end, the tape, lies in the file as it is: it is read again and again, a little at a time.
 */
import { closeSync, ftruncateSync, mkdirSync, openSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { explainWriteError, readFully, writeFully } from "../../base/node/disk.ts";
import type { NewShelf, Shelf, ShelfPlace, SharedPieces } from "../tape.ts";
import { constants } from "node:zlib";
import { ownZstd } from "../../table/node/codecs.ts";
import { VectorPacking } from "../shelves/vector-packing.ts";

/** Of pieces, where nobody says how much is mostly read at a time. */
const PIECE_BYTES = 2 ** 17;
/** Of memory that pieces share, and how many of these there are in one buffer. */
const PAGE_BYTES = 2048;
const CHUNK_PAGES = 2 ** 17;
/** What a file system keeps at a time. */
const BLOCK_BYTES = 4096;
/** The first read of a piece; most are no longer. */
const FIRST_BYTES = 2 ** 14;

/** Opens a shelf whose file is open. Threads that write are to write different pieces. */
export function openShelf(place: ShelfPlace): Shelf {
  return place.setBytes === 0 ? plainShelf(place) : new PackedShelf(place);
}

/** One set without end. */
function plainShelf({ descriptor }: ShelfPlace): Shelf {
  return {
    read(_, first, into) {
      into.fill(0, readFully(descriptor, into, first)); // what is behind was never written
    },
    write(_, first, from) {
      writeFully(descriptor, from, first);
    },
  };
}

/** How many pieces a set has. */
function piecesOf(setBytes: number, pieceBytes: number): number {
  return Math.ceil(setBytes / pieceBytes);
}

/** Where the pieces of sets are. */
interface Pieces {
  /** @param into room for the piece as a whole */
  load(set: number, number: number, into: Uint8Array): void;
  store(set: number, number: number, bytes: Uint8Array): void;
}

class PackedShelf implements Shelf {
  readonly #setBytes: number;
  readonly #pieceBytes: number;
  readonly #pieces: Pieces;

  constructor({ descriptor, setBytes, pieceBytes = PIECE_BYTES, memory }: ShelfPlace) {
    this.#setBytes = setBytes;
    this.#pieceBytes = pieceBytes;
    const pieces = piecesOf(setBytes, pieceBytes);
    const file = piecesInFile(descriptor, pieces, pieceBytes);
    this.#pieces = memory === undefined ? file : piecesInMemory(memory, pieces, pieceBytes, file);
  }

  readonly read = (set: number, first: number, into: Uint8Array): void => {
    const pieces = this.#pieces;
    this.#visit(first, into, (piece, from, length, part) => {
      if (part.length === length) return pieces.load(set, piece, part);
      const whole = new Uint8Array(length);
      pieces.load(set, piece, whole);
      part.set(whole.subarray(from, from + part.length));
    });
  };

  readonly write = (set: number, first: number, from: Uint8Array): void => {
    const pieces = this.#pieces;
    this.#visit(first, from, (piece, at, length, part) => {
      if (part.length === length) return pieces.store(set, piece, part);
      const whole = new Uint8Array(length);
      pieces.load(set, piece, whole);
      whole.set(part, at);
      pieces.store(set, piece, whole);
    });
  };

  /** The pieces that bytes of a set are parts of: the number of each, where in it the part begins, and how long it is as a whole. */
  #visit(
    first: number,
    bytes: Uint8Array,
    visitor: (piece: number, from: number, length: number, part: Uint8Array) => void,
  ): void {
    const pieceBytes = this.#pieceBytes;
    if (first + bytes.length > this.#setBytes) throw new RangeError(`a set has only ${this.#setBytes} bytes`);
    for (let at = 0; at < bytes.length;) {
      const number = Math.floor((first + at) / pieceBytes);
      const from = first + at - number * pieceBytes;
      const length = Math.min(pieceBytes, this.#setBytes - number * pieceBytes);
      const end = Math.min(bytes.length, at + length - from);
      visitor(number, from, length, bytes.subarray(at, end));
      at = end;
    }
  }
}

/** In place of the bytes of a piece: it lies in the file. */
const IN_FILE = 0xffff_ffff;

/**
 * The bytes of pieces are what they are packed in; 0: nothing was written. Pages are theirs from when they first need them.
 * @param pieces of a set
 */
function piecesInMemory(shared: SharedPieces, pieces: number, pieceBytes: number, file: Pieces): Pieces {
  const mostPages = pagesOf(pieceBytes);
  const chunks = shared.chunks.map((chunk) => new Uint8Array(chunk));
  const pages = chunks.reduce((sum, { length }) => sum + length / PAGE_BYTES, 0);
  const [bytesOf, pageOf] = [new Uint32Array(shared.bytes), new Uint32Array(shared.pages)];
  const taken = new Int32Array(shared.taken);
  const packing = new VectorPacking(pieceBytes);
  const gathered = new Uint8Array(mostPages * PAGE_BYTES);
  /** A page of a piece, by its number from 1 on. */
  const page = (number: number): Uint8Array => {
    const first = ((number - 1) % CHUNK_PAGES) * PAGE_BYTES;
    return chunks[Math.floor((number - 1) / CHUNK_PAGES)]!.subarray(first, first + PAGE_BYTES);
  };
  /** @returns whether the piece has so many pages now */
  const have = (piece: number, count: number): boolean => {
    for (let i = piece * mostPages; i < piece * mostPages + count; i++) {
      if (pageOf[i] !== 0) continue;
      if (Atomics.load(taken, 0) >= pages) return false;
      const number = Atomics.add(taken, 0, 1) + 1;
      if (number > pages) return false;
      pageOf[i] = number;
    }
    return true;
  };
  return {
    load(set, number, into) {
      const piece = set * pieces + number;
      const bytes = bytesOf[piece]!;
      if (bytes === IN_FILE) return file.load(set, number, into);
      if (bytes === 0) return void into.fill(0);
      for (let i = 0; i < pagesOf(bytes); i++) gathered.set(page(pageOf[piece * mostPages + i]!), i * PAGE_BYTES);
      packing.unpack(gathered.subarray(0, bytes), into);
    },
    store(set, number, bytes) {
      const piece = set * pieces + number;
      const packed = packing.pack(bytes);
      const count = pagesOf(packed.length);
      if (have(piece, count)) {
        for (let i = 0; i < count; i++) {
          page(pageOf[piece * mostPages + i]!).set(packed.subarray(i * PAGE_BYTES, (i + 1) * PAGE_BYTES));
        }
        bytesOf[piece] = packed.length;
      } else {
        file.store(set, number, bytes);
        bytesOf[piece] = IN_FILE;
      }
    },
  };
}

function pagesOf(bytes: number): number {
  return Math.ceil(bytes / PAGE_BYTES);
}

/** @param pieces of a set */
function piecesInFile(descriptor: number, pieces: number, pieceBytes: number): Pieces {
  const step = Math.ceil((PACKED_HEADER + pieceBytes) / BLOCK_BYTES) * BLOCK_BYTES;
  const placeOf = (set: number, number: number) => (set * pieces + number) * step;
  return {
    load(set, number, into) {
      const place = placeOf(set, number);
      const first = Buffer.alloc(Math.min(FIRST_BYTES, PACKED_HEADER + into.length));
      readFully(descriptor, first, place);
      const { stored } = packedSizes(first);
      const end = PACKED_HEADER + stored;
      if (stored === 0) into.fill(0);
      else if (end <= first.length) unpack(first.subarray(PACKED_HEADER, end), into);
      else {
        const all = Buffer.allocUnsafe(end);
        first.copy(all);
        readFully(descriptor, all.subarray(first.length), place + first.length);
        unpack(all.subarray(PACKED_HEADER), into);
      }
    },
    store(set, number, bytes) {
      writeFully(descriptor, pack(bytes), placeOf(set, number));
    },
  };
}

/**
 * Makes a shelf in a file that has no name: it goes with the process, however that ends.
 * @param path of a file that is not there
 * @param sets so many at most, best bit vectors, where some are to lie in memory
 * @param chunks of memory for them (`newChunks`), which other shelves have had or will have
 */
export function newShelf(
  path: string,
  setBytes: number,
  pieceBytes = PIECE_BYTES,
  sets = 0,
  chunks: readonly SharedArrayBuffer[] = [],
): NewShelf {
  let descriptor: number;
  try {
    mkdirSync(dirname(path), { recursive: true });
    descriptor = openSync(path, "wx+", 0o600);
    rmSync(path);
  } catch (error) {
    throw explainWriteError(error, path);
  }
  const hasMemory = sets > 0 && chunks.length > 0;
  const memory = hasMemory && { memory: sharePieces(chunks, sets * piecesOf(setBytes, pieceBytes), pieceBytes) };
  const place = { descriptor, setBytes, pieceBytes, ...memory };
  const { read, write } = openShelf(place);
  return {
    read,
    write,
    place,
    close() {
      ftruncateSync(descriptor); // threads may still have it open
      closeSync(descriptor);
    },
  };
}

function sharePieces(chunks: readonly SharedArrayBuffer[], pieces: number, pieceBytes: number): SharedPieces {
  return {
    chunks,
    bytes: new SharedArrayBuffer(4 * pieces),
    pages: new SharedArrayBuffer(4 * pieces * pagesOf(pieceBytes)),
    taken: new SharedArrayBuffer(4),
  };
}

/**
 * Memory for the sets of shelves, one shelf after the other: threads hold on to what they were sent until their garbage is collected.
 * What is not filled takes nothing.
 */
export function newChunks(bytes: number): SharedArrayBuffer[] {
  const pages = Math.floor(bytes / PAGE_BYTES);
  return Array.from(
    { length: Math.ceil(pages / CHUNK_PAGES) },
    (_, i) => new SharedArrayBuffer(Math.min(CHUNK_PAGES, pages - i * CHUNK_PAGES) * PAGE_BYTES),
  );
}

/*
 * What a build puts on the disk on its way, packed by zstd: a half to a tenth of it is left (docs/decisions/0028-packed-on-the-way.md). Whoever
 * reads or writes waits for it.
 *
 *     packed = bytes that follow (0: nothing was written), bytes that they hold (both little endian, 32 bits),
 *              a zstd frame; or the bytes as they are, where they are no more
 */

export const PACKED_HEADER = 8;
const PARAMETERS = { [constants.ZSTD_c_compressionLevel]: 1 };
/** Node asks zstd once more where its first chunk is full. */
const MORE_BYTES = 1024;

export function pack(bytes: Uint8Array): Buffer {
  const options = { params: PARAMETERS, chunkSize: bytes.length + MORE_BYTES };
  const frame = ownZstd().zstdCompressSync(bytes, options);
  const stored = frame.length < bytes.length ? frame : bytes;
  const packed = Buffer.allocUnsafe(PACKED_HEADER + stored.length);
  packed.writeUint32LE(stored.length, 0);
  packed.writeUint32LE(bytes.length, 4);
  packed.set(stored, PACKED_HEADER);
  return packed;
}

/** What a header tells: how many bytes follow, and how many they hold. */
export function packedSizes(header: Buffer): { readonly stored: number; readonly held: number } {
  return { stored: header.readUint32LE(0), held: header.readUint32LE(4) };
}

/**
 * Unpacks what follows a header into room of just that size.
 * @throws RangeError where it is not what `pack` made
 */
export function unpack(stored: Uint8Array, into: Uint8Array): void {
  if (stored.length === into.length) return into.set(stored);
  const bytes = frameOf(stored, into.length);
  if (bytes.length !== into.length) throw new RangeError(`${bytes.length} bytes in place of ${into.length}`);
  into.set(bytes);
}

function frameOf(stored: Uint8Array, length: number): Buffer {
  try {
    return ownZstd().zstdDecompressSync(stored, { chunkSize: length + MORE_BYTES, maxOutputLength: length });
  } catch (cause) {
    throw new RangeError("no frame of zstd, or one that holds more", { cause });
  }
}
