/** What a move made of a position, by the tables. Pure. */
import type { RankedMove } from "../../src/query/probe.ts";
import { compareChoices, isDraw } from "../../src/table/value.ts";
import { categoryOf, distanceOf, type Category, type Value } from "../../src/table/value.ts";
import type { Move } from "../../src/xiangqi/moves.ts";

/** To the side that made the move. */
export interface Judgement {
  readonly move: Move;
  readonly before: Category;
  readonly after: Category;
  /** No other move was better. */
  readonly perfect: boolean;
  readonly best: Move;
  /** How long the best move's win or loss would have taken, in plies; null for a draw. */
  readonly bestPlies: number | null;
}

/** @param ranked the legal moves of the position, best first, as rankMoves gives them */
export function judgeMove(ranked: readonly RankedMove[], move: Move): Judgement {
  const best = ranked[0]!;
  const made = ranked.find((each) => each.move === move)!;
  return {
    move,
    before: categoryOf(best.value),
    after: categoryOf(made.value),
    perfect: compareChoices(made.value, best.value) === 0,
    best: best.move,
    bestPlies: pliesOf(best.value),
  };
}

function pliesOf(value: Value): number | null {
  return isDraw(value) ? null : distanceOf(value);
}

/** Whether a win became none, or a draw a loss. */
export function throwsAway({ before, after }: Judgement): boolean {
  return before !== after;
}

export interface Score {
  readonly perfect: number;
  readonly moves: number;
}

export function scoreOf(judgements: readonly Judgement[]): Score {
  return {
    perfect: judgements.filter(({ perfect }) => perfect).length,
    moves: judgements.length,
  };
}

/** Of three: one each for moves that threw something away, for hints and for moves taken back; at least one. */
export function starsOf(judgements: readonly Judgement[], takeBacks: number, hints: number): number {
  return Math.max(1, 3 - judgements.filter(throwsAway).length - takeBacks - hints);
}

/**
 * The move that leaves the opponent of a drawn position the smallest share of moves that hold it. Of moves that keep
 * the draw and lead to positions that have not been yet, so that it never brings a repetition about; null where there
 * is none.
 * @param repliesTo the opponent's moves after a move, ranked
 * @param random numbers from 0 to below 1, by which one is chosen of several
 */
export async function pressingMove(
  ranked: readonly RankedMove[],
  isNew: (move: RankedMove) => boolean,
  repliesTo: (move: RankedMove) => Promise<readonly RankedMove[]>,
  random: () => number,
): Promise<Move | null> {
  const drawing = ranked.filter((each) => isDraw(each.value) && !each.capture && isNew(each));
  const shares = await Promise.all(
    drawing.map(async (each) => {
      const replies = await repliesTo(each);
      return { move: each.move, share: replies.filter(({ value }) => isDraw(value)).length / replies.length };
    }),
  );
  const least = Math.min(...shares.map(({ share }) => share));
  const hardest = shares.filter(({ share }) => share === least);
  return hardest[Math.floor(random() * hardest.length)]?.move ?? null;
}
