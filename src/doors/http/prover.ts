/** Looks for proofs in a thread of its own, one after the other, so that answering goes on. */
import { Worker } from "node:worker_threads";
import { InputError } from "../../base/errors.ts";
import type { ProvedJson } from "../../say/proof.ts";
import type { ProofQuestion } from "./prover-thread.ts";

interface Waiting {
  readonly client: string;
  readonly question: ProofQuestion;
  readonly resolve: (found: ProvedJson) => void;
  readonly reject: (error: Error) => void;
}

/** Questions at once: each is answered within some seconds, and all of them before a request is given up. */
const MOST_WAITING = 4;
const BUSY = new InputError("queue-full", "too many proofs are being looked for; ask again");
const ONE_EACH = new InputError("queue-full", "a proof is being looked for already for this client; ask again then");

export class Prover {
  /** Started when first asked; it keeps no process alive. */
  #thread: Worker | null = null;
  readonly #waiting: Waiting[] = [];

  /**
   * @param client whoever asks: one question at a time
   * @throws InputError with the code `queue-full`
   */
  prove(client: string, question: ProofQuestion): Promise<ProvedJson> {
    if (this.#waiting.some((each) => each.client === client)) throw ONE_EACH;
    if (this.#waiting.length >= MOST_WAITING) throw BUSY;
    return new Promise((resolve, reject) => {
      this.#waiting.push({ client, question, resolve, reject });
      if (this.#waiting.length === 1) this.#ask();
    });
  }

  #ask(): void {
    const first = this.#waiting[0];
    if (first === undefined) return;
    this.#thread ??= this.#start();
    this.#thread.postMessage(first.question, []);
  }

  #start(): Worker {
    const thread = new Worker(new URL("./prover-thread.ts", import.meta.url), { execArgv: [] });
    thread.on("message", (found: ProvedJson) => {
      this.#waiting.shift()!.resolve(found);
      this.#ask();
    });
    thread.on("error", (error: Error) => {
      this.#thread = null;
      this.#waiting.shift()?.reject(error);
      this.#ask();
    });
    thread.unref();
    return thread;
  }
}
