/** Section d: watching a game for repetitions. */
import { applyMove, isCapture, type Move } from "../moves.ts";
import type { Position } from "../position.ts";
import { reportMove, type MoveReport } from "./chase.ts";
import { DEFAULT_RULES, type RuleOptions } from "./options.ts";
import { judgeRepetition } from "./repetition.ts";
import type { RepetitionVerdict } from "./verdict.ts";

/** How often a position, with the side to move, must occur before the repetition is judged. */
const OCCURRENCES = 3;

interface Step {
  /** The position before the move. */
  readonly position: Position;
  readonly move: Move;
  /** Found when it is asked for: most games end without a repetition. */
  report: MoveReport | null;
}

function keyOf(position: Position): string {
  return position.turn + String.fromCharCode(...position.board);
}

/** Follows a game move by move and judges each position that occurs for the third time since the last capture. */
export class Adjudicator<P extends Position = Position> {
  readonly #options: RuleOptions;
  #position: P;
  /** The moves since the last capture. */
  #steps: Step[] = [];
  /** After how many of these moves each position occurred. */
  #occurrences = new Map<string, number[]>();

  constructor(start: P, options: RuleOptions = DEFAULT_RULES) {
    this.#options = options;
    this.#position = start;
    this.#noteOccurrence();
  }

  /** The position reached. */
  get position(): P {
    return this.#position;
  }

  /** How often the position reached has occurred since the last capture, this time included. */
  get occurrences(): number {
    return this.#occurrences.get(keyOf(this.#position))!.length;
  }

  /**
   * Plays a legal move; its report may be given where it is known. Returns the verdict when the position reached has now
   * occurred three times or more: on the moves between the last three occurrences.
   */
  play(move: Move, report: MoveReport | null = null): RepetitionVerdict | null {
    if (isCapture(this.#position, move)) {
      this.#steps = [];
      this.#occurrences.clear();
    } else {
      this.#steps.push({ position: this.#position, move, report });
    }
    this.#position = applyMove<Position>(this.#position, move) as P; // legal where the start is
    const since = this.#noteOccurrence().at(-OCCURRENCES);
    return since === undefined ? null : this.#judge(this.#steps.slice(since));
  }

  /** Returns all occurrences of the position reached. */
  #noteOccurrence(): number[] {
    const key = keyOf(this.#position);
    const places = this.#occurrences.get(key) ?? [];
    places.push(this.#steps.length);
    this.#occurrences.set(key, places);
    return places;
  }

  #judge(window: readonly Step[]): RepetitionVerdict {
    for (const step of window) step.report ??= reportMove(step.position, step.move, this.#options);
    const reports = window.map((step) => step.report!);
    return judgeRepetition(this.#position, reports);
  }
}
