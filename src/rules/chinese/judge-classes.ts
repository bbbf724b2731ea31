/** Judging a list of moves under the Chinese rules. */
import { finish } from "../../base/pausing.ts";
import type { Position } from "../../xiangqi/position.ts";
import { judgeMovesInPieces, type Judgement } from "../asian/judge-moves.ts";
import { chineseRules } from "./chinese-rules.ts";
import type { MoveLabel } from "./label.ts";
import type { Edition } from "./edition.ts";
import type { GradedVerdict } from "./grades.ts";

/** What the Chinese rules say of a list of moves. */
export type GradedJudgement = Judgement<MoveLabel, GradedVerdict>;

/** Judges moves written as `h2e2`, one after the other. Throws InputError `bad-move` on text that is no move. */
export function judgeByClasses(start: Position, ucis: readonly string[], edition?: Edition): GradedJudgement {
  return finish(judgeMovesInPieces(start, ucis, chineseRules(edition)));
}
