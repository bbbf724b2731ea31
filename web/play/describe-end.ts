/** Why a match is over, in the page's language. */
import { opponent } from "../../src/xiangqi/pieces.ts";
import { explainRepetition } from "../explorer/endings.ts";
import type { Dictionary } from "../words/dictionary.ts";
import type { RepetitionWords } from "../../src/words/repetitions.ts";
import { HOLD_MOVES, type MatchEnd } from "./task.ts";

export function describeEnd(end: MatchEnd, say: Dictionary, judging: RepetitionWords | null): string {
  switch (end.kind) {
    case "ending":
      return say[end.ending](say.colours[opponent(end.loser)]);
    case "bare":
      return say.noAttackers;
    case "threefold":
      return say.threefold;
    case "held":
      return say.play.held(HOLD_MOVES);
    case "repetition":
      return explainRepetition(end, say, judging);
  }
}
