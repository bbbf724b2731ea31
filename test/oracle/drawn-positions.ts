/** Positions of endgames with soldiers far on, drawn by a seed. */
import { ownRank } from "../../src/endgame/cone.ts";
import { MEN, type Endgame } from "../../src/endgame/endgame.ts";
import { COLOURS, EMPTY, pieceOf } from "../../src/xiangqi/pieces.ts";
import type { LegalPosition, Position } from "../../src/xiangqi/position.ts";
import { squaresOf } from "../../src/xiangqi/steps.ts";
import { SQUARES } from "../../src/xiangqi/squares.ts";
import { isLegalPosition } from "../../src/xiangqi/validate.ts";
import type { Random } from "./random-graphs.ts";

/** A legal position of an endgame, all its soldiers on a rank or beyond it, counted from their own side's first, which is 0. */
export function drawPosition(endgame: Endgame, leastRank: number, random: Random): LegalPosition {
  for (;;) {
    const board = new Uint8Array(SQUARES);
    const put = (colour: "red" | "black", role: (typeof MEN)[number] | "king"): void => {
      const free = squaresOf(pieceOf(colour, role)).filter(
        (at) => board[at] === EMPTY && (role !== "soldier" || ownRank(colour, at) >= leastRank),
      );
      board[free[Math.floor(random() * free.length)]!] = pieceOf(colour, role);
    };
    for (const colour of COLOURS) {
      put(colour, "king");
      for (const role of MEN) for (let man = 0; man < endgame[colour][role]; man++) put(colour, role);
    }
    const position: Position = { board, turn: random() < 0.5 ? "red" : "black" };
    if (isLegalPosition(position)) return position;
  }
}
