/** Work that several wait for at once: one of them may give up without the others. */

interface Running<Result> {
  readonly result: Promise<Result>;
  readonly controller: AbortController;
  /** How many wait for it. */
  waiting: number;
  isDone: boolean;
}

export class SharedWork<Key, Result> {
  readonly #running = new Map<Key, Running<Result>>();
  readonly #keep: boolean;

  /** @param keep whether a result stays, for those who ask later, until it is forgotten; a failure never does */
  constructor({ keep = false }: { readonly keep?: boolean } = {}) {
    this.#keep = keep;
  }

  /**
   * The result of the work of this key, which is started unless it runs already. The signal that `start` gets is aborted
   * when all who wait have given up.
   * @throws `signal.reason` when aborted, and whatever the work throws
   */
  run(key: Key, start: (signal: AbortSignal) => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const running = this.#running.get(key) ?? this.#start(key, start);
    running.waiting++;
    if (signal === undefined || running.isDone) return running.result;
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        reject(signal.reason);
        if (--running.waiting > 0) return;
        this.#remove(key, running);
        running.controller.abort(signal.reason);
      };
      signal.addEventListener("abort", giveUp, { once: true });
      const settled = () => signal.removeEventListener("abort", giveUp);
      running.result.then(resolve, reject).finally(settled);
    });
  }

  /** Starts it anew the next time; those who wait for it, or have its result, are not concerned. */
  forget(key: Key): Promise<Result> | undefined {
    const running = this.#running.get(key);
    this.#running.delete(key);
    return running?.result;
  }

  /** Forgets everything. */
  clear(): Promise<Result>[] {
    const results = [...this.#running.values()].map(({ result }) => result);
    this.#running.clear();
    return results;
  }

  #start(key: Key, start: (signal: AbortSignal) => Promise<Result>): Running<Result> {
    const controller = new AbortController();
    const running: Running<Result> = { result: start(controller.signal), controller, waiting: 0, isDone: false };
    this.#running.set(key, running);
    const remove = () => this.#remove(key, running);
    running.result.then(() => {
      running.isDone = true;
      if (!this.#keep) remove();
    }, remove);
    return running;
  }

  #remove(key: Key, running: Running<Result>): void {
    if (this.#running.get(key) === running) this.#running.delete(key);
  }
}
