/** Tables of cones beside that of their whole endgame. */
import { expect } from "vitest";
import type { Table } from "../../src/table/read/table.ts";
import { isDraw, orderOf, type Value } from "../../src/table/value.ts";
import { COLOURS } from "../../src/xiangqi/pieces.ts";
import { isLegalPosition } from "../../src/xiangqi/validate.ts";

/**
 * Compares every legal position of a cone, or one in `stride` cells, with the whole table: outcomes and distances are the same, and orders
 * a strictly growing function of the cone's with the same kinds.
 * @returns positions compared, and those of orders above 0
 */
export async function compareWithWhole(cone: Table, whole: Table, stride = 1) {
  const orders = new Map<number, number>([[0, 0]]);
  let [positions, perpetual] = [0, 0];
  const read = async (table: Table, ...at: Parameters<Table["valueAt"]>): Promise<Value> =>
    table.valueIfCached(at[0], at[1]) ?? table.valueAt(...at);
  for (let cell = 0; cell < cone.index.cells; cell += stride) {
    const board = cone.index.boardAt(cell);
    if (board === null || cone.index.indexOf(board) !== cell) continue;
    for (const turn of COLOURS) {
      const position = { board, turn };
      if (!isLegalPosition(position)) continue;
      positions++;
      const own = await read(cone, turn, cell);
      const value = await read(whole, turn, whole.index.indexOf(board));
      if (isDraw(own) || isDraw(value)) {
        if (own !== value) expect.fail(`cell ${cell}, ${turn}: ${own} in the cone, ${value} in the whole`);
        continue;
      }
      const [order, ofWhole] = [orderOf(own), orderOf(value)];
      if (own - 65_536 * order !== value - 65_536 * ofWhole) expect.fail(`cell ${cell}, ${turn}: another distance`);
      if (!orders.has(order)) orders.set(order, ofWhole);
      if (orders.get(order) !== ofWhole) expect.fail(`cell ${cell}, ${turn}: order ${order} is ${ofWhole}`);
      if (order > 0) perpetual++;
    }
  }
  const pairs = [...orders].toSorted(([a], [b]) => a - b);
  const increases = pairs.every(([, order], i) => i === 0 || order > pairs[i - 1]![1]);
  expect(increases).toBe(true);
  const kindIn = (table: Table, wanted: number) => table.header.info.orders.find(({ order }) => order === wanted)?.kind;
  for (const [order, ofWhole] of pairs) expect(kindIn(cone, order)).toBe(kindIn(whole, ofWhole));
  return { positions, perpetual };
}
