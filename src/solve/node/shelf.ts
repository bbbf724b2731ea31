/**
 * A shelf: what a solving has no room for in the kernel's memory. Sets lie packed, piece by piece: in the process's memory as long as there is
 * any left of what they are given, the others in a file. Each piece has its place, there and there; what it leaves of it is never written, and takes
 * no room. What has no end, the tape, lies in the file as it is: it is read again and again, a little at a time.
 */
import { closeSync, ftruncateSync, mkdirSync, openSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { explainWriteError, readFully, writeFully } from "../../base/node/disk.ts";
import type { NewShelf, Shelf, ShelfMemory, ShelfPlace } from "../tape.ts";
import { constants } from "node:zlib";
import { ownZstd } from "../../table/node/codecs.ts";
import { VectorPacking } from "../shelves/vector-packing.ts";

/** Of pieces, where nobody says how much is mostly read at a time. */
const PIECE_BYTES = 2 ** 17;
const PAGE_BYTES = 4096;
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
    const file = piecesInFile(descriptor, setBytes, pieceBytes);
    this.#pieces = memory === undefined ? file : piecesInMemory(memory, setBytes, pieceBytes, file);
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

/** Bytes from the place of one piece to that of the next. */
function placeBytes(mostBytes: number): number {
  return pagesOf(mostBytes) * PAGE_BYTES;
}

function pagesOf(bytes: number): number {
  return Math.ceil(bytes / PAGE_BYTES);
}

/** In place of the bytes of a piece: it lies in the file. */
const IN_FILE = 0xffff_ffff;

/** The bytes of pieces are what they are packed in; 0: nothing was written. Their pages are those of their places that were filled once. */
function piecesInMemory(memory: ShelfMemory, setBytes: number, pieceBytes: number, file: Pieces): Pieces {
  const packing = new VectorPacking(pieceBytes);
  const pieces = Math.ceil(setBytes / pieceBytes);
  const step = placeBytes(pieceBytes);
  const bytesOf = new Uint32Array(memory.bytes);
  const pagesFilled = new Uint32Array(memory.pages);
  const pagesLeft = new Int32Array(memory.pagesLeft); // less than none for a moment, while a thread finds that there are too few
  const roomOf = (set: number, number: number, length: number) =>
    new Uint8Array(memory.rooms[set]!, number * step, length);
  const fill = (piece: number, pages: number): boolean => {
    const more = pages - pagesFilled[piece]!;
    if (more <= 0) return true;
    const hasRoom = Atomics.sub(pagesLeft, 0, more) >= more;
    if (hasRoom) pagesFilled[piece] = pages;
    else Atomics.add(pagesLeft, 0, more);
    return hasRoom;
  };
  return {
    load(set, number, into) {
      const bytes = bytesOf[set * pieces + number]!;
      if (bytes === IN_FILE) file.load(set, number, into);
      else if (bytes === 0) into.fill(0);
      else packing.unpack(roomOf(set, number, bytes), into);
    },
    store(set, number, bytes) {
      const piece = set * pieces + number;
      const packed = packing.pack(bytes);
      const hasRoom = fill(piece, pagesOf(packed.length));
      if (hasRoom) roomOf(set, number, packed.length).set(packed);
      else file.store(set, number, bytes);
      bytesOf[piece] = hasRoom ? packed.length : IN_FILE;
    },
  };
}

function piecesInFile(descriptor: number, setBytes: number, pieceBytes: number): Pieces {
  const step = placeBytes(PACKED_HEADER + pieceBytes);
  const placeOf = (set: number, number: number) => (set * Math.ceil(setBytes / pieceBytes) + number) * step;
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
 * @param memoryBytes for them
 */
export function newShelf(
  path: string,
  setBytes: number,
  pieceBytes = PIECE_BYTES,
  sets = 0,
  memoryBytes = 0,
): NewShelf {
  let descriptor: number;
  try {
    mkdirSync(dirname(path), { recursive: true });
    descriptor = openSync(path, "wx+", 0o600);
    rmSync(path);
  } catch (error) {
    throw explainWriteError(error, path);
  }
  const hasMemory = sets > 0 && memoryBytes >= PAGE_BYTES;
  const memory = hasMemory && { memory: memoryFor(sets, setBytes, pieceBytes, memoryBytes) };
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

/** Room of which what is never filled takes nothing. */
function memoryFor(sets: number, setBytes: number, pieceBytes: number, memoryBytes: number): ShelfMemory {
  const pieces = Math.ceil(setBytes / pieceBytes);
  const pagesLeft = new SharedArrayBuffer(4);
  new Int32Array(pagesLeft)[0] = Math.min(Math.floor(memoryBytes / PAGE_BYTES), MOST_PAGES);
  return {
    rooms: Array.from({ length: sets }, () => new SharedArrayBuffer(pieces * placeBytes(pieceBytes))),
    bytes: new SharedArrayBuffer(4 * sets * pieces),
    pages: new SharedArrayBuffer(4 * sets * pieces),
    pagesLeft,
  };
}

/** 4 TB. */
const MOST_PAGES = 2 ** 30;

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
