/** The prover in a worker of its own, which does one search at a time; it is made when it is first asked, and kept. */
import { formatFen } from "../../src/xiangqi/fen.ts";
import type { LegalPosition } from "../../src/xiangqi/position.ts";
import type { ProofMessage, ProofRequest } from "./prover-worker.ts";

/** What comes of asking. `failed`: there is no worker, or it broke down. */
type Told = ProofMessage | { readonly kind: "failed" };

export class Prover {
  #worker: Worker | null = null;
  /** Ends the search that goes on. */
  #end: (() => void) | null = null;

  /** Ends another search that goes on. `hear` is told of progress, and in the end once `done` or `failed`, unless it is stopped. */
  ask(of: LegalPosition, how: Omit<ProofRequest, "fen">, hear: (told: Told) => void): void {
    this.stop();
    const worker = (this.#worker ??= new Worker(new URL("./prover-worker.ts", import.meta.url), { type: "module" }));
    const listen = ({ data }: MessageEvent<ProofMessage>) => {
      if (data.kind === "done") forget(); // the worker is free
      hear(data);
    };
    const fail = () => {
      this.stop();
      hear({ kind: "failed" });
    };
    const forget = () => {
      worker.removeEventListener("message", listen);
      worker.removeEventListener("error", fail);
      this.#end = null;
    };
    worker.addEventListener("message", listen);
    worker.addEventListener("error", fail);
    this.#end = () => {
      forget();
      worker.terminate();
      this.#worker = null;
    };
    const request: ProofRequest = { fen: formatFen(of), ...how };
    worker.postMessage(request, []);
  }

  stop(): void {
    this.#end?.();
  }
}
