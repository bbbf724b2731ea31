/** The thread that looks for proofs: one position after the other. */
import { answerQuestions } from "../../base/node/crew.ts";
import { provePosition } from "../../prove/prove.ts";
import { toProvedJson } from "../../say/proof.ts";
import { parseLegalFen } from "../../xiangqi/fen.ts";

export interface ProofQuestion {
  readonly fen: string;
  readonly seconds: number;
}

/** As much as there is one thread: it is given back between two questions. */
const MEMORY_BYTES = 2 ** 27;

answerQuestions(async ({ fen, seconds }: ProofQuestion) => {
  const start = performance.now();
  const position = parseLegalFen(fen);
  const proved = await provePosition(position, { seconds, memoryBytes: MEMORY_BYTES, pause: () => Promise.resolve() });
  return toProvedJson(position, proved, (performance.now() - start) / 1000);
});
