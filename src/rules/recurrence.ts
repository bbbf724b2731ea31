/** Positions that come back in a game. */
import { applyMove, isCapture, type Move } from "../xiangqi/moves.ts";
import type { Position } from "../xiangqi/position.ts";

/** How often a position, with the side to move, must occur before the repetition is judged. */
const OCCURRENCES = 3;

function keyOf(position: Position): string {
  return position.turn + String.fromCharCode(...position.board);
}

/** Follows a game move by move and counts the occurrences of its positions since the last capture. */
export class Recurrence<P extends Position = Position> {
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
