/** A source that joins reads: those asked for at the same moment that lie near one another become one. */
import type { Source } from "./source.ts";

/** The most that joined reads ask for together. */
const MOST_BYTES = 65_536;

interface Read {
  readonly offset: number;
  readonly end: number;
  readonly resolve: (bytes: Uint8Array) => void;
  readonly reject: (error: unknown) => void;
}

/** For sources where a read costs a round trip, whatever its length: a probe asks for the blocks of all moves at once. */
export function coalescingSource(source: Source): Source {
  let waiting: Read[] = [];
  const flush = (): void => {
    const reads = waiting.sort((a, b) => a.offset - b.offset);
    waiting = [];
    while (reads.length > 0) {
      const { offset } = reads[0]!;
      const joined = reads.findIndex(({ end }) => end - offset > MOST_BYTES);
      void readJoined(source, reads.splice(0, joined < 0 ? reads.length : Math.max(1, joined)));
    }
  };
  return {
    ...source,
    read: (offset, length) =>
      new Promise((resolve, reject) => {
        if (waiting.length === 0) setTimeout(flush);
        waiting.push({ offset, end: offset + length, resolve, reject });
      }),
  };
}

/** @param reads by offset */
async function readJoined(source: Source, reads: readonly Read[]): Promise<void> {
  const { offset } = reads[0]!;
  const end = reads.reduce((last, read) => Math.max(last, read.end), offset);
  try {
    const bytes = await source.read(offset, end - offset);
    // Parts of their own, so that one that is kept does not keep the others.
    for (const read of reads)
      read.resolve(reads.length === 1 ? bytes : bytes.slice(read.offset - offset, read.end - offset));
  } catch (error) {
    for (const read of reads) read.reject(error);
  }
}
