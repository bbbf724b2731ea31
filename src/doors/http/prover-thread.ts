/** The thread that looks for proofs: one position after the other. */
import { answerQuestions } from "../../base/node/crew.ts";
import { provePosition, winningMoves } from "../../prove/prove.ts";
import { otherMoves, toCooksJson, toProvedJson } from "../../say/proof.ts";
import { parseLegalFen } from "../../xiangqi/fen.ts";

export interface ProofQuestion {
  readonly fen: string;
  readonly seconds: number;
  /** Whether other moves that win are looked for as well, for as long again. */
  readonly cooks: boolean;
}

/** As much as there is one thread: it is given back between two questions. */
const MEMORY_BYTES = 2 ** 27;

answerQuestions(async ({ fen, seconds, cooks }: ProofQuestion) => {
  const start = performance.now();
  const position = parseLegalFen(fen);
  const options = { seconds, memoryBytes: MEMORY_BYTES, pause: () => Promise.resolve() };
  const proved = await provePosition(position, options);
  const others = cooks ? await winningMoves(position, otherMoves(position, proved), options) : null;
  const answer = toProvedJson(position, proved, (performance.now() - start) / 1000);
  return others === null ? answer : { ...answer, cooks: toCooksJson(position, others) };
});
