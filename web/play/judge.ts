/** What a move made of a position, by the tables. Pure. */
import type { RankedMove } from "../../src/query/probe.ts";
import { compareChoices, isDraw } from "../../src/table/value.ts";
import { categoryOf, distanceOf, isLoss, type Category, type Value } from "../../src/table/value.ts";
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

/** Who plays for the table: `perfect` errs never, the others like people, now and then. */
export type Level = "perfect" | "club" | "learner";
export const LEVELS: readonly Level[] = ["perfect", "club", "learner"];

/** How often any move is played, however bad. */
const SLIPS: Readonly<Record<Level, number>> = { perfect: 0, club: 0.08, learner: 0.25 };
/** Moves that are weighed against each other. */
const WEIGHED = 12;

/**
 * A move such as a person would make, one of many: mostly one that keeps what there is, does not give in before half of the
 * time that is left, and leaves the opponent few moves that keep his outcome, the fewer the likelier; now and then any.
 * @param random numbers from 0 to below 1; the same numbers give the same move
 */
export async function humanMove(
  ranked: readonly RankedMove[],
  level: Level,
  repliesTo: (move: RankedMove) => Promise<readonly RankedMove[]>,
  random: () => number,
): Promise<Move> {
  const best = ranked[0]!.value;
  const isSlip = random() < SLIPS[level];
  const sound = ranked.filter(
    ({ value }) =>
      categoryOf(value) === categoryOf(best) && (!isLoss(best) || 2 * distanceOf(value) >= distanceOf(best)),
  );
  const among = shuffled(isSlip ? ranked : sound, random).slice(0, WEIGHED);
  const weights = await Promise.all(
    among.map(async (each) => {
      const replies = await repliesTo(each);
      if (replies.length === 0) return 2;
      const kept = replies.filter(({ value }) => categoryOf(value) === categoryOf(replies[0]!.value)).length;
      return 0.02 + (1 - kept / replies.length) ** 2;
    }),
  );
  let left = random() * weights.reduce((sum, each) => sum + each, 0);
  return among[weights.findIndex((weight) => (left -= weight) < 0)]?.move ?? among[0]!.move;
}

function shuffled<Each>(all: readonly Each[], random: () => number): Each[] {
  return all
    .map((each) => ({ each, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ each }) => each);
}

/**
 * The move that leaves the opponent of a drawn position the smallest share of moves that hold it. Of moves that keep
 * the draw and lead to positions that have not been yet, so that it never brings a repetition about; null where there
 * is none.
 * @param repliesTo the opponent's moves after a move, ranked
 */
export async function pressingMove(
  ranked: readonly RankedMove[],
  isNew: (move: RankedMove) => boolean,
  repliesTo: (move: RankedMove) => Promise<readonly RankedMove[]>,
): Promise<Move | null> {
  const drawing = ranked.filter((each) => isDraw(each.value) && !each.capture && isNew(each));
  const shares = await Promise.all(
    drawing.map(async (each) => {
      const replies = await repliesTo(each);
      return { move: each.move, share: replies.filter(({ value }) => isDraw(value)).length / replies.length };
    }),
  );
  return shares.sort((a, b) => a.share - b.share)[0]?.move ?? null;
}
