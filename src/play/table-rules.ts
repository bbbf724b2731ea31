/** The rules that tables were built for, for those who play and judge by them. */
import type { Rules } from "../table/format/header.ts";
import type { Adjudicator, RuleBook } from "../rules/adjudicator.ts";
import { asianRules } from "../rules/asian/asian-rules.ts";
import type { MoveReport } from "../rules/asian/chase.ts";
import { chineseRules } from "../rules/chinese/chinese-rules.ts";
import type { Edition } from "../rules/chinese/edition.ts";
import type { GradedVerdict } from "../rules/chinese/grades.ts";
import type { MoveLabel } from "../rules/chinese/label.ts";
import { DEFAULT_RULES, type RuleOptions } from "../rules/asian/options.ts";
import type { RepetitionVerdict } from "../rules/asian/verdict.ts";
import type { LegalPosition } from "../xiangqi/position.ts";

/** How the tables of a collection read their rules. */
export interface TableRules {
  /** The open points of the Asian rules; those of others where they are not the tables'. */
  readonly rules: RuleOptions;
  /** Of the Chinese rules. */
  readonly edition: Edition;
}

export const DEFAULT_TABLE_RULES: TableRules = { rules: DEFAULT_RULES, edition: "2020" };

/** What ends a game in which everything may be repeated: a position occurs for the third time. */
export interface Threefold {
  readonly kind: "threefold";
  readonly result: "draw";
}

/** What the rules of tables say of a repetition. */
export type TableVerdict = RepetitionVerdict | GradedVerdict | Threefold;

export function ruleBook(
  setOfRules: Exclude<Rules, "none">,
  rules: TableRules,
): RuleBook<MoveReport | MoveLabel, RepetitionVerdict | GradedVerdict>;
export function ruleBook(setOfRules: Rules, rules: TableRules): RuleBook<MoveReport | MoveLabel | null, TableVerdict>;
export function ruleBook(
  setOfRules: Rules,
  { rules, edition }: TableRules,
): RuleBook<MoveReport | MoveLabel | null, TableVerdict> {
  if (setOfRules === "none") return NO_RULES;
  return setOfRules === "chinese" ? chineseRules(edition) : asianRules(rules);
}

/** Where everything may be repeated, moves need no report. */
const NO_RULES: RuleBook<null, Threefold> = {
  // oxlint-disable-next-line require-yield -- nothing to be found
  *report() {
    return null;
  },
  judge: () => ({ kind: "threefold", result: "draw" }),
};

/** Follows a game by the rules of tables. */
export type TableAdjudicator = Adjudicator<MoveReport | MoveLabel | null, TableVerdict, LegalPosition>;
