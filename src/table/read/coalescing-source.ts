/** A source that joins reads: those asked for at the same moment that lie near one another become one. */
import { SharedWork } from "../../base/shared-work.ts";
import type { Source } from "./source.ts";

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
