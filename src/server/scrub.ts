/** Compares every table of the data folder with its SHA-256, gently and again and again: disks forget. */
import { setTimeout as wait } from "node:timers/promises";
import { COLLECTIONS } from "../table/catalog.ts";
import type { DataFolder } from "./data-folder.ts";

export interface ScrubOptions {
  /** Default: 8 MiB. */
  readonly bytesPerSecond?: number;
  /** Between two rounds. Default: an hour. */
  readonly restMilliseconds?: number;
}

/** What was found since the server was started. */
export interface Scrubbed {
  /** Files and bytes compared, in all rounds together. */
  files: number;
  bytes: number;
  /** Files that did not fit in the last round, or in this one so far. */
  damaged: number;
  /** When the last round ended: ISO 8601, UTC; null: none has yet. */
  finished: string | null;
}

/** Starts comparing; a file that does not fit is served no more until it is another. @returns ends it */
export function startScrub(data: DataFolder, options: ScrubOptions = {}): () => Promise<void> {
  const { bytesPerSecond = 8 * 2 ** 20, restMilliseconds = 3_600_000 } = options;
  const { scrubbed } = data;
  const controller = new AbortController();
  const { signal } = controller;
  const pace = async (bytes: number): Promise<void> => {
    scrubbed.bytes += bytes;
    await wait((1000 * bytes) / bytesPerSecond, null, { signal, ref: false });
  };
  const round = async (): Promise<void> => {
    let damaged = 0;
    for (const collection of COLLECTIONS) {
      const catalog = data.catalog(collection);
      for (const name of await catalog.names().catch(() => [])) {
        const found = await catalog.scrub(name, pace);
        if (found === "unread") continue;
        scrubbed.files++;
        if (found === "damaged") damaged++;
        scrubbed.damaged = Math.max(scrubbed.damaged, damaged);
      }
    }
    scrubbed.damaged = damaged;
    scrubbed.finished = new Date().toISOString();
  };
  const running = (async () => {
    for (;;) {
      await round();
      await wait(restMilliseconds, null, { signal, ref: false });
    }
  })().catch((error: unknown) => {
    if (!signal.aborted) console.error("the comparison of files with their SHA-256 has ended:", error);
  });
  return async () => {
    controller.abort();
    await running;
  };
}
