/** Watching a game for repetitions under the Chinese rules. */
import { checkLegalMove, type Move } from "../../moves.ts";
import type { Position } from "../../position.ts";
import { Recurrence } from "../recurrence.ts";
import { labelMove, type MoveLabel } from "./label.ts";
import type { Edition } from "./options.ts";
import { judgeGrades, type GradedVerdict } from "./verdict.ts";

interface Step {
  /** The position before the move. */
  readonly position: Position;
  readonly move: Move;
}

/** Labels moves, each once however often it recurs. */
export class MoveLabeller {
  readonly #known = new Map<string, MoveLabel>();

  of(position: Position, move: Move): MoveLabel {
    const key = `${position.turn[0]}${move} ${String.fromCharCode(...position.board)}`;
    let label = this.#known.get(key);
    if (label === undefined) this.#known.set(key, (label = labelMove(position, move)));
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
  readonly #labeller = new MoveLabeller();
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
  labelOf(move: Move): MoveLabel {
    return this.#labeller.of(this.position, move);
  }

  /**
   * Plays a move. Returns the verdict when the position reached has now occurred three times or more: on the moves between the
   * last three occurrences.
   * @throws InputError for a move that is not legal
   */
  play(move: Move): GradedVerdict | null {
    checkLegalMove(this.position, move);
    this.#steps.push({ position: this.position, move });
    const moves = this.#recurrence.play(move);
    if (moves === null) return null;
    const window = this.#steps.slice(-moves);
    return judgeGrades(
      window.map((step) => this.#labeller.of(step.position, step.move)),
      this.#edition,
    );
  }
}
