/** Memory shared by the threads of the kernel: grows as it is taken, is given back as a whole. */
import { InputError } from "../../xiangqi/errors.ts";

const PAGE = 65_536;
/** A wasm32 memory ends here. */
export const MOST_BYTES = 65_536 * PAGE;

export class Arena {
  readonly memory = new WebAssembly.Memory({ initial: 1, maximum: MOST_BYTES / PAGE, shared: true });
  #used = 1024; // address 0 stays free: it means "none"
  #pages = 1;

  get usedBytes(): number {
    return this.#used;
  }

  /**
   * Takes zeroed memory and returns its address, a multiple of 64.
   * @throws InputError when the memory cannot grow so far
   */
  take(bytes: number): number {
    const address = this.#used;
    const end = address + Math.ceil(bytes / 64) * 64;
    const pages = Math.ceil((end + 64) / PAGE); // vectors are read up to 15 bytes past an end
    if (pages > this.#pages) {
      try {
        this.memory.grow(pages - this.#pages);
      } catch {
        const wanted = (end / 2 ** 30).toFixed(1);
        throw new InputError("out-of-memory", `solving needs ${wanted} GiB of memory, which cannot be had`);
      }
      this.#pages = pages;
    }
    this.#used = end;
    return address;
  }

  put(data: Uint8Array | Uint16Array | Int32Array | Uint32Array): number {
    const address = this.take(data.byteLength);
    new Uint8Array(this.memory.buffer, address, data.byteLength).set(
      new Uint8Array(data.buffer, data.byteOffset, data.byteLength),
    );
    return address;
  }

  bytes(address: number, length: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, address, length);
  }

  /** A structure of u32 fields: `view[offset / 4]`. */
  words(address: number, length: number): Uint32Array {
    return new Uint32Array(this.memory.buffer, address, length);
  }
}
