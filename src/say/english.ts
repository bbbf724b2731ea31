/** What the command line and the API say, which is English. */
import type { MoveReport } from "../rules/asian/chase.ts";
import { makeClassDescriber } from "./words/classes.ts";
import { classes } from "./words/en/classes.ts";
import { game } from "./words/en/game.ts";
import { repetitions } from "./words/en/repetitions.ts";
import { makeDescriber } from "./words/repetitions.ts";

export { game, repetitions };

/** Of a value that the readings of the Chinese rules differ about. */
export const DEPENDS = "This is by the default reading: it depends on what counts as a chase";

const describer = makeDescriber(game, repetitions);

/** A verdict under the Asian rules as sentences: what either side did, and what follows. */
export const describeVerdict = describer.verdict;

/** Under the Chinese rules. */
export const classDescriber = makeClassDescriber(game, repetitions, classes);

/** What a move does, a sentence each; none where it neither checks, nor attacks, nor takes. */
export function describeMove(report: MoveReport): string[] {
  return describer.move(report).flatMap(({ text, clause }) => (clause === "c10" ? [] : [text]));
}
