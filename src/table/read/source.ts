/** Where the bytes of a table come from. */
import { InputError } from "../../base/errors.ts";
import { SharedWork } from "../../base/shared-work.ts";

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

/* A source that joins reads: those asked for at the same moment that lie near one another become one. */

/** The most that joined reads ask for together: what a probe needs of a table of a megabyte or two lies in some such pieces. */
const MOST_BYTES = 2 ** 18;

interface Read {
  readonly offset: number;
  readonly end: number;
  readonly signal: AbortSignal | undefined;
  readonly resolve: (bytes: Uint8Array) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * For sources where a read costs a round trip, whatever its length: a probe asks for the blocks of all moves at once. A
 * joined read is given up when all who asked for a part of it have given up.
 */
export function coalescingSource(source: Source): Source {
  let waiting: Read[] = [];
  const flush = (): void => {
    const reads = waiting.filter((read) => !isGivenUp(read)).sort((a, b) => a.offset - b.offset);
    waiting = [];
    while (reads.length > 0) {
      const { offset } = reads[0]!;
      const joined = reads.findIndex(({ end }) => end - offset > MOST_BYTES);
      readJoined(source, reads.splice(0, joined < 0 ? reads.length : Math.max(1, joined)));
    }
  };
  return {
    ...source,
    async read(offset, length, signal, isSound) {
      const bytes = await new Promise<Uint8Array>((resolve, reject) => {
        if (waiting.length === 0) setTimeout(flush);
        waiting.push({ offset, end: offset + length, signal, resolve, reject });
      });
      // What is damaged is read again, alone: only then can the source below tell it from a damaged copy.
      return isSound === undefined || isSound(bytes) ? bytes : source.read(offset, length, signal, isSound);
    },
  };
}

function isGivenUp({ signal, reject }: Read): boolean {
  if (signal?.aborted) reject(signal.reason);
  return signal?.aborted === true;
}

/** @param reads by offset */
function readJoined(source: Source, reads: readonly Read[]): void {
  const { offset } = reads[0]!;
  const end = reads.reduce((last, read) => Math.max(last, read.end), offset);
  const joined = new SharedWork<Source, Uint8Array>();
  for (const { offset: first, end: last, signal, resolve, reject } of reads) {
    // Parts of their own, so that one that is kept does not keep the others.
    const part = (bytes: Uint8Array) => (reads.length === 1 ? bytes : bytes.slice(first - offset, last - offset));
    const reading = joined.run(source, (all) => source.read(offset, end - offset, all), signal);
    reading.then((bytes) => resolve(part(bytes)), reject);
  }
}
