/**
 * How bit vectors are packed that lie in memory but are seldom looked at: fast rather than tight. Neighbours have much in common, so of each
 * vector what counts is in which bytes it differs from the one before, the first from an empty one:
 *
 *     packed = a bit for each vector, the lowest of a byte first: whether it differs;
 *              for each that does a mask of 16 bits, little endian, bit i for byte i, and the bytes that differ, exclusive or
 *
 * What would take no less room than it is, is not packed.
 */
import { compileKept } from "../../base/kept-kernel.ts";
import { KERNEL } from "./kernel/bytes.ts";

interface Kernel {
  begin(): void;
  pack(from: number, vectors: number, to: number): number;
  unpack(from: number, vectors: number, to: number): void;
}

const PAGE = 65_536;
/** The kernel's own. */
const TABLES_BYTES = 8192;
/** Of a vector. */
const VECTOR_BYTES = 16;

function vectorsIn(bytes: number): number {
  return Math.ceil(bytes / VECTOR_BYTES);
}

let compiled: WebAssembly.Module | undefined;

export class VectorPacking {
  readonly #kernel: Kernel;
  readonly #plain: Uint8Array;
  readonly #packed: Uint8Array;

  /** @param mostBytes of vectors at a time */
  constructor(mostBytes: number) {
    const most = vectorsIn(mostBytes);
    const packedAt = TABLES_BYTES + most * VECTOR_BYTES;
    const mostPacked = (most + 1) * (VECTOR_BYTES + 3);
    const memory = new WebAssembly.Memory({ initial: Math.ceil((packedAt + mostPacked) / PAGE) });
    compiled ??= compileKept(KERNEL);
    const { exports } = new WebAssembly.Instance(compiled, { env: { memory, abort: () => {} } });
    this.#kernel = exports as unknown as Kernel;
    this.#kernel.begin();
    this.#plain = new Uint8Array(memory.buffer, TABLES_BYTES, most * VECTOR_BYTES);
    this.#packed = new Uint8Array(memory.buffer, packedAt, mostPacked);
  }

  /**
   * Packs vectors, the last of which may be cut short.
   * @returns what is made of them, until the next call; the vectors themselves where it would not be less
   */
  pack(vectors: Uint8Array): Uint8Array {
    this.#plain.set(vectors);
    const bytes = this.#kernel.pack(TABLES_BYTES, vectorsIn(vectors.length), this.#packed.byteOffset);
    return bytes < vectors.length ? this.#packed.subarray(0, bytes) : vectors;
  }

  /** Unpacks what `pack` made of as many bytes as there is room for. */
  unpack(packed: Uint8Array, into: Uint8Array): void {
    if (packed.length === into.length) return into.set(packed);
    this.#packed.set(packed);
    this.#kernel.unpack(this.#packed.byteOffset, vectorsIn(into.length), TABLES_BYTES);
    into.set(this.#plain.subarray(0, into.length));
  }
}
