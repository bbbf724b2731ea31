import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, test } from "vitest";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { buildClosure, type BuildEvent } from "../../src/solve/node/build.ts";
import { dataFolderOfTest } from "../doors/cli/program.ts";
import { checkSlices } from "../../src/solve/slices/sliced-kernel.ts";
import { LONG } from "../long.ts";
import { compareSlices } from "./slices.ts";

test.each([
  ["KPKP", "none", 1],
  ["KPKP", "asian", 2],
  ["KNKP", "asian", 1],
  ["KPPK", "none", 2],
] as const)(
  "%s solved slice by slice is what it is solved whole: rules %s, threads %i",
  async (name, rules, threads) => {
    await compareSlices(name, rules, threads);
  },
);

test.each([
  ["KPPKP", "asian", 2],
  ["KPKPA", "none", 1],
  ["KNPKP", "none", 2],
] as const)(
  "%s solved slice by slice is what it is solved whole, at length: rules %s",
  LONG,
  async (name, rules, threads) => {
    await compareSlices(name, rules, threads);
  },
);

it("refuses what cannot be numbered slice by slice", () => {
  const refused = (what: Parameters<typeof checkSlices>[0]) =>
    expect(() => checkSlices(what)).toThrow(/^slices cannot/);
  refused({ metric: "dtm", rules: "none" });
  refused({ metric: "dtc", rules: "chinese" });
  refused({ metric: "dtc", rules: "asian", orders: "chessdb" });
});

it("goes on after the last slice that was put aside, and makes the same file as a build of the whole", async () => {
  const [whole, sliced] = [dataFolderOfTest(), dataFolderOfTest()];
  const endgames = [parseEndgame("KPKP")];
  const options = { rules: "asian", metric: "dtc", threads: 1 } as const;
  await buildClosure(endgames, { ...options, folder: whole });
  const events: BuildEvent[] = [];
  const build = (signal?: AbortSignal, onEvent?: (event: BuildEvent) => void) =>
    buildClosure(endgames, {
      ...options,
      folder: sliced,
      slices: true,
      saveTimes: { worthSeconds: 0, everyMilliseconds: 0 },
      signal,
      onEvent: (event) => {
        events.push(event);
        onEvent?.(event);
      },
    });
  const solved = () =>
    events.flatMap((event) =>
      event.kind === "solving" && event.progress.phase === "slices" ? [event.progress.ply] : [],
    );
  const giveUp = new AbortController();
  const interrupted = build(giveUp.signal, (event) => {
    if (event.kind === "solving" && event.endgame === "KPKP" && event.progress.ply === 3)
      giveUp.abort(new Error("enough"));
  });
  await expect(interrupted).rejects.toThrow("enough");
  expect(solved()).toEqual([0, 1, 2, 3]);
  await build();
  expect(events.map(({ kind }) => kind)).toContain("resumed");
  expect(solved()).toEqual([0, 1, 2, 3, 4, 5, 6]);
  const file = (folder: string) => readFileSync(join(folder, "asian/dtc/KPKP.canju"));
  expect(file(sliced).equals(file(whole))).toBe(true);
});
