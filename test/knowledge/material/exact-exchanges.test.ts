import { readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { endgameIndex } from "../../../src/endgame/index.ts";
import type { ManLetter } from "../../../src/knowledge/material/paper/basic.ts";
import {
  type ExchangeMen,
  allExchanges,
  endgameOfExchange,
  forceExchange,
  measureExchange,
  solvedBy,
} from "../../../src/knowledge/learn/exact/exchanges.ts";
import { hasSlot } from "../../../src/solve/outcomes.ts";
import { slotOfCell } from "../../../src/solve/planes.ts";
import { startTeam } from "../../../src/solve/node/thread-team.ts";
import { KernelMemory } from "../../../src/solve/host/memory.ts";
import { vectorKernel } from "../../../src/solve/host/vector-kernel.ts";
import { COLOURS } from "../../../src/xiangqi/pieces.ts";
import { forceSlowly } from "../../oracle/exchanges.ts";
import { testEach } from "../../long.ts";

const team = startTeam(1);
const module = new WebAssembly.Module(readFileSync(new URL("../../../build/kernel.wasm", import.meta.url)));
const kernel = vectorKernel(module, team, new KernelMemory());
afterAll(() => team.close());

function exchange(active: ManLetter, passive: ManLetter, activeHelper: ManLetter | "" = "", passiveHelper = "") {
  return { active, passive, activeHelper, passiveHelper } as ExchangeMen;
}

describe("forcing an exchange", () => {
  testEach(1, [exchange("A", "P"), exchange("P", "A"), exchange("B", "P")])(
    "%o is found as the oracle finds it",
    (men) => {
      const { endgame, goal } = endgameOfExchange(men);
      const index = endgameIndex(endgame);
      const forced = forceExchange(index, goal);
      const slow = forceSlowly(endgame.name, goal);
      for (let cell = 0; cell < index.cells; cell++) {
        const board = index.boardAt(cell);
        if (board === null) continue;
        COLOURS.forEach((turn, side) => {
          expect(forced[2 * cell + side] === 1).toBe(slow(board, turn) ?? false);
        });
      }
    },
  );

  testEach(2, [exchange("N", "A"), exchange("P", "A", "", "A"), exchange("A", "N"), exchange("A", "P", "A")])(
    "%o is found by the kernel as by plain retrograde analysis",
    async (men) => {
      const { endgame, goal } = endgameOfExchange(men);
      const index = endgameIndex(endgame);
      const plain = forceExchange(index, goal);
      const { forced } = await solvedBy(kernel, index, goal);
      let differences = 0;
      for (let cell = 0; cell < index.cells; cell++) {
        if (index.boardAt(cell) === null) continue;
        COLOURS.forEach((turn, side) => {
          if (hasSlot(forced[turn], slotOfCell(index, cell)) !== (plain[2 * cell + side] === 1)) differences++;
        });
      }
      expect(differences).toBe(0);
    },
  );

  test("a chariot always gets a lone advisor, and an advisor never a lone soldier", async () => {
    const { quiet } = await measureExchange(exchange("R", "A"), kernel);
    expect(quiet).toEqual([
      [15_099, 15_099],
      [15_099, 15_099],
    ]);
    expect((await measureExchange(exchange("A", "P"), kernel)).quiet.map(([forced]) => forced)).toEqual([0, 0]);
  });
});

test("every exchange is measured with no helper, and with each helper on one side", () => {
  const all = allExchanges();
  expect(all).toHaveLength(32 * 13);
  expect(all).toContainEqual(exchange("R", "N", "C"));
  expect(all).not.toContainEqual(exchange("A", "B"));
  expect(endgameOfExchange(exchange("N", "R", "", "P"))).toEqual({
    endgame: expect.objectContaining({ name: "KRPKN" }),
    goal: { side: "black", active: "horse", passive: "chariot" },
  });
});
