/** Judging a list of moves under the Chinese rules. */
import { finish, type Pausing } from "../../base/pausing.ts";
import type { Position } from "../../xiangqi/position.ts";
import { judgeEnding, parseLegalMove } from "../asian/judge-moves.ts";
import type { EndingVerdict } from "../asian/verdict.ts";
import { ClassAdjudicator } from "./class-adjudicator.ts";
import type { MoveLabel } from "./label.ts";
import type { Edition } from "./edition.ts";
import type { GradedVerdict } from "./grades.ts";

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
  return finish(judgeByClassesInPieces(start, ucis, edition));
}

/** The same for programs that have to do other things in between: stops after each move, and while it is labelled. */
export function* judgeByClassesInPieces(
  start: Position,
  ucis: readonly string[],
  edition?: Edition,
): Pausing<GradedJudgement> {
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
    moves.push({ uci, label: yield* adjudicator.label(move) });
    const found = (yield* adjudicator.playInPieces(move)) ?? judgeEnding(adjudicator.position);
    if (verdict === null && found !== null) {
      verdict = found;
      verdictAfter = moves.length;
    }
    yield;
  }
  return { start, moves, verdict, verdictAfter };
}
