/**
 * Endgames without attacking men. Kings, advisors and elephants of the two sides never meet, so nothing is ever captured and
 * nobody is mated: every legal position is a draw. (The verifier confirms that each has a move.)
 */
import type { FormationClass } from "../endgame/formation.ts";
import type { EndgameIndex } from "../endgame/index.ts";
import { fileOf, rankOf } from "../xiangqi/squares.ts";
import { LEVEL_ZERO, marksOf, type Solution } from "./kernel.ts";

/** Solves such an endgame: marks the cells where the kings face each other. */
export function solveWithoutAttackingMen(index: EndgameIndex): Solution {
  const started = performance.now();
  const plane = new Uint8Array(index.cells);
  const { unknown, illegal } = marksOf(plane);
  const red = openFiles(index.red);
  const black = openFiles(index.black);
  let cell = 0;
  for (const formation of index.blocks) {
    for (const file of black) plane[cell++] = file >= 0 && file === red[formation] ? illegal : unknown;
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

/** For each formation the file on which its king looks out, or -1 when one of its own men stands in front of it. */
function openFiles(formations: FormationClass): Int8Array {
  return Int8Array.from(formations.squares, ([king, ...men]) => {
    const covered = men.some((man) => fileOf(man) === fileOf(king!) && rankOf(man) > rankOf(king!));
    return covered ? -1 : fileOf(king!);
  });
}
