/** Where the bytes of a table come from. */

export interface Source {
  /** Names the bytes in messages and caches: a path or an address. */
  readonly key: string;
  /** Total number of bytes. */
  size(): Promise<number>;
  /**
   * Reads `length` bytes from `offset`; fewer only where the bytes end, none beyond.
   * @param signal gives the read up, a download included
   * @throws SourceError when they cannot be read or are not the same bytes as before; `signal.reason` when aborted
   */
  read(offset: number, length: number, signal?: AbortSignal): Promise<Uint8Array>;
  close(): Promise<void>;
}

export function memorySource(bytes: Uint8Array, key = "memory"): Source {
  return {
    key,
    size: async () => bytes.length,
    async read(offset, length, signal) {
      signal?.throwIfAborted();
      return bytes.subarray(Math.min(offset, bytes.length), Math.min(offset + length, bytes.length));
    },
    close: async () => {},
  };
}
