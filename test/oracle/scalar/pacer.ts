/** Keeps a long computation on the host's only thread polite: it stops now and then to let other work run. */

/** Long enough to cost nothing, short enough for a page to stay alive. */
const TURN_MILLISECONDS = 50;

export class Pacer {
  readonly #signal: AbortSignal | undefined;
  #seconds = 0;
  #began = performance.now();

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal;
  }

  get isDue(): boolean {
    return performance.now() - this.#began >= TURN_MILLISECONDS;
  }

  /** Seconds spent between the pauses. */
  get seconds(): number {
    return this.#seconds + (performance.now() - this.#began) / 1000;
  }

  /** Lets other work run. @throws the signal's reason when it has been aborted */
  async pause(): Promise<void> {
    this.#seconds = this.seconds;
    await new Promise((resolve) => setTimeout(resolve));
    this.#began = performance.now();
    this.#signal?.throwIfAborted();
  }
}
