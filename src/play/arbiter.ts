/** Repetitions as the rules that tables were built for judge them. */
import type { Rules } from "../table/format/header.ts";
import type { Move } from "../xiangqi/moves.ts";
import type { Pausing } from "../base/pausing.ts";
import type { Position } from "../xiangqi/position.ts";
import { Adjudicator } from "../rules/asian/adjudicator.ts";
import { ClassAdjudicator } from "../rules/chinese/class-adjudicator.ts";
import type { Edition } from "../rules/chinese/edition.ts";
import type { GradedVerdict } from "../rules/chinese/grades.ts";
import { DEFAULT_RULES, type RuleOptions } from "../rules/asian/options.ts";
import type { RepetitionVerdict } from "../rules/asian/verdict.ts";

/** How the tables of a collection read their rules. */
export interface TableRules {
  /** The open points of the Asian rules; those of others where they are not the tables'. */
  readonly rules: RuleOptions;
  /** Of the Chinese rules. */
  readonly edition: Edition;
}

export const DEFAULT_TABLE_RULES: TableRules = { rules: DEFAULT_RULES, edition: "2020" };

export interface Arbiter<P extends Position> {
  /** The position reached. */
  readonly position: P;
  /** How often it has occurred since the last capture, this time included. */
  readonly occurrences: number;
  /**
   * Plays a move; returns the verdict when the position reached has now occurred three times or more.
   * @throws InputError for a move that is not legal
   */
  play(move: Move): RepetitionVerdict | GradedVerdict | null;
  /** The same in pieces. */
  playInPieces(move: Move): Pausing<RepetitionVerdict | GradedVerdict | null>;
}

/** Judges a game by a set of rules. Where everything may be repeated the Asian rules tell repetitions as well. */
export function makeArbiter<P extends Position>(
  start: P,
  setOfRules: Rules,
  { rules, edition }: TableRules,
): Arbiter<P> {
  return setOfRules === "chinese" ? new ClassAdjudicator(start, edition) : new Adjudicator(start, rules);
}
