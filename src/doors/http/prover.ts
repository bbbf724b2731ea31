/** Looks for proofs in a thread of its own, one after the other, so that answering goes on. */
import { CrewThread } from "../../base/node/crew.ts";
import { InputError } from "../../base/errors.ts";
import type { ProvedJson } from "../../say/proof.ts";
import type { ProofQuestion } from "./prover-thread.ts";

/** Questions at once: each is answered within some seconds, and all of them before a request is given up. */
const MOST_WAITING = 4;
const BUSY = new InputError("queue-full", "too many proofs are being looked for; ask again");
const ONE_EACH = new InputError("queue-full", "a proof is being looked for already for this client; ask again then");

export class Prover {
  /** Started when first asked; it keeps no process alive. */
  #thread: CrewThread<ProofQuestion, ProvedJson> | null = null;
  readonly #clients = new Set<string>();

  /**
   * @param client whoever asks: one question at a time
   * @throws InputError with the code `queue-full`
   */
  async prove(client: string, question: ProofQuestion): Promise<ProvedJson> {
    if (this.#clients.has(client)) throw ONE_EACH;
    if (this.#clients.size >= MOST_WAITING) throw BUSY;
    this.#clients.add(client);
    try {
      if (this.#thread?.hasFailed !== false) this.#thread = newThread();
      return await this.#thread.ask(question);
    } finally {
      this.#clients.delete(client);
    }
  }
}

function newThread(): CrewThread<ProofQuestion, ProvedJson> {
  return new CrewThread<ProofQuestion, ProvedJson>(new URL("./prover-thread.ts", import.meta.url)).unref();
}
