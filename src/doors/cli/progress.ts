/** Progress on stderr: one line written over and over at a terminal, now and then a line of its own elsewhere. */

export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const TERMINAL_MILLISECONDS = 100;
const PLAIN_MILLISECONDS = 10_000;

export class ProgressLine {
  readonly #stream: ProgressStream;
  readonly #now: () => number;
  #shown = false;
  #last: number;
  #noted: string | null = null;

  constructor(stream: ProgressStream = process.stderr, now: () => number = () => performance.now()) {
    this.#stream = stream;
    this.#now = now;
    this.#last = now();
  }

  get isLive(): boolean {
    return this.#stream.isTTY === true;
  }

  /** Shows the present state, unless it did so a moment ago. */
  update(describe: () => string): void {
    const wait = this.isLive ? TERMINAL_MILLISECONDS : PLAIN_MILLISECONDS;
    if (this.#now() - this.#last < wait) return;
    this.#last = this.#now();
    if (this.isLive) {
      // One column less than there are: a full line would wrap. Some terminals do not tell, or tell 0.
      const text = describe().slice(0, (this.#stream.columns || 80) - 1);
      this.#stream.write(`\r${text}\u001b[K`);
      this.#shown = true;
    } else {
      this.#stream.write(`${describe()}\n`);
    }
  }

  /** Writes a line that stays. */
  note(text: string): void {
    this.clear();
    this.#stream.write(`${text}\n`);
  }

  /** For what is told again and again: writes a line that stays, unless this was given the same one last. */
  noteNew(text: string): void {
    if (this.#noted !== text) this.note(text);
    this.#noted = text;
  }

  /** Takes the live line away. */
  clear(): void {
    if (this.#shown) this.#stream.write("\r\u001b[K");
    this.#shown = false;
  }
}
