/** Watching a game for repetitions under the Chinese rules. */
import { checkLegalMove, type Move } from "../../xiangqi/moves.ts";
import { finish, type Pausing } from "../../base/pausing.ts";
import type { Position } from "../../xiangqi/position.ts";
import { Recurrence } from "../recurrence.ts";
import { findLabel, type LabelExtent, type MoveLabel } from "./label.ts";
import type { Edition } from "./edition.ts";
import { judgeGrades, type GradedVerdict } from "./grades.ts";

interface Step {
  /** The position before the move. */
  readonly position: Position;
  readonly move: Move;
}

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

/** Follows a game move by move and judges each position that occurs for the third time since the last capture. */
export class ClassAdjudicator<P extends Position = Position> {
  readonly #edition: Edition;
  readonly #recurrence: Recurrence<P>;
  readonly #labeller = new MoveLabeller("readings");
  readonly #steps: Step[] = [];

  constructor(start: P, edition: Edition = "2020") {
    this.#edition = edition;
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

  /** What a legal move from the position reached is. */
  label(move: Move): Pausing<MoveLabel> {
    return this.#labeller.find(this.position, move);
  }

  /**
   * Plays a move. Returns the verdict when the position reached has now occurred three times or more: on the moves between the
   * last three occurrences.
   * @throws InputError for a move that is not legal
   */
  play(move: Move): GradedVerdict | null {
    return finish(this.playInPieces(move));
  }

  /** The same in pieces: where many men are on the board, labels take long. */
  *playInPieces(move: Move): Pausing<GradedVerdict | null> {
    checkLegalMove(this.position, move);
    this.#steps.push({ position: this.position, move });
    const moves = this.#recurrence.play(move);
    if (moves === null) return null;
    const window: MoveLabel[] = [];
    for (const step of this.#steps.slice(-moves)) window.push(yield* this.#labeller.find(step.position, step.move));
    return judgeGrades(window, this.#edition);
  }
}
