/** A game as text for people: the position, its value, the moves in the notation of the page, how it ends. */
import { formatFen } from "../../src/xiangqi/fen.ts";
import { endgameOf } from "../../src/endgame/endgame.ts";
import type { Language } from "../../src/say/words/languages.ts";
import { formatMove, type Notation } from "../state/notation.ts";
import type { Game } from "../state/game.ts";

/** @param remarks what else is said above the moves and below them, such as the value and how the line ends */
export function formatGameText(
  { positions, moves }: Game,
  notation: Notation,
  language: Language,
  remarks: { readonly above: readonly string[]; readonly below: readonly string[] },
): string {
  const [start] = positions;
  const head = [endgameOf(start!.board).name, `FEN ${formatFen(start!)}`, ...remarks.above];
  return `${[...head, "", ...numberedMoves(positions, moves, notation, language), "", ...remarks.below].join("\n").trim()}\n`;
}

/** `1. C2=5 H8+7`, a line for each pair. */
export function numberedMoves(
  positions: Game["positions"],
  moves: Game["moves"],
  notation: Notation,
  language: Language,
): string[] {
  const written = moves.map((move, i) => formatMove(positions[i]!, move, notation, language));
  if (positions[0]!.turn === "black") written.unshift("…");
  const width = String(Math.ceil(written.length / 2)).length;
  const lines: string[] = [];
  for (let i = 0; i < written.length; i += 2) {
    lines.push(`${String(i / 2 + 1).padStart(width)}. ${written.slice(i, i + 2).join("  ")}`);
  }
  return lines;
}
