import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { endgameIndex } from "../../src/endgame/index.ts";
import { categoryOf, DRAW, makeValue, type Category, type Value, type Metric } from "../../src/table/value.ts";
import { formatReport } from "../../src/verify/report/format-report.ts";
import { formatFen } from "../../src/xiangqi/fen.ts";
import type { Colour } from "../../src/xiangqi/pieces.ts";
import { alterTable, buildTables, catalogOf, codeOf, copyTables, legalCells, verifyIn } from "./tables.ts";

const METRICS: readonly Metric[] = ["dtc", "dtm"];
const win = (plies: number) => makeValue(0, plies);
const loss = win;

/** Red's positions for what a winner can have, Black's for a loser. */
const PLANTS: [what: string, turn: Colour, from: Category, to: (value: Value) => Value][] = [
  ["a win called a loss", "red", "win", () => loss(4)],
  ["a loss called a win", "black", "loss", () => win(3)],
  ["a win called a draw", "red", "win", () => DRAW],
  ["a loss called a draw", "black", "loss", () => DRAW],
  ["a draw called a win", "red", "draw", () => win(5)],
  ["a draw called a loss", "black", "draw", () => loss(4)],
  ["a win two plies too long", "red", "win", (value) => value + 2],
  ["a win two plies too short", "red", "win", (value) => Math.max(win(1), value - 2)],
  ["a loss two plies too long", "black", "loss", (value) => value + 2],
  ["a loss two plies too short", "black", "loss", (value) => Math.max(loss(0), value - 2)],
];

const NAME = "KPKA";
const index = endgameIndex(parseEndgame(NAME));
const legal = legalCells(NAME);

describe.each(METRICS)("planted in a table of %s", (metric) => {
  let folder: string;
  const values = { red: [] as Value[], black: [] as Value[] };
  beforeAll(async () => {
    folder = await buildTables(metric, NAME);
    const table = (await catalogOf(folder, metric).open(NAME))!;
    for (const turn of ["red", "black"] as const) {
      values[turn] = Array.from(await table.readSide(turn), (code) => table.header.values[code]!);
    }
  });

  /** Proves a copy in which some cells have other values. */
  const plant = async (planted: { turn: Colour; cell: number; value: Value }[]) => {
    const copy = await copyTables(folder);
    await alterTable(
      copy,
      NAME,
      (draft) => {
        for (const { turn, cell, value } of planted) draft[turn][cell] = codeOf(value);
      },
      { metric },
    );
    return verifyIn(copy, NAME, { metric });
  };

  test.each(PLANTS)("%s is found", async (_, turn, from, to) => {
    const place = legal.find(({ turn: side, cell }) => {
      const value = values[side][cell]!;
      return side === turn && categoryOf(value) === from && to(value) !== value;
    })!;
    const truth = values[turn][place.cell]!;
    const report = await plant([{ ...place, value: to(truth) }]);
    expect(report).toMatchObject({ proven: false });
    expect(report.wrong).toBeGreaterThan(0);
    expect(report.problems.map(({ kind }) => kind)).toContain("values");
    const { counterexample } = report;
    expect(counterexample!.cell).toBeLessThanOrEqual(place.cell);
    if (counterexample!.cell !== place.cell || counterexample!.turn !== turn) return;
    expect(counterexample!.fen).toBe(formatFen({ board: index.boardAt(place.cell)!, turn }));
    expect(counterexample!.derived.category).toBe(categoryOf(truth));
  });

  test("random wrong values are found, and the first is the smallest cell", async () => {
    const anywhere = fc.record({ at: fc.nat(legal.length - 1), other: fc.integer({ min: 0, max: 40 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(anywhere, { minLength: 1, maxLength: 4 }), async (picks) => {
        const planted = picks
          .map(({ at, other }) => ({ ...legal[at]!, value: other as Value }))
          .filter(({ turn, cell, value }) => value !== values[turn][cell]);
        const report = await plant(planted);
        const lowest = Math.min(...planted.map(({ cell }) => cell));
        expect(report.wrong > 0).toBe(planted.length > 0);
        if (planted.length > 0) expect(report.counterexample!.cell).toBeLessThanOrEqual(lowest);
      }),
      { numRuns: 12 },
    );
  });
});

describe("a wrong value", () => {
  test("is the same first one on any number of threads", async () => {
    const folder = await buildTables("dtc", "KPPK");
    const cells = legalCells("KPPK", 1_009);
    await alterTable(folder, "KPPK", (draft) => {
      for (const { turn, cell } of cells) draft[turn][cell] = draft[turn][cell] === 0 ? 4 : 0;
    });
    const [first, ...others] = await Promise.all([1, 2, 3].map((threads) => verifyIn(folder, "KPPK", { threads })));
    expect(first!.counterexample!.cell).toBeLessThanOrEqual(cells[0]!.cell);
    expect(first!.wrong).toBeGreaterThanOrEqual(cells.length);
    for (const { counterexample, wrong, checked } of others) {
      expect({ counterexample, wrong, checked }).toEqual({
        counterexample: first!.counterexample,
        wrong: first!.wrong,
        checked: first!.checked,
      });
    }
  });

  test("is set out with every move", async () => {
    const folder = await buildTables("dtc", "KRK");
    const board = endgameIndex(parseEndgame("KRK"));
    const cell = legalCells("KRK").find(({ turn }) => turn === "black")!.cell;
    expect(formatFen({ board: board.boardAt(cell)!, turn: "black" })).toMatchInlineSnapshot(
      `"4k4/9/9/9/9/9/9/9/9/R2K5 b"`,
    );
    await alterTable(folder, "KRK", (draft) => {
      draft.black[cell] = 0;
    });
    const report = await verifyIn(folder, "KRK");
    expect(formatReport(report).split("\n\n")[1]).toMatchInlineSnapshot(`
      "  4k4/9/9/9/9/9/9/9/9/R2K5 b
        Black to move (cell 3): stored is a draw, but its moves give a loss in 4
          e9e8  K5+1  loss in 4: then Red has a win in 3
          e9f9  K5=6  loss in 4: then Red has a win in 3"
    `);
  });
});
