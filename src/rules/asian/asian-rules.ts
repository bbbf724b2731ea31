/** The Asian rules about repetition, for an adjudicator. */
import type { RuleBook } from "../adjudicator.ts";
import { reportMove, type MoveReport } from "./chase.ts";
import { DEFAULT_RULES, type RuleOptions } from "./options.ts";
import { judgeRepetition } from "./repetition.ts";
import type { RepetitionVerdict } from "./verdict.ts";

/** Their open points as `options` says. */
export function asianRules(options: RuleOptions = DEFAULT_RULES): RuleBook<MoveReport, RepetitionVerdict> {
  return {
    // oxlint-disable-next-line require-yield -- soon found
    *report(position, move) {
      return reportMove(position, move, options);
    },
    judge: judgeRepetition,
  };
}
