/**
 * Endgames without attacking men. Kings, advisors and elephants of the two sides never meet, so nothing is ever captured and
 * nobody is mated: every legal position is a draw. (The verifier confirms that each has a move.)
 */
import type { FormationClass } from "../endgame/formation.ts";
import type { EndgameIndex } from "../endgame/index.ts";
import { fileOf, rankOf } from "../xiangqi/squares.ts";
import type { Solution } from "./kernel.ts";
import { LEVEL_ZERO, Tape } from "./tape.ts";

/** Solves such an endgame: nothing is decided, and what is illegal are the cells where the kings face each other. */
export function solveWithoutAttackingMen(index: EndgameIndex): Solution {
  const red = openFiles(index.red);
  const black = openFiles(index.black);
  const legal = { red: 0, black: 0 };
  const illegal = new Uint32Array(index.cells * 4);
  let cell = 0;
  index.blocks.forEach((formation, block) => {
    for (const file of black) {
      if (file >= 0 && file === red[formation]) illegal[cell * 4] = 1;
      else {
        legal.red += index.weights[block]!;
        legal.black += index.weights[block]!;
      }
      cell++;
    }
  });
  const none = { red: 0, black: 0 };
  return {
    index,
    tape: new Tape({ blocks: index.blocks.length, bandBlocks: index.blocks.length, formations: index.black.count }),
    legal,
    illegal: () => ({ red: illegal, black: illegal }),
    levels: [LEVEL_ZERO],
    certificate: null,
    checkmated: none,
    stalemated: none,
    seconds: 0,
    memoryBytes: illegal.byteLength,
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
