/** Computing in pieces, so that the browser does what waits, clicks and drawing; and signals whose values take long to find. */
import { effect, signal, type ReadonlySignal } from "@preact/signals";
import { finishWith, type Pausing } from "../../src/base/pausing.ts";

/** Between two frames there are 16. */
const AT_ONCE_MILLISECONDS = 8;

export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

let begun = 0;
let turn: Promise<void> = Promise.resolve();

/**
 * To be called often by what computes for long: now and then it lets the browser go on. Those that call it at once go on one after
 * the other, as what each computes then may be long together.
 */
export function breathe(): Promise<void> {
  turn = turn.then(async () => {
    if (performance.now() - begun < AT_ONCE_MILLISECONDS) return;
    await nextTask();
    begun = performance.now();
  });
  return turn;
}

/** Computes what pauses. @throws the reason of `given` when it is given up */
export function computeInPieces<Result>(computing: Pausing<Result>, given?: AbortSignal): Promise<Result> {
  return finishWith(computing, async () => {
    await breathe();
    given?.throwIfAborted();
  });
}

/**
 * A computed signal that keeps nobody waiting: what is found without a pause is there at once, all else later.
 * @param find must read the signals that it depends on before it gives the computing
 */
export function computedInPieces<Found>(find: () => Pausing<Found>, meanwhile: Found): ReadonlySignal<Found> {
  const found = signal(meanwhile);
  effect(() => {
    const computing = find();
    const { done, value } = computing.next();
    found.value = done ? value : meanwhile;
    if (done) return;
    const given = new AbortController();
    computeInPieces(computing, given.signal).then(
      (late) => {
        if (!given.signal.aborted) found.value = late;
      },
      (error: unknown) => {
        if (!given.signal.aborted) throw error;
      },
    );
    return () => given.abort();
  });
  return found;
}
