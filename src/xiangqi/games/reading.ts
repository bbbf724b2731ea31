/** What comes of reading a game: the game, as far as it could be read, and what was not understood, and where. */
import type { Colour } from "../pieces.ts";
import type { Position } from "../position.ts";
import { excerpt, type Fault } from "../unreadable.ts";
import type { Problem } from "../validate.ts";
import { SIGNS, type GameRecord, type Line, type Ply, type Sign } from "./record.ts";

/** Why something in a text was not understood. */
export type UnreadableReason =
  /** Nothing but blanks. */
  | "empty"
  /** More characters than are read at once: see `MOST_CHARACTERS`. */
  | "too-long"
  /** Bytes of something else, such as a picture or a program's own file. */
  | "not-text"
  /** Neither a position nor a move in it. */
  | "no-game"
  | "bad-position"
  | "illegal-position"
  /** A word where a move is due. */
  | "no-move"
  | "illegal-move"
  | "ambiguous-move"
  /** A bracket or mark that is never closed, or never opened. */
  | "unclosed"
  | "unopened"
  | "too-deep"
  | "too-many-moves";

/** Something in a text that was not understood, and where it stands. */
export interface Trouble {
  readonly reason: UnreadableReason;
  /** Both from 1. */
  readonly line: number;
  readonly column: number;
  /** What stands there, its beginning. */
  readonly text: string;
  /** Of an illegal position, and that position. */
  readonly problem?: Problem;
  readonly position?: Position;
  /** Of a FEN that cannot be read. */
  readonly fault?: Fault;
}

/** What came of reading a text. */
export interface ReadGame {
  /** How many games the text holds. */
  readonly games: number;
  /** The one asked for; null where not even its start can be read. */
  readonly record: GameRecord | null;
  /** To be shown from Black's side. */
  readonly inverted: boolean;
  /** Whose turn it is taken for, where the text has a board and does not say. */
  readonly assumedTurn: Colour | null;
  /** In the order of the text. Moves behind one are not read; those of other lines are. */
  readonly troubles: readonly Trouble[];
}

/** No text longer than this is looked into. */
export const MOST_CHARACTERS = 2_000_000;
/** In all lines of a game. */
export const MOST_MOVES = 2000;
/** Of variations within variations. */
export const MOST_DEPTH = 30;
const MOST_TROUBLES = 20;

/** Collects what was not understood in a text. */
export class Troubles {
  readonly #text: string;
  readonly #found: (Omit<Trouble, "line" | "column"> & { readonly offset: number })[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  /** In the order of the text. */
  get found(): readonly Trouble[] {
    const ordered = this.#found.toSorted((a, b) => a.offset - b.offset);
    let [line, lineStart] = [1, 0];
    return ordered.map(({ offset, ...trouble }) => {
      for (let end = this.#text.indexOf("\n", lineStart); end >= 0 && end < offset;) {
        line++;
        lineStart = end + 1;
        end = this.#text.indexOf("\n", lineStart);
      }
      return { ...trouble, line, column: offset - lineStart + 1 };
    });
  }

  get isFull(): boolean {
    return this.#found.length >= MOST_TROUBLES;
  }

  /** @param offset in characters from the start of the text */
  add(
    reason: UnreadableReason,
    offset: number,
    more: Partial<Pick<Trouble, "text" | "problem" | "position" | "fault">> = {},
  ): void {
    if (this.isFull) return;
    const { text = this.#text.slice(offset), ...rest } = more;
    this.#found.push({ reason, offset, text: excerpt(text), ...rest });
  }
}

/** A line that is being read. */
export interface Draft {
  move: Ply["move"];
  sign: Sign | null;
  comment: string;
  readonly variations: Draft[][];
}

/** Variations as they were read, but that none is without moves, and each begins with a move of its own. */
export function finishLine(drafts: readonly Draft[]): Line {
  return drafts.map(({ variations, ...ply }) => {
    const begun = new Set([ply.move]);
    const own = variations.filter(([first]) => first !== undefined && !begun.has(first.move) && begun.add(first.move));
    return { ...ply, variations: own.map(finishLine) };
  });
}

/** Two remarks of one move. */
export function joinComments(a: string, b: string): string {
  return a === "" || b === "" ? a + b : `${a} ${b}`;
}

/** A remark as every format can hold it: without what PGN and DhtmlXQ end or part remarks with. */
export function cleanComment(text: string): string {
  return text
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/(?![\t\n])\p{Cc}/gu, "")
    .replaceAll("}", "｝")
    .replaceAll("||", "‖")
    .replaceAll("[/", "［/")
    .trim();
}

/** The sign that a number of PGN stands for. */
export function signOf(number: number): Sign | null {
  return SIGNS[number - 1] ?? null;
}

/** Runs a reading to its end. */
export function complete<Result>(reading: Generator<void, Result>): Result {
  for (;;) {
    const step = reading.next();
    if (step.done) return step.value;
  }
}
