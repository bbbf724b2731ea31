/** Watching a game for positions that come back, and for repetitions, by whatever rules. */
import { applyMove, checkLegalMove, isCapture, type Move } from "../xiangqi/moves.ts";
import { finish, type Pausing } from "../base/pausing.ts";
import type { Position } from "../xiangqi/position.ts";

/** A set of rules about repetition: what is told of a move, and the verdict on moves that repeat. */
export interface RuleBook<Report, Verdict> {
  /** What a legal move does; may stop in between. */
  report(position: Position, move: Move): Pausing<Report>;
  /**
   * The verdict on a repetition.
   * @param start where it begins and ends
   * @param window what its moves do, from the first of three occurrences of the position to the third
   */
  judge(start: Position, window: readonly Report[]): Verdict;
}

interface Step<Report> {
  /** The position before the move. */
  readonly position: Position;
  readonly move: Move;
  /** Found when it is asked for: most games end without a repetition. */
  report: Report | null;
}

/** Follows a game move by move and judges each position that occurs for the third time since the last capture. */
export class Adjudicator<Report, Verdict, P extends Position = Position> {
  readonly #book: RuleBook<Report, Verdict>;
  readonly #recurrence: Recurrence<P>;
  readonly #steps: Step<Report>[] = [];

  constructor(start: P, book: RuleBook<Report, Verdict>) {
    this.#book = book;
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
  play(move: Move, report: Report | null = null): Verdict | null {
    return finish(this.playInPieces(move, report));
  }

  /** The same in pieces: where many men are on the board, it may take long to say what moves do. */
  *playInPieces(move: Move, report: Report | null = null): Pausing<Verdict | null> {
    checkLegalMove(this.position, move);
    this.#steps.push({ position: this.position, move, report });
    const moves = this.#recurrence.play(move);
    if (moves === null) return null;
    const window: Report[] = [];
    for (const step of this.#steps.slice(-moves)) {
      if (step.report === null) {
        yield;
        step.report = yield* this.#book.report(step.position, step.move);
      }
      window.push(step.report);
    }
    return this.#book.judge(this.position, window);
  }
}

/** How often a position, with the side to move, must occur before the repetition is judged. */
const OCCURRENCES = 3;

function keyOf(position: Position): string {
  return position.turn + String.fromCharCode(...position.board);
}

/** Follows a game move by move and counts the occurrences of its positions since the last capture. */
class Recurrence<P extends Position = Position> {
  #position: P;
  /** Moves since the last capture. */
  #moves = 0;
  /** After how many of these moves each position occurred. */
  #occurrences = new Map<string, number[]>();

  constructor(start: P) {
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
   * Plays a legal move. When the position reached has now occurred three times or more, returns the number of moves between
   * the last three occurrences, which end with this one; otherwise null.
   */
  play(move: Move): number | null {
    if (isCapture(this.#position, move)) {
      this.#moves = 0;
      this.#occurrences.clear();
    } else {
      this.#moves++;
    }
    this.#position = applyMove<Position>(this.#position, move) as P; // legal where the start is
    const since = this.#noteOccurrence().at(-OCCURRENCES);
    return since === undefined ? null : this.#moves - since;
  }

  /** Returns all occurrences of the position reached. */
  #noteOccurrence(): number[] {
    const key = keyOf(this.#position);
    const places = this.#occurrences.get(key) ?? [];
    places.push(this.#moves);
    this.#occurrences.set(key, places);
    return places;
  }
}
