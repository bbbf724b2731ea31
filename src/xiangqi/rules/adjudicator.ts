/** Section d: watching a game for repetitions. */
import type { Move } from "../moves.ts";
import { applyMove, isCapture } from "../moves.ts";
import type { Position } from "../position.ts";
import { DEFAULT_RULES, type RuleOptions } from "./options.ts";
import { judgeRepetition } from "./repetition.ts";
import type { RepetitionVerdict } from "./verdict.ts";

/** How often a position, with the side to move, must occur before the repetition is judged. */
const OCCURRENCES = 3;

function keyOf(position: Position): string {
  return position.turn + String.fromCharCode(...position.board);
}

/** Follows a game move by move and judges each position that occurs for the third time since the last capture. */
export class Adjudicator {
  readonly #options: RuleOptions;
  // Since the last capture: positions[i] is the position before moves[i], and the last position comes after all moves.
  #positions: Position[];
  #moves: Move[] = [];
  #occurrences = new Map<string, number[]>();

  constructor(start: Position, options: RuleOptions = DEFAULT_RULES) {
    this.#options = options;
    this.#positions = [start];
    this.#occur(start);
  }

  /** The position reached. */
  get position(): Position {
    return this.#positions.at(-1)!;
  }

  /** How often the position reached has occurred since the last capture, this time included. */
  get occurrences(): number {
    return this.#occurrences.get(keyOf(this.position))!.length;
  }

  /** Plays a legal move. Returns the verdict when the position it leads to has occurred three times or more. */
  play(move: Move): RepetitionVerdict | null {
    const next = applyMove(this.position, move);
    if (isCapture(this.position, move)) {
      this.#positions = [];
      this.#moves = [];
      this.#occurrences.clear();
    } else {
      this.#moves.push(move);
    }
    this.#positions.push(next);
    const since = this.#occur(next).at(-OCCURRENCES);
    if (since === undefined) return null;
    return judgeRepetition(this.#positions.slice(since), this.#moves.slice(since), this.#options);
  }

  /** Notes that the position, the last one, occurs, and returns where it has occurred. */
  #occur(position: Position): number[] {
    const key = keyOf(position);
    const places = this.#occurrences.get(key) ?? [];
    places.push(this.#positions.length - 1);
    this.#occurrences.set(key, places);
    return places;
  }
}
