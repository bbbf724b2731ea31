/** How a game has ended, in the words of the page. */
import { attackingMen, endgameOf } from "../../src/endgame/endgame.ts";
import { joinSentences } from "../../src/say/words/repetitions.ts";
import { endingOf } from "../../src/xiangqi/moves.ts";
import { opponent } from "../../src/xiangqi/pieces.ts";
import type { Position } from "../../src/xiangqi/position.ts";
import type { Man } from "../../src/rules/men.ts";
import { squareName } from "../../src/xiangqi/squares.ts";
import type { Dictionary } from "../words/en/page.ts";
import type { JudgingWords } from "../words/spoken.ts";
import type { Repetition } from "../state/game.ts";
import { classDescriberIn, describerIn, placeIn } from "../state/places.ts";
import type { GameEnd } from "../../src/play/game.ts";

export function nameMan({ role, square }: Pick<Man, "role" | "square">, say: Dictionary): string {
  return say.manOn(say.roles[role], placeIn(say, squareName(square)));
}

/** The verdict on a repetition; without it while the words for it are loading. */
function explainRepetition(verdict: Repetition, say: Dictionary, judging: JudgingWords | null): string {
  const { threefold } = say;
  if (judging === null || verdict.kind === "threefold") return threefold;
  const { repetitions, classes } = judging;
  const told =
    verdict.kind === "grades"
      ? classDescriberIn(say, repetitions, classes).verdict(verdict)
      : describerIn(say, repetitions).verdict(verdict);
  return joinSentences([threefold, told]);
}

/** Why the game is over in a position; null where it goes on. */
export function explainEnd(
  position: Position,
  repetition: Repetition | null,
  say: Dictionary,
  judging: JudgingWords | null,
): string | null {
  const ending = endingOf(position);
  if (ending !== null) return say[ending](say.colours[opponent(position.turn)]);
  const { red, black } = endgameOf(position.board);
  if (attackingMen(red).length + attackingMen(black).length === 0) return say.noAttackingMen;
  return repetition === null ? null : explainRepetition(repetition, say, judging);
}

export function describeEnd(end: MatchEnd, say: Dictionary, judging: JudgingWords | null): string {
  switch (end.kind) {
    case "ending":
      return say[end.ending](say.colours[opponent(end.loser)]);
    case "bare":
      return say.noAttackingMen;
    case "held":
      return say.play.held(HOLD_MOVES);
    case "threefold":
    case "repetition":
    case "grades":
      return explainRepetition(end, say, judging);
  }
}

/* What a match is about, and how it ends. */

/** Play on from a position, win one that is won, or hold one that is drawn. */
export type Task = "free" | "win" | "hold";

/** So many moves of a drawn position are enough to have held it. */
export const HOLD_MOVES = 20;

/** `held`: the challenge was to hold, and so it was. */
export type MatchEnd = GameEnd | { readonly kind: "held"; readonly result: "draw" };
