import { cp } from "node:fs/promises";
import { beforeAll, describe, expect, test } from "vitest";
import type { SideStatistics, TableInfo } from "../../src/table/format/header.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { verifyEndgame } from "../../src/verify/node/verify.ts";
import { alterTable, buildTables, copyTables, verifyIn, type Draft } from "./tables.ts";

let folder: string;
beforeAll(async () => {
  folder = await buildTables("dtc", "KPKA");
});

/** Proves a copy with a changed header or histogram. */
async function altered(change: (draft: Draft) => void) {
  const copy = await copyTables(folder);
  await alterTable(copy, "KPKA", change);
  return verifyIn(copy, "KPKA");
}

function withSide(info: TableInfo, turn: "red" | "black", side: Partial<SideStatistics>): TableInfo {
  return { ...info, [turn]: { ...info[turn], ...side } };
}

describe("a wrong figure in the header is found and named", () => {
  const numbers = ["positions", "wins", "draws", "losses", "checkmated", "stalemated", "longestWin", "longestLoss"];
  test.each(numbers.flatMap((field) => [[`red.${field}`], [`black.${field}`]]))("%s", async (field) => {
    const [turn, member] = field.split(".") as ["red" | "black", keyof SideStatistics];
    const report = await altered((draft) => {
      draft.info = withSide(draft.info, turn, { [member]: (draft.info[turn][member] as number) + 1 });
    });
    expect(report.proven).toBe(false);
    expect(report.problems).toMatchObject([{ kind: "header", field }]);
    expect(report.counterexample).toBeNull();
  });

  test.each<[string, string | null, RegExp]>([
    ["of another endgame", "4k4/9/9/9/9/9/9/9/4P4/4K4 w", /never stand|another endgame/],
    ["with other men", "3k5/9/9/9/9/9/9/R8/9/4K4 w", /another endgame/],
    ["not as long", "4k4/4a4/9/9/9/P8/9/9/9/3K5 w", /no win in 11/],
    ["malformed", "nonsense", /malformed/],
    ["left out", null, /there is none/],
  ])("longestWinFen %s", async (_, fen, why) => {
    const report = await altered((draft) => {
      draft.info = withSide(draft.info, "red", { longestWinFen: fen });
    });
    expect(report.problems).toMatchObject([{ kind: "header", field: "red.longestWinFen" }]);
    expect(report.problems[0]!.message).toMatch(why);
  });

  test("longestLossFen with the other side to move, longestWinFen where nothing is won", async () => {
    const report = await altered((draft) => {
      const fen = draft.info.red.longestWinFen;
      draft.info = withSide(draft.info, "black", { longestLossFen: fen, longestWinFen: fen });
    });
    expect(report.problems.map(({ message }) => message)).toEqual([
      expect.stringContaining("black.longestWinFen: there is no win"),
      expect.stringContaining("black.longestLossFen: red is to move"),
    ]);
  });

  test("the histogram", async () => {
    const report = await altered(({ histogram }) => {
      histogram.black[0]! += 2;
      histogram.red[190] = 1;
    });
    expect(report.problems).toMatchObject([
      { kind: "header", field: "histogram.red[190]", stated: 1, found: 0 },
      { kind: "header", field: "histogram.black[0]" },
    ]);
  });

  test("the orders", async () => {
    const report = await altered((draft) => {
      const [order] = draft.info.orders;
      const wrong = { ...order!, kind: "check" as const, red: { ...order!.red, wins: 7 } };
      draft.info = { ...draft.info, orders: [wrong, { ...order!, order: 1 }] };
    });
    expect(report.problems.map((problem) => problem.kind === "header" && problem.field)).toEqual([
      "orders.length",
      "orders[0].kind",
      "orders[0].red.wins",
    ]);
  });

  test("a form of orders under rules that have none, which no reader opens", async () => {
    const report = await altered((draft) => {
      draft.info = { ...draft.info, orderForm: "fang" };
    });
    expect(report).toMatchObject({ proven: false, problems: [{ kind: "damage" }] });
    expect(report.problems[0]!.message).toContain("its orderForm does not fit its rules");
  });
});

test("a numbering for other men is refused", async () => {
  const report = await altered((draft) => {
    const { index } = draft.info;
    draft.info = { ...draft.info, index: { ...index, parameters: { inner: "R", outer: "" } } };
  });
  expect(report).toMatchObject({ proven: false, problems: [{ kind: "header", field: "index" }] });
});

test("a table is not proven as one of other rules", async () => {
  const copy = await copyTables(folder);
  await alterTable(copy, "KPKA", (draft) => {
    draft.info = { ...draft.info, rules: "asian", orderForm: "fang" };
  });
  expect((await verifyIn(copy, "KPKA")).problems[0]).toMatchObject({ kind: "damage" });
  // Where it belongs now, its inputs do not.
  await cp(`${copy}/none`, `${copy}/asian`, { recursive: true });
  const provider = new FolderCatalog(copy, { rules: "asian" });
  const report = await verifyEndgame("KPKA", { provider });
  await provider.close();
  expect(report.proven).toBe(false);
  expect(report.problems.map(({ kind }) => kind)).toEqual(report.problems.map(() => "input"));
});
