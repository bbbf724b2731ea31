/** Tables whose values are invented. */
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { fileOrder } from "../../src/endgame/file-order.ts";
import { endgameIndex } from "../../src/endgame/index.ts";
import { arrange, arrangedContent } from "../../src/table/write/arrange.ts";
import { DerivedSide, markIllegal, rowsOf, WITHOUT_MOVE } from "../../src/table/rows/derived.ts";
import { addUp } from "../../src/table/format/histogram.ts";
import { describeIndex } from "../../src/table/format/index-parameters.ts";
import { LegalRows } from "../../src/table/rows/legal-rows.ts";
import { newCodes, noneOf } from "../../src/table/rows/quiet-rows.ts";
import { DRAW, makeValue, valueBefore } from "../../src/table/value.ts";
import { COLOURS, type Colour } from "../../src/xiangqi/pieces.ts";
import type { TableContent } from "../../src/table/write/encode.ts";
import type { Codes } from "../../src/table/format/header.ts";
import { info, noise, smoothCode, tableBytes } from "./fixtures.ts";

/**
 * One of KPK: every way to store a block, two bytes a code, several pages and orders, and one side as differences, in a small file.
 * @param distances how many each order has, from 0 on
 */
export function inventedTable(distances: readonly number[] = [500, 200]): Promise<Uint8Array<ArrayBuffer>> {
  const index = endgameIndex(parseEndgame("KPK"));
  const { cells } = index;
  const red = [DRAW];
  distances.forEach((count, ofOrder) => {
    for (let distance = 0; distance < count; distance++) red.push(makeValue(ofOrder, distance));
  });
  const black = [...new Set([...red.map(valueBefore), WITHOUT_MOVE])];
  const arrangement = arrange(index, { red, black });
  const { lists, derived, bytesPerCode } = arrangement;
  const draw = lists.red.indexOf(DRAW);

  const stored = newCodes(bytesPerCode, cells);
  const differences = newCodes(bytesPerCode, cells);
  for (let place = 0; place < cells; place++) {
    const part = place % 1_500;
    if (part < 700) stored[place] = draw;
    else if (part < 1_100) stored[place] = (32 * noise("red", place) + noise("black", place)) % red.length;
    else stored[place] = smoothCode("red", place, red.length);
    differences[place] = part < 900 && place % 50 > 0 ? 0 : 1 + smoothCode("black", place, black.length);
  }
  markIllegal(new LegalRows(index, "red"), bytesPerCode, stored, 0, cells);
  const side = new DerivedSide(index, derived, bytesPerCode, lists);
  side.resolve(rowsOf(index, stored), differences, 0, cells);
  const codes: Record<Colour, Codes> = { red: stored, black: differences };

  const values = [...new Set([...red, ...black])];
  const histogram = { red: lists.red.map(() => 0), black: lists.black.map(() => 0) };
  const byValue = { red: values.map(() => 0), black: values.map(() => 0) };
  const order = fileOrder(index);
  for (const turn of COLOURS) {
    codes[turn].forEach((code: number, place: number) => {
      if (code === noneOf(bytesPerCode)) return;
      const weight = index.weights[Math.floor(order.cellAt(place) / (index.width * index.black.count))]!;
      histogram[turn][code]! += weight;
      byValue[turn][values.indexOf(lists[turn][code]!)]! += weight;
    });
  }
  const extras = { checkmated: 0, stalemated: 0, longestWinFen: null, longestLossFen: null };
  const kinds = new Map(distances.map((_, ofOrder) => [ofOrder, ofOrder % 2 === 1 ? "check" : "chase"] as const));
  const described = {
    ...info,
    ...addUp(values, byValue, { red: extras, black: extras }, kinds),
    endgame: "KPK",
    rules: "asian",
    orderForm: "fang",
    index: describeIndex(index),
    inputs: [],
  } as const;
  const content = arrangedContent(index, arrangement, described, histogram, codes);
  return tableBytes(content, { cellsPerBlock: 32, blocksPerPage: 64 });
}

/** One of KPPPPK, with three outer men: nearly all blocks are of one code, both sides are as they are, by placements. Its figures are 0. */
export function sparseTable(): Promise<Uint8Array<ArrayBuffer>> {
  const index = endgameIndex(parseEndgame("KPPPPK"));
  const red = Array.from({ length: 40 }, (_, i) => (i === 0 ? DRAW : makeValue(0, i - 1)));
  const black = red.toReversed();
  const none = { red: red.map(() => 0), black: black.map(() => 0) };
  const extras = { checkmated: 0, stalemated: 0, longestWinFen: null, longestLossFen: null };
  const content: TableContent = {
    info: {
      ...info,
      ...addUp(red, none, { red: extras, black: extras }),
      endgame: "KPPPPK",
      rules: "asian",
      orderForm: "fang",
      index: describeIndex(index),
      inputs: [],
    },
    cells: index.cells,
    lists: { red, black },
    layout: "placements",
    derived: null,
    histogram: none,
    band: (turn, first, count, number) => ({
      codes: Uint8Array.from({ length: count }, (_, i) =>
        number % 20 === 3 ? Math.floor((first + i) / 1_000) % 40 : Math.floor(number / 20) % (turn === "red" ? 40 : 7),
      ),
    }),
  };
  return tableBytes(content, { blocksPerPage: 100 });
}
