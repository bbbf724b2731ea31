/** The Asian rules about repetition, for an adjudicator and for lists of moves. */
import { finish } from "../../base/pausing.ts";
import type { Position } from "../../xiangqi/position.ts";
import type { RuleBook } from "../adjudicator.ts";
import { judgeMovesInPieces, type Judged } from "../judging.ts";
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

/** What the Asian rules say of a list of moves. */
export type Judgement = Judged<MoveReport, RepetitionVerdict>;

/** Judges moves written as `h2e2`, one after the other. @throws InputError `bad-move` on text that is no move */
export function judgeMoves(start: Position, ucis: readonly string[], options: RuleOptions = DEFAULT_RULES): Judgement {
  return finish(judgeMovesInPieces(start, ucis, asianRules(options)));
}
