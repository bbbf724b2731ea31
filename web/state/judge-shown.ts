import type { Pausing } from "../../src/base/pausing.ts";
import { DEFAULT_TABLE_RULES, ruleBook } from "../../src/play/table-rules.ts";
import { Adjudicator } from "../../src/rules/adjudicator.ts";
import type { Rules } from "../../src/table/format/header.ts";
import { thirdLast, type Game, type Repetition } from "./game.ts";

/** The verdict on the repetition that the position shown completes, if it is the third occurrence. */
export function* judgeShown(game: Game, rules: Rules): Pausing<Repetition | null> {
  const { positions, moves, played } = game;
  const first = thirdLast(game); // only what was played since then is judged: games can be long
  if (first === null) return null;
  const adjudicator = new Adjudicator(positions[first]!, ruleBook(rules, DEFAULT_TABLE_RULES));
  let verdict: Repetition | null = null;
  for (const move of moves.slice(first, played)) verdict = yield* adjudicator.playInPieces(move);
  return verdict;
}
