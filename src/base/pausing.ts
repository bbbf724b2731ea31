/**
 * Computing that pauses: a generator that stops every few milliseconds, so that whoever runs it can do other things in
 * between, or give it up.
 */
export type Pausing<Result> = Generator<undefined, Result, undefined>;

/** Does it all at once. */
export function finish<Result>(computing: Pausing<Result>): Result {
  for (;;) {
    const { done, value } = computing.next();
    if (done) return value;
  }
}

/** @param pause called at each stop, and waited for where it gives something; what it throws ends the computing */
export async function finishWith<Result>(
  computing: Pausing<Result>,
  pause: () => Promise<unknown> | null,
): Promise<Result> {
  for (;;) {
    const { done, value } = computing.next();
    if (done) return value;
    const paused = pause();
    if (paused !== null) await paused;
  }
}

/** What is found out once, when it is first asked for. */
export class Once<Result> {
  readonly #find: () => Pausing<Result>;
  #found: { readonly result: Result } | null = null;

  constructor(find: () => Pausing<Result>) {
    this.#find = find;
  }

  *find(): Pausing<Result> {
    this.#found ??= { result: yield* this.#find() };
    return this.#found.result;
  }

  /** All at once. */
  get(): Result {
    return finish(this.find());
  }
}

/** Waits for work, or until the signal is given: the work itself goes on. @throws `signal.reason` when aborted */
export async function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  let onAbort = () => {};
  const aborted = new Promise<never>((_, reject) => (onAbort = () => reject(signal.reason)));
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    if (signal.aborted) onAbort();
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
    // Whoever loses the race must not be a rejection that nobody handles.
    work.catch(() => undefined);
    aborted.catch(() => undefined);
  }
}
