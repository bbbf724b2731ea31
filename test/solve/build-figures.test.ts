/** The time that is left of a build, as builds have gone. */
import { describe, expect, test } from "vitest";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { BuildFigures, type BuildStep } from "../../src/solve/build/build-figures.ts";
import { secondsToBuild } from "../../src/solve/build/estimate.ts";
import type { SolveProgress } from "../../src/solve/kernel.ts";

type Reported = readonly [seconds: number, phase: SolveProgress["phase"] | "writing", ply: number, done: number];

/** Recorded: what they reported, and when, in seconds of one core from the plan on; the last is the end. */
const BUILDS: Readonly<Record<string, readonly Reported[]>> = {
  KRNKR: [
    [0.5, "captures", 0, 0],
    [0.6, "red wins", 1, 0.8],
    [1.1, "black wins", 1, 0.1],
    [1.2, "perpetuals", 0, 0],
    [1.7, "perpetuals", 2, 0],
    [2.4, "perpetuals", 4, 0],
    [2.8, "perpetuals", 7, 0],
    [4, "perpetuals", 11, 0],
    [4.4, "writing", 0, 0],
    [4.9, "writing", 0, 0.2],
    [5.3, "writing", 0, 0.4],
    [5.7, "writing", 0, 0.6],
    [6.2, "writing", 0, 1],
  ],
  KRCKR: [
    [0.4, "captures", 0, 0.1],
    [0.6, "red wins", 1, 0.8],
    [0.8, "black wins", 1, 0.3],
    [0.9, "perpetuals", 0, 0],
    [1.4, "perpetuals", 4, 0],
    [1.9, "perpetuals", 6, 0],
    [2.4, "perpetuals", 8, 0],
    [2.9, "perpetuals", 10, 0],
    [3.4, "perpetuals", 13, 0],
    [4.6, "perpetuals", 16, 0],
    [5.2, "perpetuals", 19, 0],
    [5.7, "perpetuals", 21, 0],
    [6, "writing", 0, 0],
    [6.5, "writing", 0, 0.2],
    [7, "writing", 0, 0.35],
    [7.4, "writing", 0, 0.5],
    [7.8, "writing", 0, 0.75],
    [8, "writing", 0, 1],
  ],
  KRPKR: [
    [0.5, "captures", 0, 0.1],
    [0.6, "red wins", 0, 0.9],
    [0.7, "black wins", 0, 0.9],
    [0.8, "perpetuals", 0, 0],
    [1.2, "perpetuals", 5, 0],
    [1.7, "perpetuals", 10, 0],
    [2.1, "perpetuals", 19, 0],
    [2.7, "perpetuals", 20, 0],
    [2.8, "writing", 0, 0],
    [3.2, "writing", 0, 0.3],
    [3.6, "writing", 0, 0.75],
    [3.8, "writing", 0, 1],
  ],
  KNPKN: [
    [0.5, "captures", 0, 0],
    [0.6, "red wins", 1, 0.2],
    [1.1, "perpetuals", 0, 0],
    [2, "perpetuals", 6, 0],
    [2.3, "writing", 0, 0],
    [2.7, "writing", 0, 0.2],
    [3.1, "writing", 0, 0.7],
    [3.5, "writing", 0, 1],
  ],
};

/** The time left that a build tells at each report, on a machine that is so many times slower. */
function leftOf(endgame: string, slower: number) {
  let now = 0;
  const figures = new BuildFigures(() => now);
  const seconds = secondsToBuild([parseEndgame(endgame)], "asian", 1);
  figures.onEvent({ kind: "plan", endgames: [endgame], present: [], seconds });
  figures.onEvent({ kind: "start", endgame });
  const reports = BUILDS[endgame]!;
  const total = slower * reports.at(-1)![0];
  return reports.flatMap(([at, phase, ply, done]) => {
    now = 1000 * slower * at;
    const step: BuildStep =
      phase === "writing"
        ? { kind: "writing", endgame, done }
        : { kind: "solving", endgame, progress: { phase, ply, done } };
    figures.onEvent(step);
    const { secondsLeft } = figures.state!;
    return secondsLeft === null ? [] : [{ phase, left: secondsLeft, truth: total - slower * at }];
  });
}

describe.each(Object.keys(BUILDS))("the time that is left of %s", (endgame) => {
  test("goes down from report to report, and is right within a factor of four", () => {
    const told = leftOf(endgame, 1);
    const left = told.map((each) => each.left);
    expect(left).toEqual(left.toSorted((a, b) => b - a));
    for (const { left: seconds, truth } of told.filter((each) => each.truth >= 0.5)) {
      expect(seconds).toBeGreaterThan(truth / 2);
      expect(seconds).toBeLessThan(4 * truth);
    }
  });

  test("is found out on a machine that is ten times slower than any that was expected, and goes down from there", () => {
    const told = leftOf(endgame, 10);
    const uncounted = told.findIndex(({ phase }) => phase === "perpetuals");
    const left = told.slice(uncounted).map((each) => each.left);
    expect(left).toEqual(left.toSorted((a, b) => b - a));
    expect(left[0]).toBeGreaterThan(told[uncounted]!.truth / 2);
    const writing = told.find(({ phase }) => phase === "writing")!;
    expect(writing.left).toBeLessThan(left[0]! / 2);
  });
});

test("a tape that is played again, into other windows, takes nothing back", () => {
  const figures = new BuildFigures();
  figures.onEvent({ kind: "plan", endgames: ["KRKR"], present: [], seconds: [1, 2] });
  figures.onEvent({ kind: "start", endgame: "KRKR" });
  const done = [0.1, 0.25, 0.6, 0.25, 0.7].map((share) => {
    figures.onEvent({ kind: "writing", endgame: "KRKR", done: share });
    return figures.state!.done;
  });
  expect(done).toEqual(done.toSorted((a, b) => a - b));
  expect(done[3]).toBe(done[2]);
});
