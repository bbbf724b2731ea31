import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OrderKind } from "../../src/table/format/header.ts";
import type { ProbeResult } from "../../src/query/probe.ts";
import type { Statistics } from "../../src/query/statistics.ts";
import { newDataFolder, run, runJson } from "../doors/cli/program.ts";
import { readLines } from "../solve/truth.ts";

interface Decided {
  readonly wins: number;
  readonly losses: number;
  readonly longestWin: number;
  readonly longestLoss: number;
}

interface Row {
  readonly endgame: string;
  readonly form: "fang" | "chessdb";
  readonly red: object;
  readonly black: object;
  readonly orders: readonly {
    readonly order: number;
    readonly kind: OrderKind;
    readonly red: Decided;
    readonly black: Decided;
  }[];
}

interface PositionRow {
  readonly endgame: string;
  readonly form: Row["form"];
  readonly fen: string;
  readonly outcome: string;
  readonly order?: number;
  readonly distance?: number;
}

// Some rows have 0 where nobody wins, though their README promises -1, which is what `canju stats` says.
function normalise({ wins, losses, longestWin, longestLoss }: Decided): Decided {
  return { wins, losses, longestWin: wins === 0 ? -1 : longestWin, longestLoss: losses === 0 ? -1 : longestLoss };
}

const rows = readLines<Row>("asian-tables.jsonl");
const positions = readLines<PositionRow>("asian-positions.jsonl");

describe.skipIf(rows.length === 0).each(["fang", "chessdb"] as const)("orders in the form %s", (form) => {
  const data = newDataFolder();
  const tables = rows.filter((row) => row.form === form);

  beforeAll(async () => {
    const names = tables.map(({ endgame }) => endgame);
    const { code, stderr } = await run(["build", ...names, "--orders", form], { data });
    if (code !== 0) throw new Error(stderr);
  });
  afterAll(() => rmSync(data, { recursive: true, force: true }));

  test.each(tables)("$endgame has the figures of others", async ({ endgame, red, black, orders }) => {
    const stats = await runJson<Statistics>(["stats", endgame, "--orders", form], { data });
    expect(stats).toMatchObject({ endgame, rules: "asian", red, black });
    const expected = orders.map((each) => ({ ...each, red: normalise(each.red), black: normalise(each.black) }));
    expect(stats.orders).toEqual(expected);
  });

  test("every sampled position has the value of others", async () => {
    const asked = positions.filter((row) => row.form === form);
    const input = asked.map(({ fen }) => fen).join("\n");
    const { stdout } = await run(["probe", "--batch", "--orders", form], { data, input });
    const answers = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as ProbeResult);
    const found = answers.map(({ fen, category, order, distance }) => ({ fen, outcome: category, order, distance }));
    expect(found).toEqual(
      asked.map(({ fen, outcome, order = null, distance = null }) => ({ fen, outcome, order, distance })),
    );
  });
});
