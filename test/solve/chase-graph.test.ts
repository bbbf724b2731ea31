import { describe, expect, test } from "vitest";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { endgameIndex, type EndgameIndex } from "../../src/endgame/index.ts";
import { chaseGraph } from "../../src/solve/levels/chase-graph.ts";
import { newSlots, type SlotArray } from "../../src/solve/levels/cell-sets.ts";
import { slotOfCell } from "../../src/solve/planes.ts";
import { applyMove, isCapture, legalMoves } from "../../src/xiangqi/moves.ts";
import { COLOURS, opponent, type Colour } from "../../src/xiangqi/pieces.ts";
import type { LegalPosition } from "../../src/xiangqi/position.ts";
import { inCheck } from "../../src/xiangqi/attacks.ts";
import { DEFAULT_RULES } from "../../src/rules/asian/options.ts";
import { slowChaseGraph } from "../oracle/chase-graph.ts";
import { randomNumbers, type Random } from "../oracle/random-graphs.ts";

/** Positions that lie together: some at random, and most of what a few moves lead to. */
function randomSlots(index: EndgameIndex, random: Random): Record<Colour, SlotArray> {
  const found = { red: new Set<number>(), black: new Set<number>() };
  const add = (position: LegalPosition, depth: number): void => {
    found[position.turn].add(slotOfCell(index, index.indexOf(position.board)));
    if (depth === 0) return;
    for (const move of legalMoves(position)) {
      if (!isCapture(position, move) && random() < 0.7) add(applyMove(position, move), depth - 1);
    }
  };
  for (let tries = 0; tries < 12; tries++) {
    const board = index.boardAt(Math.floor(random() * index.cells));
    const turn: Colour = random() < 0.5 ? "red" : "black";
    if (board !== null && !inCheck(board, opponent(turn))) add({ board, turn } as LegalPosition, 2);
  }
  const ascending = (slots: Set<number>) => {
    const list = newSlots(index, slots.size);
    list.set([...slots]);
    return list.sort();
  };
  return { red: ascending(found.red), black: ascending(found.black) };
}

describe("the graph of chases is that of the plain builder", () => {
  test.each(["KRKN", "KNNKN", "KPPKPP", "KRRKRA", "KPKNAABB"])("on positions of %s", (name) => {
    const index = endgameIndex(parseEndgame(name));
    const solving = { index, options: DEFAULT_RULES };
    const random = randomNumbers(7);
    let edges = 0;
    for (let round = 0; round < 3; round++) {
      const slots = randomSlots(index, random);
      const { graph, namings, firstVertex } = chaseGraph(solving, slots);
      expect(graph).toEqual(slowChaseGraph(solving, slots));
      edges += graph.to.length;
      const firsts = COLOURS.flatMap((turn) => [...slots[turn]].map((slot) => firstVertex(slot, turn)));
      expect(new Set(firsts).size * namings).toBe(graph.vertices);
      expect(firsts.every((first) => first >= 0)).toBe(true);
    }
    expect(edges).toBeGreaterThan(1000);
  });
});
