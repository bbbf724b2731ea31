import type { Move } from "../../src/xiangqi/moves.ts";
import { parseUci } from "../../src/xiangqi/notation/uci.ts";
import { answer } from "../state/answer.ts";
import { play } from "../state/page.ts";

/** The first of the best moves; null while it is not known or when there is none. */
export function suggestedMove(): Move | null {
  const now = answer.value;
  if (now.state !== "known") return null;
  const best = now.probe.moves.find((move) => move.best);
  return best === undefined ? null : parseUci(now.position, best.uci);
}

export function playSuggestedMove(): void {
  const move = suggestedMove();
  if (move !== null) play(move);
}
