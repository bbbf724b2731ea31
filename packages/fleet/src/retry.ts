/** Requests that failed by no fault of theirs are sent again, after a random wait that grows. */
import { setTimeout as wait } from "node:timers/promises";

export interface RetryOptions {
  /** How often it may be sent in all; asked after each failure. */
  readonly tries: () => number;
  readonly signal?: AbortSignal | undefined;
  /** Whether another try can help. */
  readonly canHelp: (error: unknown) => boolean;
  readonly onRetry: (error: unknown) => void;
}

const FIRST_MILLISECONDS = 100;
const MOST_MILLISECONDS = 10_000;

/** @throws what the last try threw */
export async function retrying<T>(send: () => Promise<T>, options: RetryOptions): Promise<T> {
  for (let failed = 1; ; failed++) {
    options.signal?.throwIfAborted();
    try {
      return await send();
    } catch (error) {
      options.signal?.throwIfAborted();
      if (!options.canHelp(error) || failed >= options.tries()) throw error;
      options.onRetry(error);
      const most = Math.min(MOST_MILLISECONDS, FIRST_MILLISECONDS * 2 ** failed);
      await wait(most * Math.random(), undefined, { signal: options.signal });
    }
  }
}
