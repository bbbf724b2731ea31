/** The position shown in words: who stands where, and whose move it is. */
import { EMPTY, colourOf } from "../../src/xiangqi/pieces.ts";
import type { Position } from "../../src/xiangqi/position.ts";
import { squareName, SQUARES } from "../../src/xiangqi/squares.ts";
import { stage } from "../board/stage.ts";
import { position } from "../state/page.ts";
import { manIn, placeIn } from "../state/places.ts";
import type { Dictionary } from "../words/en/page.ts";
import { words } from "../words/spoken.ts";
import { interject } from "./Announcer.tsx";

export function summaryOf({ board, turn }: Position, say: Dictionary): string {
  const list = new Intl.ListFormat(say.htmlLang, { type: "conjunction" });
  const sides = (["red", "black"] as const).map((colour) => {
    const men = Array.from({ length: SQUARES }, (_, square) => square)
      .filter((square) => board[square] !== EMPTY && colourOf(board[square]!) === colour)
      .map((square) => `${manIn(say, board[square]!)} ${placeIn(say, squareName(square))}`);
    return say.sentence(list.format(men));
  });
  return [...sides, say.sentence(say.toMove(say.colours[turn]))].join(" ");
}

/** Has screen readers say it. */
export function speakSummary(): void {
  interject(summaryOf(stage.value?.view.position ?? position.value, words.value));
}
