/** The Chinese rules about repetition, for an adjudicator and for lists of moves. */
import type { Move } from "../../xiangqi/moves.ts";
import { finish, type Pausing } from "../../base/pausing.ts";
import type { Position } from "../../xiangqi/position.ts";
import type { RuleBook } from "../adjudicator.ts";
import { judgeMovesInPieces, type Judged } from "../judging.ts";
import { findLabel, type LabelExtent, type MoveLabel } from "./label.ts";
import type { Edition } from "./edition.ts";
import { judgeGrades, type GradedVerdict } from "./grades.ts";

/** Labels moves, each once however often it recurs. */
export class MoveLabeller {
  readonly #extent: LabelExtent;
  readonly #known = new Map<string, MoveLabel>();

  /** @param extent how much of a label is found out at once */
  constructor(extent: LabelExtent) {
    this.#extent = extent;
  }

  *find(position: Position, move: Move): Pausing<MoveLabel> {
    const key = `${position.turn[0]}${move} ${String.fromCharCode(...position.board)}`;
    let label = this.#known.get(key);
    if (label === undefined) this.#known.set(key, (label = yield* findLabel(position, move, this.#extent)));
    return label;
  }

  forget(): void {
    this.#known.clear();
  }
}

/** Moves are labelled once, however often they are asked for; `edition` is that of the rules. */
export function chineseRules(edition: Edition = "2020"): RuleBook<MoveLabel, GradedVerdict> {
  const labeller = new MoveLabeller("readings");
  return {
    report: (position, move) => labeller.find(position, move),
    judge: (_, window) => judgeGrades(window, edition),
  };
}

/** What the Chinese rules say of a list of moves. */
export type GradedJudgement = Judged<MoveLabel, GradedVerdict>;

/** Judges moves written as `h2e2`, one after the other. @throws InputError `bad-move` on text that is no move */
export function judgeByClasses(start: Position, ucis: readonly string[], edition?: Edition): GradedJudgement {
  return finish(judgeMovesInPieces(start, ucis, chineseRules(edition)));
}
