/** Tables of cones beside that of their whole endgame. */
import { expect } from "vitest";
import { holding } from "../../src/query/lookup.ts";
import type { TableProvider } from "../../src/table/catalog/catalog.ts";
import type { Table } from "../../src/table/read/table.ts";
import { DRAW, isDraw, makeValue, orderOf, type Value } from "../../src/table/value.ts";
import { formatFen } from "../../src/xiangqi/fen.ts";
import { COLOURS } from "../../src/xiangqi/pieces.ts";
import { swapColours, type Position } from "../../src/xiangqi/position.ts";
import { isLegalPosition } from "../../src/xiangqi/validate.ts";
import type { Reached } from "../oracle/asian-reachable.ts";

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
  expectGrowing(orders);
  for (const [order, ofWhole] of orders) expect(kindIn(cone, order)).toBe(kindIn(whole, ofWhole));
  return { positions, perpetual };
}

/**
 * Compares everything that a slow solver has reached with the tables of a cone's closure, of which one must hold all of each set of men:
 * outcomes and distances are the same, and orders of the table a strictly growing function of the solver's, with the same kinds.
 * @returns positions reached, and those of orders above 0
 */
export async function compareWithReached(all: readonly Reached[], provider: TableProvider) {
  let [reached, perpetual] = [0, 0];
  for (const each of all) {
    const { table, valueOf } = await readHolding(each, provider);
    const orders = new Map<number, number>([[0, 0]]);
    for (const { board, turn, value } of each.all()) {
      const found = valueOf({ board, turn });
      if (value !== null && !orders.has(value.order)) orders.set(value.order, orderOf(found));
      const wanted = value === null ? DRAW : makeValue(orders.get(value.order)!, value.distance);
      if (found !== wanted) expect.fail(`${formatFen({ board, turn })}: ${found} instead of ${JSON.stringify(value)}`);
      reached++;
      if (orderOf(found) > 0) perpetual++;
    }
    expectGrowing(orders);
    for (const [order, ofTable] of orders) expect(kindIn(table, ofTable)).toBe(each.kinds[order]);
  }
  return { reached, perpetual };
}

/** The table that holds the first of these positions, read whole, and its value of any of them. */
async function readHolding(reached: Reached, provider: TableProvider) {
  const { table } = await holding(reached.all().next().value!, provider);
  const [red, black] = await table.readSides();
  const valueOf = (position: Position): Value => {
    for (const { board, turn } of [position, swapColours(position)]) {
      const cell = table.index.indexOf(board);
      if (cell >= 0) return table.header.values[(turn === "red" ? red : black)[cell]!]!;
    }
    return expect.fail(`${formatFen(position)} is not in ${table.file}`);
  };
  return { table, valueOf };
}

function expectGrowing(orders: ReadonlyMap<number, number>): void {
  const pairs = [...orders].toSorted(([a], [b]) => a - b);
  expect(pairs.every(([, order], i) => i === 0 || order > pairs[i - 1]![1])).toBe(true);
}

function kindIn(table: Table, wanted: number) {
  return table.header.info.orders.find(({ order }) => order === wanted)?.kind;
}
