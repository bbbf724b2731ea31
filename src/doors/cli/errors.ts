/** What the program says when something is wrong, and the exit code that goes with it. */
import { CommanderError } from "commander";
import { InputError } from "../../base/errors.ts";

/** Ctrl-C: the first asks the work to stop, the second ends the program at once. */

/** Why work stopped: the user wished so. The message says what is kept. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
}

/** The last comes when a terminal goes, such as that of a remote session. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** npm passes a Ctrl-C on that the terminal has sent as well: two within this time are one. */
const ONE_MILLISECONDS = 300;

/**
 * Runs `work` with a signal that aborts at the first Ctrl-C, SIGTERM or SIGHUP.
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

/** Something only the user can mend. */
const BAD_INPUT = 2;
const INTERNAL_FAILURE = 1;
const INTERRUPTED = 130;

/**
 * Tells what went wrong in one line on stderr.
 * @param debug also tells where an internal failure happened
 * @returns the exit code
 */
export function reportError(error: unknown, debug: boolean): number {
  // Commander has written its message or its help already.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : BAD_INPUT;
  const message = messageOf(error);
  if (error instanceof Interrupted) {
    console.error(`canju: ${message}`);
    return INTERRUPTED;
  }
  if (error instanceof InputError || isFileTrouble(error)) {
    console.error(`canju: ${message}`);
    if (debug) console.error(error);
    return BAD_INPUT;
  }
  console.error(`canju: internal failure: ${message}${debug ? "" : " (--debug tells where)"}`);
  if (debug) console.error(error);
  return INTERNAL_FAILURE;
}

/** The message of anything thrown, on one line. */
export function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).trim().replaceAll(/\s*\n\s*/g, " ");
}

const FILE_TROUBLES = ["EACCES", "EPERM", "EROFS", "ENOTDIR", "EISDIR", "ELOOP", "ENAMETOOLONG", "ENOSPC", "EDQUOT"];

/** What the user's files and disks can cause anywhere. Node's message names the path. */
function isFileTrouble(error: unknown): boolean {
  const { code, path } = (error ?? {}) as NodeJS.ErrnoException;
  return path !== undefined && FILE_TROUBLES.includes(code ?? "");
}
