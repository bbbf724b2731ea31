/** Copies the bytes of a table from wherever they lie to a file of this machine, piece by piece, and goes on where it was. */
import { constants } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { SourceError, type SourceProblem } from "../../base/errors.ts";
import { withFile, writeAll } from "../../base/node/disk.ts";
import type { Source } from "../read/source.ts";

/** Bytes of one request. */
const RANGE_BYTES = 2 ** 22;
/** Requests of one file that are under way together: what comes early waits in memory, so that the file never has a hole. */
const AHEAD = 4;
/** Compared with what is there of an interrupted copy. The least states the SHA-256 of the file. */
const HEAD_BYTES = 65_536;
const LEAST_HEAD_BYTES = 128;

/** What another try may not meet. */
const PASSING: readonly SourceProblem[] = ["unreachable", "short-read", "refused"];
const FIRST_WAIT_MILLISECONDS = 200;

const MOST_TRIES = 6;

/**
 * Reads again what was cut off, or refused for the moment.
 * @param wasReached whether the host has answered before: one that has not is not asked again
 */
export function patient(source: Source, wasReached: () => boolean): Source {
  return {
    ...source,
    size: () => retrying(() => source.size()),
    read: (offset, length, signal, isSound) => retrying(() => source.read(offset, length, signal, isSound), signal),
  };

  async function retrying<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    for (let tried = 1; ; tried++) {
      try {
        return await work();
      } catch (error) {
        signal?.throwIfAborted();
        if (!(error instanceof SourceError) || !PASSING.includes(error.problem) || tried === MOST_TRIES) throw error;
        if (error.problem === "unreachable" && !wasReached()) throw error;
        await wait(FIRST_WAIT_MILLISECONDS * 2 ** (tried - 1), undefined, { signal }).catch(() =>
          signal?.throwIfAborted(),
        );
      }
    }
  }
}

export interface DownloadOptions {
  readonly signal?: AbortSignal;
  /** Told of bytes as they come, those of an interrupted copy first. */
  readonly onBytes?: (bytes: number) => void;
}

/**
 * Makes a file a copy of a source. What is there of it already is kept if it begins as the source does; whether it is
 * sound throughout only a checksum tells.
 * @throws SourceError, what writing throws; `signal.reason` when aborted: what has come by then stays
 */
export async function download(source: Source, path: string, { signal, onBytes }: DownloadOptions = {}): Promise<void> {
  const size = await source.size();
  const { O_RDWR, O_CREAT } = constants;
  await withFile(path, O_RDWR | O_CREAT, async (file) => {
    const head = await source.read(0, HEAD_BYTES, signal);
    const there = new Uint8Array(head.length);
    let { size: done } = await file.stat();
    await file.read(there, 0, there.length, 0);
    const known = Math.min(done, head.length);
    const isSame =
      known >= LEAST_HEAD_BYTES && done <= size && !Buffer.compare(head.subarray(0, known), there.subarray(0, known));
    if (!isSame) await file.truncate((done = 0));
    onBytes?.(done);
    const pending: Promise<Uint8Array>[] = [];
    try {
      for (let next = done; done < size;) {
        for (; pending.length < AHEAD && next < size; next += RANGE_BYTES) {
          const read = source.read(next, Math.min(RANGE_BYTES, size - next), signal);
          read.catch(() => {}); // told when it is its turn
          pending.push(read);
        }
        const bytes = await pending.shift()!;
        if (bytes.length === 0)
          throw new SourceError("short-read", `${source.key}: it ends at ${done} of ${size} bytes`);
        await writeAll(file, bytes, done);
        done += bytes.length;
        onBytes?.(bytes.length);
      }
    } finally {
      await Promise.allSettled(pending);
    }
    await file.sync();
  });
}
