/** Long work in slices, so that the page goes on answering. */

/** The most that one slice takes. */
const MILLISECONDS = 8;

/** Runs a generator to its end, letting the page work between slices. */
export async function inSlices<Result>(work: Generator<void, Result>, signal?: AbortSignal): Promise<Result> {
  for (;;) {
    const until = performance.now() + MILLISECONDS;
    do {
      const step = work.next();
      if (step.done) return step.value;
    } while (performance.now() < until);
    await new Promise((next) => setTimeout(next));
    signal?.throwIfAborted();
  }
}
