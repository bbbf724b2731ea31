import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SideStatistics } from "../../src/table/format/header.ts";
import type { ProbeResult } from "../../src/query/probe.ts";
import type { Statistics } from "../../src/query/statistics.ts";
import { newDataFolder, run, runJson } from "../doors/cli/program.ts";
import { readLines } from "../solve/truth.ts";

type Count = "positions" | "wins" | "draws" | "losses" | "checkmated" | "stalemated";
type Longest = `longest${"Win" | "Loss"}${"Dtc" | "Dtm"}`;
type Side = Readonly<Record<Count, number> & Partial<Record<Longest, number>>>;

interface Row {
  readonly endgame: string;
  readonly red: Side;
  readonly black: Side;
}

interface PositionRow {
  readonly fen: string;
  readonly outcome: string;
  readonly dtc: number | null;
  readonly dtm: number | null;
}

/** A side as `canju stats` tells it: longest distances are -1 where there is no such position. */
function expectedSide(side: Side, metric: "dtc" | "dtm"): Partial<SideStatistics> {
  const { positions, wins, draws, losses, checkmated, stalemated } = side;
  const suffix = metric === "dtc" ? "Dtc" : "Dtm";
  const longestWin = wins === 0 ? -1 : side[`longestWin${suffix}`]!;
  const longestLoss = losses === 0 ? -1 : side[`longestLoss${suffix}`]!;
  return { positions, wins, draws, losses, checkmated, stalemated, longestWin, longestLoss };
}

const rows = readLines<Row>("plain-rules.jsonl");
const positions = readLines<PositionRow>("plain-positions.jsonl");

describe.skipIf(rows.length === 0).each(["dtc", "dtm"] as const)("by build, stats and probe, in %s", (metric) => {
  const data = newDataFolder();
  const options = ["--rules", "none", "--metric", metric];

  beforeAll(async () => {
    const { code, stderr } = await run(["build", ...rows.map(({ endgame }) => endgame), ...options], { data });
    if (code !== 0) throw new Error(stderr);
  });
  afterAll(() => rmSync(data, { recursive: true, force: true }));

  test.each(rows)("$endgame has the figures of others", async ({ endgame, red, black }) => {
    const stats = await runJson<Statistics>(["stats", endgame, ...options], { data });
    expect(stats).toMatchObject({ endgame, red: expectedSide(red, metric), black: expectedSide(black, metric) });
  });

  test("every sampled position has the value of others", async () => {
    const input = positions.map(({ fen }) => fen).join("\n");
    const { stdout } = await run(["probe", "--batch", ...options], { data, input });
    const answers = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as ProbeResult);
    const found = answers.map(({ fen, category, distance }) => ({ fen, outcome: category, distance }));
    expect(found).toEqual(positions.map(({ fen, outcome, ...row }) => ({ fen, outcome, distance: row[metric] })));
  });
});
