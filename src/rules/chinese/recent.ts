/** What was found last, by name, and forgotten when there is too much of it. */
export class Recent<T> {
  readonly #most: number;
  #young = new Map<string, T>();
  #old = new Map<string, T>();

  /** @param most that are kept at least; at most twice as many are */
  constructor(most: number) {
    this.#most = most;
  }

  get(name: string): T | undefined {
    const found = this.#young.get(name);
    if (found !== undefined) return found;
    const old = this.#old.get(name);
    if (old !== undefined) this.set(name, old);
    return old;
  }

  set(name: string, found: T): void {
    if (this.#young.size >= this.#most) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(name, found);
  }
}
