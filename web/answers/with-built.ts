/** Answers to which the tables built in this browser are added. */
import { AnswerError, type Answers } from "./answers.ts";
import type { BuiltTables } from "./built.ts";
import { once } from "./once.ts";

/** @param others answers that know nothing of this browser's tables; asked first, so that these cost nothing */
export function withBuilt(others: Answers, built: () => Promise<BuiltTables>): Answers {
  const provider = once(async () => {
    const { completed } = await import("./tables-in-memory.ts");
    return completed(await built(), await others.provider());
  });
  const tables = async (signal?: AbortSignal) => {
    const there = await others.tables(signal);
    const names = new Set(there.map(({ endgame }) => endgame));
    const own = await (await built()).list();
    return [...there, ...own.filter(({ endgame }) => !names.has(endgame))];
  };
  const local = once(async () => (await import("./local.ts")).localAnswers(provider, tables));
  const orBuilt = async <Result>(ask: (answers: Answers) => Promise<Result>): Promise<Result> => {
    try {
      return await ask(others);
    } catch (error) {
      const missing = error instanceof AnswerError && error.code === "missing-table" ? error.endgame : null;
      if (missing === null || !(await built()).files.has(missing)) throw error;
      return ask(await local());
    }
  };
  return {
    kind: others.kind,
    provider,
    tables,
    probe: (fen, signal) => orBuilt((answers) => answers.probe(fen, signal)),
    line: (fen, options, signal) => orBuilt((answers) => answers.line(fen, options, signal)),
    explain: (fen, signal) => orBuilt((answers) => answers.explain(fen, signal)),
    random: (name, wish, signal) => orBuilt((answers) => answers.random(name, wish, signal)),
    statistics: (name, signal) => orBuilt((answers) => answers.statistics(name, signal)),
  };
}
