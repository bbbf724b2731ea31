/** A source that keeps its first read: what lies in it takes no further one. */
import type { Source } from "./source.ts";

/** For sources where a read costs a round trip: a table's first read is of 64 KiB, of which its header is a small part. */
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
