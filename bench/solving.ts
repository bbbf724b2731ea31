/** Solving whole closures in memory: time beside the limits that the project has set itself. */
import { inChild } from "./child.ts";
import { measured, short, spread, type Section } from "./report.ts";
import type { Solved } from "./solve-once.ts";

export interface Closure {
  readonly name: string;
  readonly runs: number;
  /** Limits in seconds: CPU of solving on one thread; wall of building, the whole process, on two. */
  readonly solve: number;
  readonly build: number;
}

export const CLOSURES: readonly Closure[] = [
  { name: "KRKAABB", runs: 7, solve: 0.06, build: 0.6 },
  { name: "KNPKAABB", runs: 3, solve: 2.5, build: 2.5 },
];
export const LARGE: Closure = { name: "KCPBKAABB", runs: 1, solve: 11, build: 9 };

/** Two threads must halve the wall time within 15 %. */
const LEAST_SPEED_UP = 2 / 1.15;

/** Solves a closure on one thread and on two, in turn. */
export async function solveRuns(name: string, runs: number, log: (line: string) => void) {
  const one: Solved[] = [];
  const two: Solved[] = [];
  for (let run = 0; run < runs; run++) {
    log(`solving ${name}, run ${run + 1} of ${runs}`);
    one.push(await inChild<Solved>("solve-once.ts", [name, "1"]));
    two.push(await inChild<Solved>("solve-once.ts", [name, "2"]));
  }
  return { one, two };
}

export async function benchSolving(closures: readonly Closure[], log: (line: string) => void): Promise<Section> {
  const rows: string[][] = [];
  for (const { name, runs, solve } of closures) {
    const { one, two } = await solveRuns(name, runs, log);
    const cpu = measured(one.map((run) => run.cpu));
    const wall = measured(one.map((run) => run.wall));
    const halved = measured(two.map((run) => run.wall));
    const load = measured(one.map((run) => run.load));
    rows.push([
      name,
      String(one[0]!.tables),
      (one[0]!.cells / 1e6).toFixed(1),
      short(cpu.median),
      short(solve),
      spread(cpu),
      short(wall.median),
      short(halved.median),
      `${(wall.median / halved.median).toFixed(2)} x`,
      `${LEAST_SPEED_UP.toFixed(2)} x`,
      short(load.median),
    ]);
  }
  return {
    title: "Solving",
    about:
      "Whole closures, distance to conversion, in memory. CPU seconds are those of one thread; `load` is what the host " +
      "does between two endgames to lay out the sub-endgames of the next, and is not in them.",
    columns: [
      "closure",
      "tables",
      "M cell pairs",
      "CPU s",
      "limit",
      "min..max",
      "wall s, 1 thread",
      "wall s, 2 threads",
      "speed-up",
      "at least",
      "load s",
    ],
    rows,
  };
}
