/** Has tables built and proven by a process of their own: whoever asks only waits, so its heartbeats never stop. */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { InputError } from "../../../src/base/errors.ts";
import { formatBytes } from "../../../src/base/sizes.ts";
import type { BuilderOrder, BuilderReply, BuilderSettings, Built } from "./builder-process.ts";

export type BuilderProgress = Extract<BuilderReply, { readonly kind: "progress" }>;

/** A process that ends by these without our doing has most likely run out of memory. */
const MEMORY_SIGNALS: readonly unknown[] = ["SIGKILL", "SIGABRT"];
/** A table whose builder ran out of memory so often is not tried here again. */
const MOST_DEATHS = 2;

export class Builder {
  readonly #settings: BuilderSettings;
  readonly #niceness: number;
  readonly #onNote: (line: string) => void;
  readonly #deaths = new Map<string, number>();
  #child: ChildProcess | null = null;

  /**
   * @param niceness of the process: 0 as this one, up to 19 below it
   * @param onNote told in one line what is made of unfinished work
   */
  constructor(settings: BuilderSettings, niceness = 0, onNote: (line: string) => void = () => {}) {
    this.#settings = settings;
    this.#niceness = niceness;
    this.#onNote = onNote;
  }

  /** The process, while there is one. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Starts the process, which takes some tenths of a second: whoever waits for work does that meanwhile. */
  async start(): Promise<ChildProcess> {
    return this.#child === null || isGone(this.#child) ? (this.#child = await this.#start()) : this.#child;
  }

  /**
   * Builds or proves one table, or does a part of it or of its proof; one at a time. The process serves the next order as well, unless this one fails.
   * @throws InputError of what the process could not do, `does-not-fit` after it ran out of memory twice;
   *   `signal.reason` when aborted: the process is gone then
   */
  async run(
    work: BuilderOrder["work"],
    endgame: string,
    signal: AbortSignal,
    onProgress: (progress: BuilderProgress) => void,
    parts: Pick<BuilderOrder, "given" | "believed" | "part" | "tablePart" | "sides"> = {},
  ): Promise<Built> {
    signal.throwIfAborted();
    const child = await this.start();
    const kill = () => child.kill("SIGKILL");
    signal.addEventListener("abort", kill);
    const over = new AbortController();
    try {
      const ended = once(child, "exit", { signal: over.signal }) as Promise<[number | null, string | null]>;
      const replied = new Promise<BuilderReply>((resolve) => {
        child.on("message", (reply: BuilderReply) => {
          if (reply.kind === "progress") onProgress(reply);
          else if (reply.kind === "note") this.#onNote(reply.line);
          else resolve(reply);
        });
      });
      child.send({ ...this.#settings, ...parts, work, endgame } satisfies BuilderOrder, () => {});
      const outcome = await Promise.race([replied, ended]);
      signal.throwIfAborted();
      if (Array.isArray(outcome)) throw this.#explainDeath(endgame, outcome);
      if (outcome.kind === "done") return outcome.built;
      throw outcome.kind === "failed" && outcome.code !== null
        ? new InputError(outcome.code, outcome.message)
        : new Error((outcome as { message: string }).message);
    } catch (error) {
      await this.close();
      throw error;
    } finally {
      signal.removeEventListener("abort", kill);
      child.removeAllListeners("message");
      over.abort();
    }
  }

  /** Ends the process at once: what it was writing has no name yet. */
  async close(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null || isGone(child)) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  }

  async #start(): Promise<ChildProcess> {
    const child = fork(new URL("./builder-process.ts", import.meta.url), {
      execArgv: [],
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      // What it says of itself is no secret, what it is given may be.
      env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(AWS_|PG|CANJU_QUEUE)/.test(name))),
    });
    await once(child, "spawn");
    const { setPriority } = await import("node:os");
    if (this.#niceness > 0 && child.pid !== undefined) setPriority(child.pid, this.#niceness);
    return child;
  }

  #explainDeath(endgame: string, [code, signal]: readonly [number | null, string | null]): Error {
    this.#child = null;
    const how = signal ?? `exit code ${code}`;
    if (!MEMORY_SIGNALS.includes(signal)) return new Error(`the process that worked on ${endgame} ended (${how})`);
    const deaths = (this.#deaths.get(endgame) ?? 0) + 1;
    this.#deaths.set(endgame, deaths);
    if (deaths < MOST_DEATHS) return new Error(`the process that worked on ${endgame} was killed (${how}): no memory?`);
    const { memoryBytes } = this.#settings;
    const memory = memoryBytes === undefined ? "the memory of this machine" : formatBytes(memoryBytes);
    const why = `${endgame} has ended its process ${deaths} times (${how}): it takes more than ${memory}`;
    return new InputError("does-not-fit", why);
  }
}

function isGone({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
