import { InputError } from "../../base/errors.ts";

/** The memory that the threads of a proof by the kernel share. */
const PAGE_BYTES = 65_536;
/** All that WebAssembly's 32-bit addresses reach. */
const KERNEL_MOST_BYTES = 2 ** 32 - PAGE_BYTES;
const ALIGNMENT = 64;

/** What threads need to take part: shared memory, and where the table is described in it. */
export interface ProofMemory {
  readonly memory: WebAssembly.Memory;
  /** Address of the table's words. */
  readonly table: number;
  /** By thread the address of its own memory: SCRATCH_BYTES, then its findings. */
  readonly scratch: readonly number[];
}

/** The kernel's memory, taken one piece after the other. */
export class ProofKernelMemory {
  readonly memory: WebAssembly.Memory;
  #used = ALIGNMENT;

  constructor() {
    this.memory = new WebAssembly.Memory({ initial: 1, maximum: KERNEL_MOST_BYTES / PAGE_BYTES, shared: true });
  }

  /** Where the next piece will be. */
  get used(): number {
    return this.#used;
  }

  /** @throws InputError `not-enough-memory` where addresses do not reach so far */
  take(bytes: number): number {
    const address = this.#used;
    const end = Math.ceil((address + bytes) / ALIGNMENT) * ALIGNMENT;
    if (end > KERNEL_MOST_BYTES) {
      throw new InputError(
        "not-enough-memory",
        "this proof takes more than the 4 GiB that the proof kernel can address",
      );
    }
    this.#used = end;
    const missing = this.#used - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE_BYTES));
    return address;
  }

  /** Gives back all pieces from an address on, to be taken again. */
  giveBack(address: number): void {
    this.#used = address;
  }

  put(array: Uint8Array | Uint16Array | Int32Array | Uint32Array): number {
    const address = this.take(array.byteLength);
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    new Uint8Array(this.memory.buffer, address, array.byteLength).set(bytes);
    return address;
  }

  words(address: number, count: number): Uint32Array {
    return new Uint32Array(this.memory.buffer, address, count);
  }
}
