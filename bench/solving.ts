/** Solving and building whole closures: time, memory and size beside the limits of issue 2. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Built } from "./build-once.ts";
import { inChild } from "./child.ts";
import { measured, short, spread, type Section } from "./report.ts";
import type { Solved } from "./solve-once.ts";

export interface Closure {
  readonly name: string;
  readonly runs: number;
  /** Limits in seconds: CPU of solving on one thread; wall of everything on two. */
  readonly solve: number;
  readonly build: number;
}

export const CLOSURES: readonly Closure[] = [
  { name: "KRKAABB", runs: 7, solve: 0.06, build: 1 },
  { name: "KNPKAABB", runs: 3, solve: 2.5, build: 40 },
];
export const LARGE: Closure = { name: "KCPBKAABB", runs: 1, solve: 11, build: 180 };

/** Two threads must halve the wall time within 15 %. */
const LEAST_SPEED_UP = 2 / 1.15;
const MOST_BYTES_PER_PAIR = 3;
/** Bits for each legal position of xiangqitb's published files, both sides together. */
const PUBLISHED_BITS: Readonly<Record<string, number>> = { KRKAABB: 0.79, KNPKAABB: 0.35, KCPKAA: 0.87 };

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

/** Builds every closure into `<root>/<name>`; the last run's tables stay there. */
export async function benchBuilding(
  closures: readonly Closure[],
  root: string,
  log: (line: string) => void,
): Promise<Section[]> {
  const timeRows: string[][] = [];
  const bits = new Map<string, string[]>();
  for (const { name, runs, build } of closures) {
    const builds = await buildRuns(name, runs, root, log);
    const wall = measured(builds.map((run) => run.processSeconds));
    const cpu = measured(builds.map((run) => run.cpu));
    const peak = measured(builds.map((run) => run.peakBytes / 2 ** 20));
    const tables = builds[0]!.tables;
    const table = tables.at(-1)!;
    const files = tables.reduce((sum, { fileBytes }) => sum + fileBytes, 0);
    timeRows.push([
      name,
      short(wall.median),
      short(build),
      spread(wall),
      short(cpu.median),
      (files / 2 ** 20).toFixed(1),
      ((table.memoryBytes - table.subMemoryBytes) / table.cells).toFixed(2),
      String(MOST_BYTES_PER_PAIR),
      (table.subMemoryBytes / 2 ** 20).toFixed(0),
      peak.median.toFixed(0),
    ]);
    bits.set(name, bitsRow(builds[0]!));
  }
  for (const name of Object.keys(PUBLISHED_BITS)) {
    if (!bits.has(name)) bits.set(name, bitsRow((await buildRuns(name, 1, root, log))[0]!));
  }
  return [
    {
      title: "Building",
      about:
        "The same closures from an empty folder to files, with compression and checksums, on two threads: wall seconds " +
        "of the whole process. Memory is that of the largest endgame: bytes for each cell pair (one cell for either " +
        "side to move), sub-endgames beside it, and the resident peak of the whole process.",
      columns: [
        "closure",
        "wall s",
        "limit",
        "min..max",
        "CPU s",
        "files, MiB",
        "bytes a pair",
        "limit",
        "sub-endgames, MiB",
        "peak RSS, MiB",
      ],
      rows: timeRows,
    },
    {
      title: "Size",
      about:
        "Bits of the whole file for each legal position of the whole board, both sides together, beside xiangqitb's " +
        "published files of the same endgames (distance to conversion).",
      columns: ["endgame", "bits", "xiangqitb", "file, KiB"],
      rows: [...bits.values()],
    },
  ];
}

function bitsRow({ tables }: Built): string[] {
  const { endgame, bitsPerPosition, fileBytes } = tables.at(-1)!;
  return [
    endgame,
    bitsPerPosition.toFixed(3),
    PUBLISHED_BITS[endgame]?.toFixed(2) ?? "",
    (fileBytes / 1024).toFixed(0),
  ];
}

async function buildRuns(name: string, runs: number, root: string, log: (line: string) => void) {
  const folder = join(root, name);
  const builds: (Built & { processSeconds: number })[] = [];
  for (let run = 0; run < runs; run++) {
    rmSync(folder, { recursive: true, force: true });
    builds.push(await buildTables(name, folder, log));
  }
  return builds;
}

/** Builds a closure into a folder, on two threads. */
export function buildTables(name: string, folder: string, log: (line: string) => void) {
  log(`building ${name}`);
  return inChild<Built>("build-once.ts", [name, "2", folder]);
}
