/** A study: a position of a table with what is remarkable about it, its solution, and why other moves fail. Plain data. */
import type { OrderKind } from "../../table/format/header.ts";
import type { Category } from "../../table/value.ts";
import type { Colour } from "../../xiangqi/pieces.ts";

/**
 * `only-moves`: a win with one winning move at each step of the solution. `zugzwang`: each side would rather not be to move.
 * `quiet-king`: the only winning move is one of the king, without check or capture. `perpetual`: won because the loser may not
 * go on checking or chasing, with one winning move to begin with. `classic`: a position of an old book, whose verdict a table
 * may differ from.
 */
export type PuzzleKind = "only-moves" | "zugzwang" | "quiet-king" | "perpetual" | "classic";
export const PUZZLE_KINDS: readonly PuzzleKind[] = ["classic", "only-moves", "zugzwang", "quiet-king", "perpetual"];

/** Manuals beside Shiqing yaqu whose positions are known: 梦入神机, 烂柯神机, 橘中秘. */
export type Manual = "mengru-shenji" | "lanke-shenji" | "juzhong-mi";

/** Where a classic stands, and what its book says of it. */
export interface InBook {
  /** Left out: Shiqing yaqu 适情雅趣. */
  readonly manual?: Manual;
  /** In Shiqing yaqu its own; in others that of the list that the page has of them. */
  readonly number: number;
  /** For Red, who is to move. */
  readonly claim: "win" | "draw";
}

/** A move that looks good and fails. */
export interface FalseTry {
  readonly uci: string;
  /** What it comes to for the side that makes it. */
  readonly result: Exclude<Category, "win">;
  /** The answer that shows it; null where the move leaves none. */
  readonly reply: string | null;
  /** Whether that answer takes the man that moved, or another one. */
  readonly takes: boolean;
}

export interface Puzzle {
  readonly kind: PuzzleKind;
  readonly endgame: string;
  readonly fen: string;
  /** Who wins; null for a draw, and where that is not known. */
  readonly winner: Colour | null;
  /** To the side to move; null for a classic of which no table was at hand: then it has no solution either. */
  readonly outcome: Category | null;
  /** Plies to conversion, or to the start of the perpetual; null for a draw. */
  readonly distance: number | null;
  readonly order: number;
  /** What decides. */
  readonly by: OrderKind | null;
  /** How hard it is, from 1 to 5. */
  readonly grade: number;
  /** Moves of both sides, as `h2e2`, one behind the other, to the conversion, mate or verdict. */
  readonly solution: string;
  /** Moves that come to less. */
  readonly tries: readonly FalseTry[];
  /** Other first moves that come to the same, where there are any. */
  readonly also?: readonly string[];
  /** Of a position that no table has: what the prover has proven of it; `distance` is then to mate, at most. */
  readonly proven?: "checks" | "moves" | "nothing";
  readonly book?: InBook;
  /** Of a zugzwang: the same position with the other side to move. */
  readonly otherwise?: { readonly outcome: Category; readonly solution: string };
}

/* How hard a study is. */

export interface Difficulty {
  /** Moves as `h2e2`, one behind the other. */
  readonly solution: string;
  /** Moves that look good and fail. */
  readonly tries: number;
  /** Legal moves to begin with. */
  readonly legal: number;
  /** Whether the first move neither takes nor checks. */
  readonly isQuiet: boolean;
}

/** The highest score of each grade but the last. */
const GRADES = [5, 8, 11, 15] as const;

/** From 1, easy, to 5: the longer, the more moves to choose from, and the quieter the first one, the harder. */
export function gradeOf({ solution, tries, legal, isQuiet }: Difficulty): number {
  const moves = Math.ceil(solution.length / 8);
  const score = Math.min(moves, 10) + legal / 10 + tries / 3 + (isQuiet ? 3 : 0);
  const grade = GRADES.findIndex((most) => score <= most);
  return grade < 0 ? GRADES.length + 1 : grade + 1;
}
