/** Answers to which the tables built in this browser are added. */
import { canonicalEndgame, endgameOf } from "../../src/endgame/endgame.ts";
import { parseFen } from "../../src/xiangqi/fen.ts";
import { AnswerError, type Answers } from "./answers.ts";
import type { BuiltTables } from "./built.ts";
import { once } from "./once.ts";

/** @param others answers that know nothing of this browser's tables; asked first, so that these cost nothing */
export function withBuilt(others: Answers, built: () => Promise<BuiltTables>): Answers {
  const provider = once(async () => {
    const { completed } = await import("../../src/table/memory-catalog.ts");
    return completed(await built(), await others.provider());
  });
  const tables = async (signal?: AbortSignal) => {
    const there = await others.tables(signal);
    const names = new Set(there.map(({ endgame }) => endgame));
    const own = await (await built()).list();
    return [...there, ...own.filter(({ endgame }) => !names.has(endgame))];
  };
  const local = once(async () => (await import("./local.ts")).localAnswers(provider, tables));
  /** Endgames that only this browser has a table of: the others need not be asked again. */
  const onlyHere = new Set<string>();
  const orBuilt = async <Result>(name: string, ask: (answers: Answers) => Promise<Result>): Promise<Result> => {
    try {
      if (!onlyHere.has(name)) return await ask(others);
    } catch (error) {
      const missing = error instanceof AnswerError && error.code === "missing-table" ? error.endgame : null;
      if (missing === null || !(await built()).files.has(missing)) throw error;
      onlyHere.add(missing);
    }
    return ask(await local());
  };
  return {
    kind: others.kind,
    provider,
    tables,
    probe: (fen, signal) => orBuilt(nameIn(fen), (answers) => answers.probe(fen, signal)),
    line: (fen, options, signal) => orBuilt(nameIn(fen), (answers) => answers.line(fen, options, signal)),
    explain: (fen, signal) => orBuilt(nameIn(fen), (answers) => answers.explain(fen, signal)),
    random: (name, wish, signal) => orBuilt(name, (answers) => answers.random(name, wish, signal)),
    statistics: (name, signal) => orBuilt(name, (answers) => answers.statistics(name, signal)),
  };
}

/** The canonical name of a position's endgame. */
function nameIn(fen: string): string {
  return canonicalEndgame(endgameOf(parseFen(fen).board)).endgame.name;
}
