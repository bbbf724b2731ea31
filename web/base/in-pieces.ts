/** Signals whose values can take long to find. */
import { effect, signal, type ReadonlySignal } from "@preact/signals";
import type { Pausing } from "../../src/base/pausing.ts";
import { computeInPieces } from "./next-task.ts";

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
