import { beforeAll, describe, expect, test } from "vitest";
import { LONG } from "../long.ts";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { endgameIndex } from "../../src/endgame/index.ts";
import { formatReport } from "../../src/verify/report/format-report.ts";
import type { VerifyProgress } from "../../src/verify/report.ts";
import { parseFen } from "../../src/xiangqi/fen.ts";
import { mirrorPosition } from "../../src/xiangqi/position.ts";
import { alterTable, buildTables, copyTables, verifyIn } from "./tables.ts";

/** Positions of the whole board with Red and Black to move. */
const POSITIONS: [name: string, red: number, black: number][] = [
  ["KK", 54, 54],
  ["KAK", 255, 255],
  ["KRK", 3_834, 4_914],
  ["KPK", 2_826, 3_015],
  ["KRKA", 18_507, 22_806],
  ["KPKA", 13_092, 13_899],
  ["KPPK", 72_090, 82_089],
  ["KRRK", 134_190, 220_383],
  ["KNKP", 252_459, 253_674],
];

describe.each(["dtc", "dtm"] as const)("true tables, %s", (metric) => {
  let folder: string;
  beforeAll(async () => {
    folder = await buildTables(metric, ...POSITIONS.map(([name]) => name));
  });

  test.each(POSITIONS)("%s is proven", async (name, red, black) => {
    const report = await verifyIn(folder, name, { metric });
    expect(report).toMatchObject({ endgame: name, metric, proven: true, problems: [], wrong: 0, counterexample: null });
    expect(report.positions).toEqual({ red, black });
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  });
});

describe("a proof", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await buildTables("dtc", "KRRK", "KPPK");
  });

  test("does not look at the cells that no reader looks up", LONG, async () => {
    const copy = await copyTables(folder);
    const index = endgameIndex(parseEndgame("KPPK"));
    const spoilt: number[] = [];
    for (let cell = 0; cell < index.cells; cell++) {
      const board = index.boardAt(cell);
      const readable =
        board &&
        (index.indexOf(board) === cell || index.indexOf(mirrorPosition({ board, turn: "red" }).board) === cell);
      if (!readable) spoilt.push(cell);
    }
    expect(spoilt.length).toBeGreaterThan(index.cells / 3);
    await alterTable(copy, "KPPK", (draft) => {
      for (const cell of spoilt) draft.red[cell] = draft.black[cell] = cell % 200;
    });
    expect((await verifyIn(copy, "KPPK")).problems).toEqual([]);
  });

  test("finds a wrong value where two equal men are equally far from the middle", LONG, async () => {
    const index = endgameIndex(parseEndgame("KRRK"));
    // Chariots on a3 and i3, seen from both sides: each of the two cells is looked up.
    const boards = ["4k4/9/9/9/9/9/R7R/9/9/3K5 b", "4k4/9/9/9/9/9/R7R/9/9/5K3 b"];
    const cells = boards.map((fen) => index.indexOf(parseFen(fen).board));
    expect(new Set(cells).size).toBe(2);
    for (const cell of cells) {
      const copy = await copyTables(folder);
      await alterTable(copy, "KRRK", (draft) => {
        draft.black[cell]! += 2;
      });
      expect((await verifyIn(copy, "KRRK")).wrong).toBeGreaterThan(0);
    }
  });

  test("reads tables with two bytes a code", async () => {
    const copy = await copyTables(folder);
    await alterTable(copy, "KPK", () => {}, { values: 300 });
    const { proven, memoryBytes } = await verifyIn(copy, "KPK");
    expect(proven).toBe(true);
    expect(memoryBytes).toBeGreaterThanOrEqual(2 * 4_860);
    await alterTable(copy, "KPK", (draft) => draft.black.fill(0), { values: 300 });
    expect((await verifyIn(copy, "KPK")).wrong).toBeGreaterThan(1_000);
  });

  test.each(["KPK", "KPPK"])("reports its progress up to the end: %s", async (name) => {
    const progress: VerifyProgress[] = [];
    await verifyIn(folder, name, { threads: 2, onProgress: (step) => progress.push(step) });
    expect([...new Set(progress.map(({ phase }) => phase))]).toEqual(["checksums", "load", "values", "sums"]);
    const values = progress.findLast(({ phase }) => phase === "values")!;
    expect(values).toMatchObject({ endgame: name, done: 1, secondsLeft: 0 });
    expect(values.cellsPerSecond).toBeGreaterThan(0);
    expect(progress.at(-1)).toMatchObject({ endgame: name, phase: "sums", done: 1 });
  });

  test.each(["KPK", "KPPK"])("can be aborted: %s", async (name) => {
    const abort = new AbortController();
    const proof = verifyIn(folder, name, {
      threads: 2,
      signal: abort.signal,
      onProgress: ({ phase }) => phase === "values" && abort.abort(new Error("enough")),
    });
    await expect(proof).rejects.toThrow("enough");
  });

  test("reads well", async () => {
    const report = await verifyIn(folder, "KRRK");
    expect(
      formatReport({ ...report, file: "KRRK.canju", sha256: "ab", sum: "cd", seconds: 1, positionsPerSecond: 5e5 }),
    ).toBe(
      [
        "KRRK (dtc, rules none): proven",
        "  file     KRRK.canju",
        "  SHA-256  ab (stated in its header)",
        "  values   cd (content sum)",
        "  checked  186,639 positions, for 134,190 with Red and 220,383 with Black to move on the whole board",
        "  took     1.0 s, 500,000 positions a second on 1 thread, 386 kB of memory for tables",
        "  counted  won by one move only: 0 with Red and 0 with Black to move",
        "           mutual zugzwangs: 0 in which whoever moves is lost, 0 in which only Red is, 0 in which only Black is",
        "  given    KRK",
      ].join("\n"),
    );
  });
});
