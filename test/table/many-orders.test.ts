// Tables of so many orders that a header has no room for their figures.
import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { lookUp } from "../../src/query/lookup.ts";
import { statisticsOf } from "../../src/query/statistics.ts";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { DamagedTableError } from "../../src/table/format/errors.ts";
import { decodeHeader } from "../../src/table/format/format.ts";
import { NODE_CODECS } from "../../src/table/node/codecs.ts";
import { memorySource } from "../../src/table/read/source.ts";
import { openTable } from "../../src/table/read/table.ts";
import { distanceOf, isDraw, isWin, orderOf } from "../../src/table/value.ts";
import { COLOURS } from "../../src/xiangqi/pieces.ts";
import { isLegalPosition, legalPosition } from "../../src/xiangqi/validate.ts";
import { readSpecTable } from "../oracle/spec-table.ts";
import { inventedTable } from "./invented.ts";

const open = (bytes: Uint8Array) => openTable(memorySource(bytes, "KPK.canju"), NODE_CODECS);
const headerLength = (bytes: Uint8Array) => new DataView(bytes.buffer).getUint32(12, true);

describe.each([
  [200, 16_384],
  [300, 65_536],
])("a table of %i orders and more", (orders, most) => {
  let bytes: Uint8Array<ArrayBuffer>;
  beforeAll(async () => {
    bytes = await inventedTable([5, ...Array<number>(orders + 30).fill(2)]); // some have no cell
  });

  test("leaves their figures to the histogram, and gives those that its values come to", async () => {
    expect(headerLength(bytes)).toBeLessThanOrEqual(most);
    const stored = decodeHeader(bytes, "KPK.canju").info.orders;
    expect(stored.length).toBeGreaterThan(orders);
    expect(stored.slice(0, 3)).toEqual([
      { order: 0, kind: "conversion" },
      { order: 1, kind: "check" },
      { order: 2, kind: "chase" },
    ]);
    const table = await open(bytes);
    await table.verifyChecksums(() => createHash("sha256"));
    const { index, header } = table;
    const counted = stored.map(({ order, kind }) => ({ order, kind, red: noFigures(), black: noFigures() }));
    const provider = { rules: "asian", metric: "dtc", open: async () => table } as const;
    for (const turn of COLOURS) {
      for (let cell = 0; cell < index.cells; cell++) {
        const board = index.boardAt(cell);
        if (board === null || !isLegalPosition({ board, turn })) continue;
        const value = await table.valueAt(turn, cell);
        if (isDraw(value)) continue;
        const order = counted.find((each) => each.order === orderOf(value))!;
        const figures = order[turn];
        const weight = index.weights[Math.floor(cell / (index.width * index.black.count))]!;
        figures[isWin(value) ? "wins" : "losses"] += weight;
        const longest = isWin(value) ? "longestWin" : "longestLoss";
        figures[longest] = Math.max(figures[longest], distanceOf(value));
        if (cell % 9 === 0)
          expect(await lookUp(legalPosition({ board, turn }), provider)).toMatchObject({ value, kind: order.kind });
      }
    }
    expect(header.info.orders).toEqual(counted);
    expect(statisticsOf(header.info, parseEndgame("KPK")).orders).toEqual(counted);
  });

  test("is read by the words of the specification", async () => {
    const table = await open(bytes);
    const read = readSpecTable(bytes);
    for (let cell = 0; cell < table.index.cells; cell += 3) {
      const board = table.index.boardAt(cell);
      for (const turn of COLOURS) {
        if (board === null || !isLegalPosition({ board, turn })) continue;
        expect(read.valueOf({ board, turn })).toBe(await table.valueAt(turn, cell));
      }
    }
  });

  test("is refused when its histogram is damaged", async () => {
    const damaged = bytes.slice();
    damaged[damaged.length - 30]! ^= 1;
    await expect(open(damaged)).rejects.toThrow(DamagedTableError);
  });
});

const noFigures = () => ({ wins: 0, losses: 0, longestWin: -1, longestLoss: -1 });

test("a table of 80 orders has their figures in its header, as before", async () => {
  const bytes = await inventedTable([5, ...Array<number>(80).fill(2)]);
  expect(headerLength(bytes)).toBeLessThanOrEqual(16_384);
  const { orders } = decodeHeader(bytes, "KPK.canju").info;
  expect(orders).toHaveLength(81);
  for (const order of orders) expect(order).toMatchObject({ red: noFiguresBut(), black: noFiguresBut() });
});

const noFiguresBut = () => ({ wins: expect.any(Number) as number, losses: expect.any(Number) as number });

test("a table whose header cannot hold the kinds of its orders is not begun, with one line", async () => {
  await expect(inventedTable([5, ...Array<number>(1_300).fill(2)])).rejects.toMatchObject({
    code: "too-many-values",
    message: expect.stringMatching(
      /^KPK has too many values for a table file: a header of \d+ bytes, where 65,536 fit$/,
    ) as string,
  });
});
