/** Judging a list of moves under the Chinese rules. */
import type { Position } from "../../position.ts";
import { judgeEnding, parseLegalMove } from "../judge.ts";
import type { EndingVerdict } from "../verdict.ts";
import { ClassAdjudicator } from "./adjudicator.ts";
import type { MoveLabel } from "./label.ts";
import type { Edition } from "./options.ts";
import type { GradedVerdict } from "./verdict.ts";

/** A move of a list, and its class under the Chinese rules. */
export interface LabelledMove {
  /** The move as it was given. */
  readonly uci: string;
  /** Null for an illegal move. */
  readonly label: MoveLabel | null;
}

/** What the Chinese rules say of a list of moves. */
export interface GradedJudgement {
  readonly start: Position;
  /** All moves up to the first illegal one, with which the list ends. */
  readonly moves: readonly LabelledMove[];
  /** The first verdict that the moves lead to; moves after it are labelled all the same. */
  readonly verdict: GradedVerdict | EndingVerdict | null;
  /** After how many moves the verdict fell. */
  readonly verdictAfter: number | null;
}

/** Judges moves written as `h2e2`, one after the other. Throws InputError `bad-move` on text that is no move. */
export function judgeByClasses(start: Position, ucis: readonly string[], edition?: Edition): GradedJudgement {
  const judging = judgeByClassesMoveByMove(start, ucis, edition);
  for (;;) {
    const { done, value } = judging.next();
    if (done) return value;
  }
}

/** The same for programs that have to do other things in between: stops after each move. */
export function* judgeByClassesMoveByMove(
  start: Position,
  ucis: readonly string[],
  edition?: Edition,
): Generator<undefined, GradedJudgement> {
  const adjudicator = new ClassAdjudicator(start, edition);
  const moves: LabelledMove[] = [];
  let verdict: GradedJudgement["verdict"] = judgeEnding(start);
  let verdictAfter = verdict === null ? null : 0;
  for (const uci of ucis) {
    const move = parseLegalMove(adjudicator.position, uci);
    if (move === null) {
      moves.push({ uci, label: null });
      break;
    }
    moves.push({ uci, label: adjudicator.labelOf(move) });
    const found = adjudicator.play(move) ?? judgeEnding(adjudicator.position);
    if (verdict === null && found !== null) {
      verdict = found;
      verdictAfter = moves.length;
    }
    yield;
  }
  return { start, moves, verdict, verdictAfter };
}
