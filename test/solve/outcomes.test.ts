/** What endgames are to those that capture into them, read from tables, is what the tables say cell by cell. */
import { expect, test } from "vitest";
import type { Cell } from "../../src/endgame/index.ts";
import { hasSlot, outcomesOfTable } from "../../src/solve/outcomes.ts";
import { slotOfCell } from "../../src/solve/planes.ts";
import { isDependent, isLoss, isWin } from "../../src/table/value.ts";
import { COLOURS, opponent } from "../../src/xiangqi/pieces.ts";
import { isLegalPosition } from "../../src/xiangqi/validate.ts";
import { openSample } from "../table/open-sample.ts";

// In the order of a file and of the index, with one and two bytes a code, either side derived, with twins, draws and orders.
test.each(["KPK", "KRKN", "KPPK", "KPK-two-bytes", "KPK-plain"])("of %s", async (name) => {
  const table = await openSample(name);
  const { index } = table;
  const outcomes = await outcomesOfTable(table);
  for (const only of COLOURS) {
    const one = await outcomesOfTable(table, only);
    expect([one.won[only], one.lost[only]]).toEqual([outcomes.won[only], outcomes.lost[only]]);
    expect([one.won, one.lost].map((sets) => sets[opponent(only)].length)).toEqual([0, 0]);
  }
  const has = (set: Uint32Array, cell: Cell) => set.length > 0 && hasSlot(set, slotOfCell(index, cell));
  const step = Math.max(1, Math.floor(index.cells / 20_000));
  let legal = 0;
  for (let cell = 0; cell < index.cells; cell += step) {
    const board = index.boardAt(cell);
    if (board === null || index.indexOf(board) !== cell) continue;
    for (const turn of COLOURS) {
      if (!isLegalPosition({ board, turn })) continue;
      legal++;
      const value = await table.valueAt(turn, cell);
      const found = [outcomes.won, outcomes.lost, outcomes.depends!].map((sets) => has(sets[turn], cell as Cell));
      expect([cell, turn, ...found]).toEqual([cell, turn, isWin(value), isLoss(value), isDependent(value)]);
    }
  }
  expect(legal).toBeGreaterThan(1_000);
});

test("reading them is given up when it is interrupted", async () => {
  const reading = outcomesOfTable(await openSample("KRKN"), undefined, AbortSignal.abort(new Error("interrupted")));
  await expect(reading).rejects.toThrow("interrupted");
});
