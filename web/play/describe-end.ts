/** Why a match is over, in the page's language. */
import { opponent } from "../../src/xiangqi/pieces.ts";
import { explainRepetition } from "../explorer/endings.ts";
import type { Dictionary } from "../i18n/dictionary.ts";
import type { JudgingWords } from "../rules/judging-words.ts";
import { HOLD_MOVES, type MatchEnd } from "./task.ts";

export function describeEnd(end: MatchEnd, say: Dictionary, judging: JudgingWords | null): string {
  switch (end.kind) {
    case "ending":
      return say[end.ending](say.colours[opponent(end.loser)]);
    case "bare":
      return say.verdict.noAttackers;
    case "threefold":
      return say.verdict.threefold;
    case "held":
      return say.play.held(HOLD_MOVES);
    case "repetition":
      return explainRepetition(end, say, judging);
  }
}
