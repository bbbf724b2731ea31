/**
 * Memory shared by the threads of the kernel: grows as it is taken, is given back as a whole. It is kept for the next
 * endgame: threads hold on to a memory they were sent until their garbage is collected, and they make little garbage.
 */
import { InputError } from "../../base/errors.ts";

const PAGE = 65_536;
/** Address 0 stays free: it means "none". */
const FIRST = 1024;
/** A wasm32 memory ends here. */
export const MOST_BYTES = 65_536 * PAGE;

export class KernelMemory {
  readonly wasm: WebAssembly.Memory;
  #used = FIRST;
  #most = FIRST;
  /** Beyond this address nothing has been written. */
  #written = FIRST;
  #pages = 1;
  readonly #mostBytes: number;

  /** @param mostBytes that it may grow to: some browsers keep that much free from the start */
  constructor(mostBytes = MOST_BYTES) {
    this.#mostBytes = mostBytes;
    this.wasm = new WebAssembly.Memory({ initial: 1, maximum: Math.ceil(mostBytes / PAGE), shared: true });
  }

  get usedBytes(): number {
    return this.#used;
  }

  /** What can still be taken. */
  get bytesLeft(): number {
    return this.#mostBytes - PAGE - this.#used;
  }

  /** The most that was used since all was given back. */
  get mostUsedBytes(): number {
    return this.#most;
  }

  /**
   * Takes memory and returns its address, a multiple of 64.
   * @param zeroed false: it may hold anything
   * @throws InputError when the memory cannot grow so far
   */
  take(bytes: number, zeroed = true): number {
    const address = this.#used;
    const end = address + Math.ceil(bytes / 64) * 64;
    const pages = Math.ceil((end + 64) / PAGE); // vectors are read up to 15 bytes past an end
    if (pages > this.#pages) {
      try {
        this.wasm.grow(pages - this.#pages);
      } catch {
        const wanted = (end / 2 ** 30).toFixed(1);
        throw new InputError("out-of-memory", `solving needs ${wanted} GiB of memory, which cannot be had`);
      }
      this.#pages = pages;
    }
    if (zeroed && address < this.#written) this.bytes(address, Math.min(end, this.#written) - address).fill(0);
    this.#used = end;
    this.#most = Math.max(this.#most, end);
    this.#written = Math.max(this.#written, end);
    return address;
  }

  /** Gives everything back. */
  clear(): void {
    this.#used = FIRST;
    this.#most = FIRST;
  }

  /** Gives back what was taken since so many bytes were used. */
  giveBack(usedBytes: number): void {
    this.#used = usedBytes;
  }

  put(data: Uint8Array | Uint16Array | Int32Array | Uint32Array): number {
    const address = this.take(data.byteLength, false);
    new Uint8Array(this.wasm.buffer, address, data.byteLength).set(
      new Uint8Array(data.buffer, data.byteOffset, data.byteLength),
    );
    return address;
  }

  bytes(address: number, length: number): Uint8Array {
    return new Uint8Array(this.wasm.buffer, address, length);
  }

  words(address: number, length: number): Uint32Array {
    return new Uint32Array(this.wasm.buffer, address, length);
  }

  /** A field (kernel/assembly/layout.ts), by its address. Threads may be changing it. */
  load(address: number): number {
    return Atomics.load(this.words(address, 1), 0);
  }

  store(address: number, value: number): void {
    Atomics.store(this.words(address, 1), 0, value);
  }

  /** Two counts of 64 bits. */
  loadCounts(address: number): [number, number] {
    const [first, second] = new BigUint64Array(this.wasm.buffer, address, 2);
    return [Number(first), Number(second)];
  }

  storeCounts(address: number, counts: readonly [number, number]): void {
    new BigUint64Array(this.wasm.buffer, address, 2).set(counts.map(BigInt));
  }
}
