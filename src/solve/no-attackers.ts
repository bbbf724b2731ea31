/**
 * Endgames without attackers. Kings, advisors and elephants of the two sides never meet, so nothing is ever captured and
 * nobody is mated: every legal position is a draw. (The verifier confirms that each has a move.)
 */
import type { EndgameIndex } from "../endgame/index.ts";
import { inCheck } from "../xiangqi/attacks.ts";
import { LEVEL_ZERO, marksOf, type Solution } from "./kernel.ts";

/** Solves such an endgame: marks the cells where the kings face each other. */
export function solveWithoutAttackers(index: EndgameIndex): Solution {
  const started = performance.now();
  const plane = new Uint8Array(index.cells);
  const { unknown, illegal } = marksOf(plane);
  for (let cell = 0; cell < index.cells; cell++) {
    const board = index.boardAt(cell);
    plane[cell] = board === null || inCheck(board, "red") ? illegal : unknown;
  }
  const none = { red: 0, black: 0 };
  return {
    index,
    levels: [LEVEL_ZERO],
    certificate: null,
    red: plane,
    black: plane,
    checkmated: none,
    stalemated: none,
    seconds: (performance.now() - started) / 1000,
    memoryBytes: plane.byteLength,
    subMemoryBytes: 0,
  };
}
