/** Section d: watching a game for repetitions. */
import { checkLegalMove, type Move } from "../../xiangqi/moves.ts";
import { finish, type Pausing } from "../../base/pausing.ts";
import type { Position } from "../../xiangqi/position.ts";
import { reportMove, type MoveReport } from "./chase.ts";
import { DEFAULT_RULES, type RuleOptions } from "./options.ts";
import { Recurrence } from "../recurrence.ts";
import { judgeRepetition } from "./repetition.ts";
import type { RepetitionVerdict } from "./verdict.ts";

interface Step {
  /** The position before the move. */
  readonly position: Position;
  readonly move: Move;
  /** Found when it is asked for: most games end without a repetition. */
  report: MoveReport | null;
}

/** Follows a game move by move and judges each position that occurs for the third time since the last capture. */
export class Adjudicator<P extends Position = Position> {
  readonly #options: RuleOptions;
  readonly #recurrence: Recurrence<P>;
  readonly #steps: Step[] = [];

  constructor(start: P, options: RuleOptions = DEFAULT_RULES) {
    this.#options = options;
    this.#recurrence = new Recurrence(start);
  }

  /** The position reached. */
  get position(): P {
    return this.#recurrence.position;
  }

  /** How often the position reached has occurred since the last capture, this time included. */
  get occurrences(): number {
    return this.#recurrence.occurrences;
  }

  /**
   * Plays a move; its report may be given where it is known. Returns the verdict when the position reached has now
   * occurred three times or more: on the moves between the last three occurrences.
   * @throws InputError for a move that is not legal
   */
  play(move: Move, report: MoveReport | null = null): RepetitionVerdict | null {
    return finish(this.playInPieces(move, report));
  }

  /** The same; stops before each move that has to be looked into. */
  *playInPieces(move: Move, report: MoveReport | null = null): Pausing<RepetitionVerdict | null> {
    checkLegalMove(this.position, move);
    this.#steps.push({ position: this.position, move, report });
    const moves = this.#recurrence.play(move);
    if (moves === null) return null;
    const reports: MoveReport[] = [];
    for (const step of this.#steps.slice(-moves)) {
      if (step.report === null) yield;
      reports.push((step.report ??= reportMove(step.position, step.move, this.#options)));
    }
    return judgeRepetition(this.position, reports);
  }
}
