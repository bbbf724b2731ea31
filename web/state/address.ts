/** The address bar: `?fen=…` always names the position shown, and the browser's back and forward walk over them. */
import { effect, untracked } from "@preact/signals";
import { formatFen } from "../../src/xiangqi/fen.ts";
import { samePosition, type Position } from "../../src/xiangqi/position.ts";
import { addressFen } from "../api.ts";
import { newGame, positionOf, type Game } from "./game.ts";
import { complaint, game, show } from "./page.ts";
import { readPosition } from "./read-position.ts";
import { restoreGame, saveGame } from "./saved-game.ts";

/** The link to a position. */
export function addressOf(position: Position): string {
  return `?fen=${addressFen(formatFen(position))}`;
}

/** Opens what the address names, then keeps address and position in step. */
export function followAddress(): void {
  const found = gameInAddress();
  if (found !== null) show(found);
  history.replaceState(saveGame(game.value), "", addressOf(positionOf(game.value)));
  window.addEventListener("popstate", (event) => {
    const entry = restoreGame(event.state) ?? gameInAddress();
    if (entry !== null) show(entry);
  });
  effect(() => {
    const shown = game.value;
    untracked(() => record(shown));
  });
}

/** A new position is a new entry of the history; the same one, such as after going back, replaces the entry. */
function record(shown: Game): void {
  const address = addressOf(positionOf(shown));
  try {
    if (address === location.search) history.replaceState(saveGame(shown), "", address);
    else history.pushState(saveGame(shown), "", address);
  } catch (error) {
    // Safari allows 100 entries in 30 seconds: the address catches up with a later move.
    if (!(error instanceof DOMException)) throw error;
  }
}

function gameInAddress(): Game | null {
  const saved = restoreGame(history.state);
  const text = new URLSearchParams(location.search).get("fen");
  if (text === null) return saved;
  const reading = readPosition(text);
  if ("complaint" in reading) {
    complaint.value = reading.complaint;
    return null;
  }
  const fits = saved !== null && samePosition(positionOf(saved), reading.position);
  return fits ? saved : newGame(reading.position);
}
