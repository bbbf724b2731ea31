import { beforeAll, describe, expect, test } from "vitest";
import { DRAW, distanceOf, makeValue, orderOf } from "../../src/table/value.ts";
import { alterAsianTable, mapValues, problemsOf, verifyAsian } from "../verify/asian-tables.ts";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { endgameIndex } from "../../src/endgame/index.ts";
import { isLegalPosition } from "../../src/xiangqi/validate.ts";
import { buildTablesUnder, copyTables } from "../verify/tables.ts";

// Endgames with levels of chases. In KRKNN the chased may be one of two equal horses: "some horse" would be wrong.

const LEVELS: [name: string, kinds: string[]][] = [
  ["KRKPP", ["check", "check"]],
  ["KNPKC", ["chase"]],
  ["KRKNP", ["check", "check", "check", "chase"]],
  ["KRKNN", ["check", "check", "check", "check", "chase", "check"]],
];

let folder: string;
beforeAll(async () => {
  folder = await buildTablesUnder({ metric: "dtc", rules: "asian" }, ...LEVELS.map(([name]) => name));
}, 600_000);

test.each(LEVELS)("%s is proven", async (name, kinds) => {
  const report = await verifyAsian(folder, name, { threads: 2 });
  expect(report).toMatchObject({ proven: true, problems: [] });
  expect(report.perpetuals!.levels.map(({ kind }) => kind)).toEqual(kinds);
});

test("KRKNN and KRKNP are proven with orders of the form chessdb", async () => {
  const other = await buildTablesUnder({ metric: "dtc", rules: "asian", orders: "chessdb" }, "KRKNN", "KRKNP");
  for (const name of ["KRKNN", "KRKNP"]) {
    const report = await verifyAsian(other, name, { threads: 2, orders: "chessdb" });
    expect(report, name).toMatchObject({ proven: true, problems: [] });
  }
});

test("KRKNN and KNPKC are proven with distances to mate", async () => {
  const mate = await buildTablesUnder({ metric: "dtm", rules: "asian" }, "KRKNN", "KNPKC");
  for (const name of ["KRKNN", "KNPKC"]) {
    const report = await verifyAsian(mate, name, { threads: 2, metric: "dtm" });
    expect(report, name).toMatchObject({ proven: true, problems: [] });
  }
});

describe("planted in the level of chases of KNPKC", () => {
  test("its wins and losses stored as draws", async () => {
    const copy = await copyTables(folder);
    await alterAsianTable(copy, "KNPKC", (draft) =>
      mapValues(draft, (value) => (value !== DRAW && orderOf(value) === 1 ? DRAW : value)),
    );
    const report = await verifyAsian(copy, "KNPKC", { threads: 2 });
    expect(report).toMatchObject({ proven: false, wrong: 0 });
    expect(problemsOf(report, "level")).toMatchObject([{ order: null }]);
    expect(problemsOf(report, "level")[0]!.message).toContain("the pattern of perpetual chases is not empty");
  });

  test("a seed stored as propagated, and the level called one of checks", async () => {
    const index = endgameIndex(parseEndgame("KNPKC"));
    const copy = await copyTables(folder);
    await alterAsianTable(copy, "KNPKC", (draft) => {
      const orders = draft.info.orders.map((each) => (each.order === 1 ? { ...each, kind: "check" as const } : each));
      draft.info = { ...draft.info, orders };
      const seed = makeValue(1, 0);
      const turn = draft.black.includes(seed) ? "black" : "red";
      // What an illegal cell holds means nothing.
      const cell = draft[turn].findIndex((value, at) => {
        const board = value === seed ? index.boardAt(at) : null;
        return board !== null && isLegalPosition({ board, turn });
      });
      draft[turn][cell] = makeValue(1, distanceOf(seed) + 2);
    });
    const report = await verifyAsian(copy, "KNPKC", { threads: 2 });
    expect(problemsOf(report, "level")).toMatchObject([{ order: 1, positions: 1 }]);
    expect(problemsOf(report, "header").map(({ field }) => field)).toContain("orders[1].kind");
  });
});
