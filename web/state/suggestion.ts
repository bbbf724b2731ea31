/**
 * The move of perfect play. Where a conversion decides it is the first of the best moves; to win by a forbidden perpetual,
 * or to hold a draw, it depends on what has been repeated, so the player of `src/play` chooses it. Without a table it is that of a proof.
 */
import { effect, signal } from "@preact/signals";
import type { Move } from "../../src/xiangqi/moves.ts";
import { parseUci } from "../../src/xiangqi/notation/coordinates.ts";
import { AnswerError } from "../answers/answers.ts";
import { answers } from "../answers/current.ts";
import { answer } from "./answer.ts";
import { historyOf, newGame, positionOf, thirdLast, type Game } from "./game.ts";
import { nextOfLine } from "./line.ts";
import { game, play } from "./page.ts";
import { forcedWin } from "./without-table.ts";

/** Null while it is not known, or when there is none. */
export const suggestedMove = signal<Move | null>(null);

/** The game in which the suggested move is to be played as soon as it is known. */
let wanted: Game | null = null;

/** Keeps `suggestedMove` in step with the position; returns a function that ends it. */
export function watchSuggestion(): () => void {
  return effect(() => {
    const now = answer.value;
    const shown = game.value;
    suggestedMove.value = null;
    if (now.state === "failed" && forcedWin.value !== null) return suggest(forcedWin.value.move);
    if (now.state !== "known" || now.position !== positionOf(shown)) return;
    const { position, probe } = now;
    if (nextOfLine.value !== null) return suggest(nextOfLine.value);
    const first = probe.moves[0];
    if (first === undefined) return;
    const depends = probe.rules !== "none" && (probe.category === "draw" || probe.kind !== "conversion");
    if (!depends || probe.category === "loss") {
      suggest(parseUci(position, first.uci));
      return;
    }
    const request = new AbortController();
    const { fen, played } = historyOf(thirdLast(shown) === null ? shown : newGame(positionOf(shown)));
    answers(probe.rules)
      .ask("line", { fen, played, maxPlies: 1 }, request.signal)
      .then(
        ({ moves }) => {
          if (request.signal.aborted) return;
          suggest(moves.length === 0 ? null : parseUci(position, moves[0]!.uci));
        },
        (error: unknown) => {
          if (!request.signal.aborted && !(error instanceof AnswerError)) throw error;
        },
      );
    return () => request.abort();
  });
}

function suggest(move: Move | null): void {
  suggestedMove.value = move;
  if (wanted === game.peek() && move !== null) play(move);
  wanted = null;
}

/** Plays it, or does so when it is known. */
export function playSuggestedMove(): void {
  const move = suggestedMove.value;
  if (move === null) wanted = game.value;
  else play(move);
}
