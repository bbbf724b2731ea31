/**
 * Memory for rows of cells, and the kernel (kernel/assembly/index.ts) that works on them sixteen bytes at a time. The host sees bytes by
 * address; views of them last until more memory is taken.
 */
import { compileKept } from "../../base/kept-kernel.ts";
import { KERNEL } from "./kernel/bytes.ts";

const PAGE = 65_536;

export interface RowKernel {
  least(to: number, from: number, bytes: number, wide: boolean): void;
  leastOfRuns(to: number, from: number, moves: number, count: number, bytes: number, wide: boolean): void;
  leastOfEntries(
    to: number,
    from: number,
    moves: number,
    count: number,
    bytes: number,
    runs: number,
    wide: boolean,
  ): void;
  leastUnmasked(to: number, from: number, mask: number, bytes: number, wide: boolean): void;
  reorder(to: number, from: number, order: number, count: number, wide: boolean): void;
  add(to: number, from: number, bytes: number): void;
  remove(to: number, from: number, bytes: number): void;
  markUnless(to: number, but: number, bytes: number, stride: number, runs: number): void;
  markEqual(to: number, numbers: number, wanted: number, bytes: number, stride: number, runs: number): void;
  cross(codes: number, marks: number, count: number, wide: boolean): void;
  addBits(to: number, codes: number, bits: number, low: number, span: number, count: number, wide: boolean): void;
  turnBytes(to: number, rows: number, stride: number, count: number): void;
  resolve(codes: number, least: number, given: number, marks: number, count: number, wide: boolean): number;
}

/** Compiled when it is first used: who asks for single positions never does. */
let compiled: WebAssembly.Module | undefined;

export class RowRoom {
  readonly kernel: RowKernel;
  readonly #memory = new WebAssembly.Memory({ initial: 1 });
  #used = 64; // address 0 means none
  #bytes: Uint8Array;

  constructor() {
    compiled ??= compileKept(KERNEL);
    const { exports } = new WebAssembly.Instance(compiled, { env: { memory: this.#memory } });
    this.kernel = exports as unknown as RowKernel;
    this.#bytes = new Uint8Array(this.#memory.buffer);
  }

  /** All bytes, until more memory is taken. */
  get bytes(): Uint8Array {
    return this.#bytes;
  }

  /** Takes zeroed memory and returns its address, a multiple of 16; sixteen bytes at a time may be used up to its end. */
  take(bytes: number): number {
    const address = this.#used;
    this.#used += Math.ceil(bytes / 16) * 16;
    const missing = this.#used - this.#bytes.length;
    if (missing > 0) {
      this.#memory.grow(Math.ceil(missing / PAGE));
      this.#bytes = new Uint8Array(this.#memory.buffer);
    }
    return address;
  }

  /** Takes memory for data. */
  put(data: ArrayBufferView): number {
    const address = this.take(data.byteLength);
    this.write(address, data);
    return address;
  }

  write(address: number, { buffer, byteOffset, byteLength }: ArrayBufferView): void {
    this.#bytes.set(new Uint8Array(buffer, byteOffset, byteLength), address);
  }

  read(address: number, { buffer, byteOffset, byteLength }: ArrayBufferView): void {
    new Uint8Array(buffer, byteOffset, byteLength).set(this.#bytes.subarray(address, address + byteLength));
  }
}
