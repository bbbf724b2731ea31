/** Letting the browser do what waits, clicks and drawing, while the page computes. */
import { finishWith, type Pausing } from "../../src/base/pausing.ts";

/** Between two frames there are 16. */
const AT_ONCE_MILLISECONDS = 8;

export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

let begun = 0;

/** To be called often by what computes for long: now and then it lets the browser go on. */
export async function breathe(): Promise<void> {
  if (performance.now() - begun < AT_ONCE_MILLISECONDS) return;
  await nextTask();
  begun = performance.now();
}

/** Computes what pauses. @throws `signal.reason` when it is given up */
export function computeInPieces<Result>(computing: Pausing<Result>, signal?: AbortSignal): Promise<Result> {
  return finishWith(computing, async () => {
    await breathe();
    signal?.throwIfAborted();
  });
}
