/** What the command line and the API say, which is English. */
import type { MoveReport } from "../xiangqi/rules/chase.ts";
import { game } from "./en/game.ts";
import { repetitions } from "./en/repetitions.ts";
import { makeDescriber } from "./repetitions.ts";

export { game, repetitions };

const describer = makeDescriber(game, repetitions);

export const describeVerdict = describer.verdict;

/** What a move does, a sentence each; none where it neither checks, nor attacks, nor takes. */
export function describeMove(report: MoveReport): string[] {
  return describer.move(report).flatMap(({ text, clause }) => (clause === "c10" ? [] : [text]));
}
