import { beforeAll, describe, expect, test } from "vitest";
import { LONG } from "../long.ts";
import type { OrderKind } from "../../src/table/format/header.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { DRAW, distanceOf, makeValue, orderOf, type Value } from "../../src/table/value.ts";
import { formatReport } from "../../src/verify/report/format-report.ts";
import { alterAsianTable, mapValues, problemsOf, verifyAsian, type AsianDraft } from "./asian-tables.ts";
import { buildTablesUnder, copyTables } from "./tables.ts";
import { vouchingRing } from "./vouching-ring.ts";

// KRKN has one level, of checks: Black, to move, must check the red king for ever. KNKCA has four.

let folder: string;
beforeAll(async () => {
  folder = await buildTablesUnder({ metric: "dtc", rules: "asian" }, "KRKN", "KNKCA");
}, 120_000);

async function altered(name: string, change: (draft: AsianDraft) => void) {
  const copy = await copyTables(folder);
  await alterAsianTable(copy, name, change);
  return verifyAsian(copy, name);
}

const isOrder = (value: Value, order: number) => value !== DRAW && orderOf(value) === order;
const moveOrder = (value: Value, order: number) => makeValue(order, distanceOf(value));
const SEED = makeValue(1, 0);

describe("what no successor contradicts is found by the patterns", () => {
  test("a missing last level: its wins and losses are stored as draws", async () => {
    const report = await altered("KRKN", (draft) => mapValues(draft, (value) => (isOrder(value, 1) ? DRAW : value)));
    expect(report).toMatchObject({ proven: false, wrong: 0, counterexample: null, perpetuals: { levels: [] } });
    expect(problemsOf(report, "level")).toMatchObject([{ order: null, positions: 1_285 }]);
    expect(formatReport(report)).toContain(
      "! 1,285 draws are lost: after the last order the pattern of perpetual checks is not empty, the first is ",
    );
  });

  test("a ring of draws that vouch for one another, stored as won and lost by a perpetual", LONG, async () => {
    const provider = new FolderCatalog(folder, { rules: "asian" });
    const ring = await vouchingRing(provider, "KRKN", "red");
    await provider.close();
    expect(ring.length).toBe(33);
    const report = await altered("KRKN", (draft) => {
      for (const { turn, cell } of ring) draft[turn][cell] = makeValue(2, turn === "red" ? 0 : 1);
    });
    expect(report).toMatchObject({ proven: false, wrong: 0, counterexample: null });
    const [level, ...others] = problemsOf(report, "level");
    expect(level!.message).toMatch(/^order 2: \d+ of its \d+ seeds cannot be one, as no pattern is left there/);
    expect(others).toEqual([]);
  });

  test("a seed stored as propagated", async () => {
    const report = await altered("KRKN", ({ black }) => (black[black.indexOf(SEED)] = makeValue(1, 2)));
    expect(problemsOf(report, "level")).toMatchObject([{ order: 1, positions: 1 }]);
    expect(problemsOf(report, "level")[0]!.message).toMatch(
      /1 positions? of the pattern of perpetual checks (is|are) not/,
    );
  });

  test("an order left out: all positions of order 1 are stored with order 2", LONG, async () => {
    const report = await altered("KRKN", (draft) =>
      mapValues(draft, (value) => (isOrder(value, 1) ? moveOrder(value, 2) : value)),
    );
    expect(report.wrong).toBe(0);
    // At order 2 the pattern is still the same, as nothing was decided before.
    expect(problemsOf(report, "level")).toMatchObject([{ order: 1, positions: 1_285 }]);
  });
});

describe("wrong orders and seeds are found", () => {
  test("a seed with another order", LONG, async () => {
    const report = await altered("KRKN", ({ black }) => (black[black.indexOf(SEED)] = makeValue(2, 0)));
    expect(report.proven).toBe(false);
    expect(problemsOf(report, "level").map(({ order }) => order)).toContain(1);
  });

  test("a loss of order 0 stored as a seed", async () => {
    const report = await altered("KRKN", ({ black }) => (black[black.indexOf(makeValue(0, 24))] = SEED));
    expect(report.wrong).toBeGreaterThan(0);
    expect(problemsOf(report, "level")).toMatchObject([{ order: 1, positions: 1 }]);
    expect(problemsOf(report, "level")[0]!.message).toContain("do not belong to the pattern of perpetual checks");
  });

  test("a win by the perpetual stored as a draw", async () => {
    const report = await altered("KRKN", ({ red }) => (red[red.indexOf(makeValue(1, 1))] = DRAW));
    expect(report.wrong).toBeGreaterThan(0);
    expect(report.counterexample).not.toBeNull();
  });

  test("a draw stored as a win by the perpetual", LONG, async () => {
    const report = await altered("KRKN", ({ red }) => {
      for (let cell = red.indexOf(DRAW); cell >= 0; cell = red.indexOf(DRAW, cell + 1)) red[cell] = makeValue(1, 1);
    });
    expect(report.wrong).toBeGreaterThan(0);
    expect(report.counterexample).not.toBeNull();
  });

  test("two levels swapped", LONG, async () => {
    const swap = (value: Value) =>
      isOrder(value, 3) ? moveOrder(value, 4) : isOrder(value, 4) ? moveOrder(value, 3) : value;
    const report = await altered("KNKCA", (draft) => mapValues(draft, swap));
    // The positions stored for order 3 are none of its pattern, and the pattern's are not stored for it.
    expect(problemsOf(report, "level").map(({ order }) => order)).toEqual([3, 3]);
    expect(report.wrong).toBeGreaterThan(0);
  });
});

describe("wrong seeds of the form chessdb are found", () => {
  const entrance = makeValue(1, 2);
  const alteredChessdb = async (from: Value, to: Value) => {
    const other = await buildTablesUnder({ metric: "dtc", rules: "asian", orders: "chessdb" }, "KRKN");
    await alterAsianTable(other, "KRKN", ({ black }) => (black[black.indexOf(from)] = to), "chessdb");
    return problemsOf(await verifyAsian(other, "KRKN", { orders: "chessdb" }), "level");
  };

  test("a mere entrance to the pattern stored as a seed", LONG, async () => {
    expect(await alteredChessdb(entrance, SEED)).toMatchObject([
      { order: 1, positions: 1, message: expect.stringContaining("do not belong to the pattern of perpetual checks") },
    ]);
  });

  test("a seed stored as a mere entrance", LONG, async () => {
    expect(await alteredChessdb(SEED, entrance)).toMatchObject([
      { order: 1, positions: 1, message: expect.stringContaining("of the pattern of perpetual checks are not") },
    ]);
  });
});

describe("a wrong word about the levels in the header is found", () => {
  const withKind = (kind: OrderKind) => (draft: AsianDraft) => {
    const [zero, one] = draft.info.orders;
    draft.info = { ...draft.info, orders: [zero!, { ...one!, kind }] };
  };

  test("a level of checks called one of chases", async () => {
    const report = await altered("KRKN", withKind("chase"));
    expect(report.problems).toMatchObject([{ field: "orders[1].kind", stated: "chase", found: "check" }]);
  });

  test("the certificate", async () => {
    const report = await altered("KRKN", (draft) => {
      draft.info = { ...draft.info, certificate: { innerPatterns: 2, correctedLosses: 7 } };
    });
    expect(report.problems).toMatchObject([
      { field: "certificate.innerPatterns", stated: 2, found: false },
      { field: "certificate.correctedLosses", stated: 7, found: false },
    ]);
  });

  test("the certificate left out", LONG, async () => {
    const report = await altered("KRKN", (draft) => {
      const { certificate: _, ...info } = draft.info;
      draft.info = info;
    });
    expect(report.problems.map(({ message }) => message)).toEqual([
      "certificate.innerPatterns: the table states nothing, but there are none",
      "certificate.correctedLosses: the table states nothing, but there are none",
    ]);
  });

  test("the figures of an order", LONG, async () => {
    const report = await altered("KRKN", (draft) => {
      const [zero, one] = draft.info.orders;
      draft.info = { ...draft.info, orders: [zero!, { ...one!, black: { ...one!.black, losses: 2_571 } }] };
    });
    expect(report.problems).toMatchObject([{ field: "orders[1].black.losses", stated: 2_571, found: 2_570 }]);
  });
});
