/** The thread that looks for proofs: one position after the other. */
import { parentPort } from "node:worker_threads";
import { provePosition } from "../../prove/prove.ts";
import { toProvedJson } from "../../say/proof.ts";
import { parseLegalFen } from "../../xiangqi/fen.ts";

export interface ProofQuestion {
  readonly fen: string;
  readonly seconds: number;
}

/** As much as there is one thread: it is given back between two questions. */
const MEMORY_BYTES = 2 ** 27;

parentPort!.on("message", async ({ fen, seconds }: ProofQuestion) => {
  const start = performance.now();
  const position = parseLegalFen(fen);
  const proved = await provePosition(position, { seconds, memoryBytes: MEMORY_BYTES, pause: () => Promise.resolve() });
  parentPort!.postMessage(toProvedJson(position, proved, (performance.now() - start) / 1000), []);
});
