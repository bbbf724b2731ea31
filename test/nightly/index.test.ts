// Every cell of whole indexes, where the fast tier looks at random ones.
import { expect, test } from "vitest";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { endgameIndex } from "../../src/endgame/index.ts";
import { mirrorPosition } from "../../src/xiangqi/position.ts";
import { findProblems } from "../../src/xiangqi/validate.ts";

test.each(["KRK", "KCAAKB", "KPPK", "KRRKA", "KNKP", "KRKAABB", "KPKPBB", "KPPPK", "KPPPPK", "KRKPPP"])(
  "every cell of %s has the cell of its board, which holds this board or its mirror image",
  (name) => {
    const index = endgameIndex(parseEndgame(name));
    const wrong: number[] = [];
    for (let cell = 0; cell < index.cells; cell++) {
      const board = index.boardAt(cell);
      if (board === null) continue;
      const canonical = index.indexOf(board);
      if (canonical === cell) continue;
      if (canonical < 0 ? !impossible(board) : index.twins === 1 || !same(board, index.boardAt(canonical)!)) {
        wrong.push(cell);
      }
    }
    expect(wrong.slice(0, 10)).toEqual([]);
  },
);

function same(board: Uint8Array, other: Uint8Array): boolean {
  const mirrored = mirrorPosition({ board: other, turn: "red" }).board;
  return board.every((piece, at) => piece === other[at]) || board.every((piece, at) => piece === mirrored[at]);
}

function impossible(board: Uint8Array): boolean {
  return findProblems({ board, turn: "red" }).some(({ code }) => code === "doubled-soldiers");
}
