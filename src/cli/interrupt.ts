/** Ctrl-C: the first asks the work to stop, the second ends the program at once. */

/** Why work stopped: the user wished so. The message says what is kept. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
}

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** npm passes a Ctrl-C on that the terminal has sent as well: two within this time are one. */
const ONE_MILLISECONDS = 300;

/**
 * Runs `work` with a signal that aborts at the first Ctrl-C or SIGTERM.
 * @param onInterrupt called at that moment
 */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>, onInterrupt: () => void): Promise<T> {
  const controller = new AbortController();
  // Without listeners of ours a signal ends the process.
  const release = (): void => SIGNALS.forEach((name) => process.off(name, stop));
  const stop = (): void => {
    if (controller.signal.aborted) return;
    setTimeout(release, ONE_MILLISECONDS).unref();
    onInterrupt();
    controller.abort(new Interrupted("stopped"));
  };
  SIGNALS.forEach((name) => process.on(name, stop));
  try {
    return await work(controller.signal);
  } finally {
    release();
  }
}
