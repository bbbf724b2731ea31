/** Where the bytes of a table come from. */
import { InputError } from "../../base/errors.ts";

/** Bytes that are read piece by piece: a file, what is in memory, or what a host has. */
export interface Source {
  /** Names the bytes in messages and caches: a path or an address. */
  readonly key: string;
  /** Total number of bytes. */
  size(): Promise<number>;
  /**
   * Reads `length` bytes from `offset`; fewer only where the bytes end, none beyond.
   * @param signal gives the read up, a download included
   * @param isSound tells damaged bytes: a source that has copies of the bytes then reads past them, and keeps no others
   * @throws SourceError when they cannot be read or are not the same bytes as before; `signal.reason` when aborted
   */
  read(offset: number, length: number, signal?: AbortSignal, isSound?: IsSound): Promise<Uint8Array>;
  close(): Promise<void>;
}

export type IsSound = (bytes: Uint8Array) => boolean;

/** @throws InputError where these are no bytes, such as an ArrayBuffer */
export function memorySource(bytes: Uint8Array, key = "memory"): Source {
  if (!(bytes instanceof Uint8Array)) throw new InputError("bad-bytes", `${key}: a Uint8Array is needed`);
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

/**
 * A source that keeps its first read: what lies in it takes no further one. For sources where a read costs a round trip: a
 * table's first read is of 64 KiB, of which its header is a small part.
 */
export function headSource(source: Source): Source {
  let head: Uint8Array | undefined;
  return {
    ...source,
    async read(offset, length, signal, isSound) {
      signal?.throwIfAborted();
      if (head !== undefined && offset + length <= head.length) {
        const part = head.subarray(offset, offset + length);
        if (isSound === undefined || isSound(part)) return part;
      }
      const bytes = await source.read(offset, length, signal, isSound);
      if (offset === 0) head ??= bytes;
      return bytes;
    },
  };
}
