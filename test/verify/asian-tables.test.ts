import { cp } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { LONG } from "../long.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { formatReport } from "../../src/verify/report/format-report.ts";
import type { VerifyProgress } from "../../src/verify/report.ts";
import { InputError } from "../../src/base/errors.ts";
import { IDEAS } from "../play/adversaries.ts";
import { playSampled } from "../play/sampled-games.ts";
import { alterAsianTable, problemsOf, verifyAsian } from "./asian-tables.ts";
import { buildTablesUnder, copyTables } from "./tables.ts";

let folder: string;
beforeAll(async () => {
  folder = await buildTablesUnder({ metric: "dtc", rules: "asian" }, "KRKN", "KNKCA", "KRAAKC", "KRKA", "KPPK");
}, 120_000);

describe("true tables under the Asian rules", () => {
  test("KRKN is proven, with its level of checks", async () => {
    const report = await verifyAsian(folder, "KRKN");
    expect(report).toMatchObject({ rules: "asian", proven: true, problems: [], wrong: 0, counterexample: null });
    expect(report.positions).toEqual({ red: 348_021, black: 411_966 });
    expect(report.perpetuals).toEqual({
      levels: [{ order: 1, kind: "check", corrected: false, seeds: { red: 0, black: 1_285 } }],
      suspects: expect.any(Number),
      innerPatterns: false,
      correctedLosses: 0,
    });
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  });

  test("KNKCA is proven, with levels of checks that build on one another", async () => {
    const report = await verifyAsian(folder, "KNKCA", { threads: 2 });
    expect(report).toMatchObject({ proven: true, problems: [] });
    expect(report.perpetuals!.levels.map(({ kind }) => kind)).toEqual(["check", "check", "check", "check"]);
  });

  test("KRAAKC is proven, with its level of chases", async () => {
    const report = await verifyAsian(folder, "KRAAKC", { threads: 2 });
    expect(report).toMatchObject({ proven: true, problems: [] });
    expect(report.perpetuals!.levels).toEqual([
      { order: 1, kind: "chase", corrected: false, seeds: { red: 0, black: 162 } },
    ]);
  });

  test.each(["KRKA", "KPPK", "KK"])("%s is proven to have no levels", async (name) => {
    const report = await verifyAsian(folder, name);
    expect(report).toMatchObject({ proven: true, problems: [], perpetuals: { levels: [] } });
  });

  test("the report reads well", async () => {
    const report = await verifyAsian(folder, "KRKN");
    const figures = { file: "KRKN.canju", sha256: "ab", sum: "cd", seconds: 1, positionsPerSecond: 5e5 };
    expect(formatReport({ ...report, ...figures, perpetuals: { ...report.perpetuals!, suspects: 1_420 } })).toBe(
      [
        "KRKN (dtc, rules asian): proven",
        "  file     KRKN.canju",
        "  SHA-256  ab (stated in its header)",
        "  values   cd (content sum)",
        "  checked  397,191 positions, for 348,021 with Red and 411,966 with Black to move on the whole board",
        "  took     1.0 s, 500,000 positions a second on 1 thread, 244 kB of memory for tables",
        "  counted  won by one move only: 4,188 with Red and 36,606 with Black to move",
        "           mutual zugzwangs: 0 in which whoever moves is lost, 0 in which only Red is, 0 in which only Black is",
        "  levels   1 above order 0; of 1,420 suspects no other loses by a perpetual",
        "           order 1: check, seeds of Red 0, of Black 1,285, all found again",
        "  exact    no inner pattern is left: the published algorithm finds everything here",
        "  given    KNK KRK",
      ].join("\n"),
    );
  });

  test("the levels are reported as a phase, to the end", async () => {
    const progress: VerifyProgress[] = [];
    await verifyAsian(folder, "KRKN", { onProgress: (step) => progress.push(step) });
    expect([...new Set(progress.map(({ phase }) => phase))]).toEqual(["checksums", "load", "values", "sums", "levels"]);
    expect(progress.at(-1)).toMatchObject({ phase: "levels", done: 1 });
  });

  test("the proof of levels can be aborted", async () => {
    const abort = new AbortController();
    const onProgress = ({ phase }: VerifyProgress) => phase === "levels" && abort.abort(new Error("enough"));
    await expect(verifyAsian(folder, "KRKN", { signal: abort.signal, onProgress })).rejects.toThrow("enough");
  });
});

test(
  "games from sampled positions of a proven table end as its values say, whatever the opponent tries",
  LONG,
  async () => {
    const provider = new FolderCatalog(folder, { rules: "asian" });
    const { failures, orders, games } = await playSampled(provider, "KNKCA", 4, 60);
    await provider.close();
    expect(failures).toEqual([]);
    expect(orders).toEqual([1, 2, 3, 4]);
    expect(games).toBe(5 * 4 * IDEAS.length);
  },
);

describe("true tables in other forms", () => {
  test("distances to mate, at all orders and across captures into higher ones", LONG, async () => {
    const mate = await buildTablesUnder({ metric: "dtm", rules: "asian" }, "KRKA", "KRKNA", "KNKCA");
    for (const name of ["KRKA", "KRKN", "KRKNA", "KNKCA"]) {
      expect(await verifyAsian(mate, name, { metric: "dtm" }), name).toMatchObject({ proven: true, problems: [] });
    }
  });

  test("orders of the form chessdb, with fewer seeds", LONG, async () => {
    const other = await buildTablesUnder({ metric: "dtc", rules: "asian", orders: "chessdb" }, "KRKN", "KNKCA");
    const seeds = async (name: string) => {
      const report = await verifyAsian(other, name, { orders: "chessdb" });
      expect(report, name).toMatchObject({ proven: true, problems: [] });
      return report.perpetuals!.levels.map((level) => `${level.kind} ${level.seeds.red} ${level.seeds.black}`);
    };
    expect(await seeds("KRKN")).toEqual(["check 0 315"]);
    expect(await seeds("KNKCA")).toEqual(["check 159 0", "check 336 0", "check 127 0", "check 20 0"]);
  });
});

describe("what cannot be proven is refused", () => {
  test("rule switches that it does not know", async () => {
    const copy = await copyTables(folder);
    await alterAsianTable(copy, "KRKA", (draft) => {
      draft.info = { ...draft.info, switches: { ...draft.info.switches, soldiersChase: true } };
    });
    const proof = verifyAsian(copy, "KRKA");
    await expect(proof).rejects.toThrow(InputError);
    await expect(proof).rejects.toThrow(/rule switch soldiersChase=true/);
  });
});

test("inputs built under other rules are found", async () => {
  const copy = await copyTables(folder);
  const options = {
    checksMayChase: true,
    newnessPerAttacker: false,
    suspendedIsNew: false,
    minorsChaseProtected: false,
  };
  const other = await buildTablesUnder({ metric: "dtc", rules: "asian", options }, "KRK");
  await cp(join(other, "asian/dtc/KRK.canju"), join(copy, "asian/dtc/KRK.canju"));
  const [problem] = problemsOf(await verifyAsian(copy, "KRKN"), "input");
  expect(problem!.message).toMatch(/KRK\.canju was built under other rules: checksMayChase = true instead of false/);
});
