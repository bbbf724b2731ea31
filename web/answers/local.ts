/** Answers that the page works out itself from the tables of an export, or from those built in this browser. */
import { canonicalEndgame, parseEndgame } from "../../src/endgame/endgame.ts";
import { estimateEndgame } from "../../src/endgame/estimate.ts";
import { explain } from "../../src/play/explanation.ts";
import { perfectLine } from "../../src/play/line.ts";
import { abortable, openOrMissing, tablePath, type TableProvider } from "../../src/table/catalog.ts";
import { MissingTableError, SourceError } from "../../src/table/errors.ts";
import { fileBytes } from "../../src/table/header.ts";
import { probe } from "../../src/query/probe.ts";
import { randomPosition } from "../../src/query/sample.ts";
import { statisticsOf } from "../../src/query/statistics.ts";
import { InputError } from "../../src/xiangqi/errors.ts";
import { parseLegalFen } from "../../src/xiangqi/fen.ts";
import { AnswerError, type Answers, type TableStatistics, type TableSummary } from "./answers.ts";

/** What a provider's tables answer. `tables` lists them. */
export function localAnswers(
  provider: () => Promise<TableProvider>,
  tables: (signal?: AbortSignal) => Promise<readonly TableSummary[]>,
): Answers {
  const answer = async <Result>(
    work: (asked: TableProvider) => Promise<Result>,
    signal: AbortSignal | undefined,
  ): Promise<Result> => {
    try {
      const result = await work(abortable(await provider(), signal));
      signal?.throwIfAborted();
      return result;
    } catch (error) {
      signal?.throwIfAborted();
      throw error instanceof InputError ? asAnswerError(error) : error;
    }
  };
  return {
    kind: "local",
    provider,
    tables,
    probe: (fen, signal) => answer(async (asked) => probe(parseLegalFen(fen), asked), signal),
    line: (fen, options, signal) => answer(async (asked) => perfectLine(parseLegalFen(fen), asked, options), signal),
    explain: (fen, signal) => answer(async (asked) => explain(parseLegalFen(fen), asked), signal),
    random: (name, wish, signal) => answer(async (asked) => randomPosition(name, wish, asked), signal),
    statistics: (name, signal) => answer(async (asked) => statistics(name, asked, await tables(signal)), signal),
  };
}

async function statistics(
  asked: string,
  provider: TableProvider,
  tables: readonly TableSummary[],
): Promise<TableStatistics> {
  const endgame = parseEndgame(asked);
  const { name } = canonicalEndgame(endgame).endgame;
  const { header } = await openOrMissing(provider, name);
  const summary = tables.find((table) => table.endgame === name);
  return {
    ...statisticsOf(header.info, endgame),
    bytes: fileBytes(header),
    sha256: header.sha256,
    file: summary?.file ?? `/tables/${tablePath(provider, name)}`,
    verified: summary?.verified ?? null,
  };
}

/** The error as a server would send it. */
function asAnswerError(error: InputError): AnswerError {
  if (error instanceof SourceError && error.problem === "unreachable") {
    return new AnswerError("unreachable", error.message);
  }
  if (!(error instanceof MissingTableError)) return new AnswerError(error.code, error.message);
  const { endgame } = error;
  const estimate = estimateEndgame(parseEndgame(endgame));
  return new AnswerError(error.code, error.message, { endgame, estimatedBytes: estimate.fileBytes });
}
