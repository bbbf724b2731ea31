/** The first moves of the perfect line, for arrows on the board: the suggested move at once, the replies when they are known. */
import { computed, effect, signal } from "@preact/signals";
import { parseUci } from "../../src/xiangqi/notation/coordinates.ts";
import { applyMove, type Move } from "../../src/xiangqi/moves.ts";
import { AnswerError } from "../answers/answers.ts";
import { answer, answersShown } from "./answer.ts";
import { historyOf, newGame, positionOf, thirdLast } from "./game.ts";
import { playback } from "./line.ts";
import { game, valuesHidden, view } from "./page.ts";
import { lineShown } from "./preferences.ts";
import { suggestedMove } from "./suggestion.ts";

/** So many moves are shown. */
const PLIES = 3;
/** Whoever steps on in less time is shown the suggested move alone. */
const PAUSE_MILLISECONDS = 350;

const isWanted = computed(
  () => lineShown.value === "yes" && view.value === "explorer" && playback.value === "paused" && !valuesHidden.value,
);

/** The moves behind the suggested one, as far as they are known; and what that was. */
const replies = signal<readonly Move[]>([]);

/** Empty where no line is to be shown, or none is known. */
export const bestLine = computed<readonly Move[]>(() => {
  const first = suggestedMove.value;
  if (!isWanted.value || first === null) return [];
  return replies.value[0] === first ? replies.value : [first];
});

/** Keeps `bestLine` in step with the position; returns a function that ends it. */
export function watchBestLine(): () => void {
  return effect(() => {
    const shown = game.value;
    const now = answer.value;
    replies.value = [];
    if (!isWanted.value || suggestedMove.value === null) return;
    if (now.state !== "known" || now.position !== positionOf(shown)) return;
    const request = new AbortController();
    const ask = async (): Promise<void> => {
      const { fen, played } = historyOf(thirdLast(shown) === null ? shown : newGame(positionOf(shown)));
      try {
        const line = await answersShown().ask("line", { fen, played, maxPlies: PLIES }, request.signal);
        if (request.signal.aborted) return;
        let at = positionOf(shown);
        replies.value = line.moves.map(({ uci }) => {
          const move = parseUci(at, uci);
          at = applyMove(at, move);
          return move;
        });
      } catch (error) {
        if (!request.signal.aborted && !(error instanceof AnswerError)) throw error;
      }
    };
    const timer = setTimeout(() => void ask(), PAUSE_MILLISECONDS);
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  });
}
