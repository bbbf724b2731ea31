/** Answers that the page works out itself from the tables of an export, or from those built in this browser. */
import { isBeyondOffers, parseEndgame } from "../../src/endgame/endgame.ts";
import { estimateSize } from "../../src/endgame/count.ts";
import { explain } from "../../src/play/explanation.ts";
import { perfectLine } from "../../src/play/line.ts";
import { abortable, type TableProvider } from "../../src/table/catalog/catalog.ts";
import { DamagedTableError, MissingTableError } from "../../src/table/format/errors.ts";
import { probe } from "../../src/query/probe.ts";
import { randomPosition } from "../../src/query/sample.ts";
import { InputError, SourceError } from "../../src/base/errors.ts";
import { parseLegalFen } from "../../src/xiangqi/fen.ts";
import { AnswerError, type About, type Answer, type Answers, type Question } from "./answers.ts";

const WORK: {
  readonly [Asked in Question]: (about: About<Asked>, tables: TableProvider) => Promise<Answer<Asked>>;
} = {
  probe: async ({ fen }, tables) => probe(parseLegalFen(fen), tables),
  line: async ({ fen, ...options }, tables) => perfectLine(parseLegalFen(fen), tables, options),
  explain: async ({ fen }, tables) => explain(parseLegalFen(fen), tables),
  random: async ({ endgame, ...wish }, tables) => randomPosition(endgame, wish, tables),
};

/** What a provider's tables answer. */
export function localAnswers(provider: Answers["provider"], list: Answers["list"]): Answers {
  return {
    kind: "local",
    provider,
    list,
    async ask(question, about, signal) {
      try {
        const answer = await WORK[question](about, abortable(await provider(), signal));
        signal?.throwIfAborted();
        return answer;
      } catch (error) {
        signal?.throwIfAborted();
        throw error instanceof InputError ? asAnswerError(error) : error;
      }
    },
  };
}

/** The error as a server would send it. */
function asAnswerError(error: InputError): AnswerError {
  if (error instanceof SourceError && error.problem === "unreachable") {
    return new AnswerError("unreachable", error.message);
  }
  if (error instanceof DamagedTableError) {
    return new AnswerError(error.code, error.message, { endgame: error.endgame ?? undefined });
  }
  if (!(error instanceof MissingTableError)) return new AnswerError(error.code, error.message);
  const { endgame } = error;
  const estimatedBytes = isBeyondOffers(endgame) ? undefined : estimateSize(parseEndgame(endgame)).fileBytes;
  return new AnswerError(error.code, error.message, { endgame, estimatedBytes });
}
