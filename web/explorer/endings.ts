/** How a game has ended, in the words of the page. */
import { endgameOf, attackersOf } from "../../src/endgame/endgame.ts";
import { endingOf } from "../../src/xiangqi/outcome.ts";
import { opponent } from "../../src/xiangqi/pieces.ts";
import type { Position } from "../../src/xiangqi/position.ts";
import type { Man } from "../../src/xiangqi/rules/men.ts";
import type { RepetitionVerdict } from "../../src/xiangqi/rules/verdict.ts";
import { squareName } from "../../src/xiangqi/squares.ts";
import type { Dictionary } from "../i18n/dictionary.ts";

export function nameMan({ role, square }: Pick<Man, "role" | "square">, say: Dictionary): string {
  return say.manOn(say.roles[role], squareName(square));
}

/** The verdict on a repetition, with the clause that decides. */
export function explainVerdict({ result, clause, conduct }: RepetitionVerdict, say: Dictionary): string {
  if (clause === "d5") return say.verdict.nothingForbidden;
  if (result === "draw") return clause === "d3" ? say.verdict.bothCheck : say.verdict.bothChase;
  const loser = result === "red-loss" ? "red" : "black";
  if (clause === "d3") return say.verdict.perpetualCheck(say.colours[loser], say.colours[opponent(loser)]);
  const men = conduct[loser].perpetuallyChased.map(({ man }) => nameMan(man, say));
  return say.verdict.perpetualChase(say.colours[loser], say.colours[opponent(loser)], men);
}

/** Why the game is over in a position; null where it goes on. */
export function explainEnd(position: Position, repetition: RepetitionVerdict | null, say: Dictionary): string | null {
  const ending = endingOf(position);
  if (ending !== null) return say[ending](say.colours[opponent(position.turn)]);
  const { red, black } = endgameOf(position.board);
  if (attackersOf(red).length + attackersOf(black).length === 0) return say.verdict.noAttackers;
  return repetition === null ? null : explainVerdict(repetition, say);
}
