/** Endgames with attacking men on both sides under the Asian rules, with all levels, beside the limits of the project. */
import { measured, short, spread, type Section } from "./report.ts";
import type { Solved } from "./solve-once.ts";
import { solveRuns } from "./solving.ts";

/** `solve`: the limit for the CPU seconds of the whole closure on one thread. */
export const ASIAN = [
  { name: "KRKN", runs: 5, solve: 0.1 },
  { name: "KRKNAA", runs: 3, solve: 1.5 },
  { name: "KRCKR", runs: 1, solve: 10 },
  { name: "KRNKR", runs: 1, solve: 12 },
] as const;

export async function benchAsian(log: (line: string) => void): Promise<Section> {
  const rows: string[][] = [];
  for (const { name, runs, solve } of ASIAN) {
    const { one, two } = await solveRuns(name, runs, log);
    const cpu = measured(one.map(({ allCpu }) => allCpu));
    const threads = measured(one.map((run) => run.cpu));
    const wholes = (solved: Solved[]) => measured(solved.map(({ wall, load }) => wall + load)).median;
    const [wall, halved] = [wholes(one), wholes(two)];
    const { tables, cells, orders, memoryBytes } = one[0]!;
    rows.push([
      name,
      String(tables),
      (cells / 1e6).toFixed(1),
      String(orders),
      short(cpu.median),
      short(solve),
      spread(cpu),
      short(threads.median),
      short(wall),
      short(halved),
      `${(wall / halved).toFixed(2)} x`,
      (memoryBytes / 2 ** 20).toFixed(0),
    ]);
  }
  return {
    title: "Solving with levels of perpetuals",
    about:
      "Whole closures under the Asian rules, distance to conversion, orders as Fang numbers them, in memory. CPU seconds " +
      "of everything but the start of the process; `threads`: what of it the team's threads do. Wall seconds of all of it.",
    columns: [
      "closure",
      "tables",
      "M cell pairs",
      "orders",
      "CPU s",
      "limit",
      "min..max",
      "threads CPU s",
      "wall s, 1 thread",
      "wall s, 2 threads",
      "speed-up",
      "kernel memory, MiB",
    ],
    rows,
  };
}
