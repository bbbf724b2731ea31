/** Building closures into a folder by the program, and how large their files are, beside limits and a peer's files. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { BuildReport } from "../src/solve/node/build.ts";
import { buildByProgram, type Usage } from "./program.ts";
import { measured, short, spread, type Section } from "./report.ts";
import type { Closure } from "./solving.ts";

const THREADS = 2;

/** Builds every closure into `<root>/<name>`; the last run's tables stay there. */
export async function benchBuilding(
  closures: readonly Closure[],
  root: string,
  log: (line: string) => void,
): Promise<Section> {
  const rows: string[][] = [];
  for (const { name, runs, build } of closures) {
    const folder = join(root, name);
    const builds: (Usage & BuildReport)[] = [];
    for (let run = 0; run < runs; run++) {
      log(`building ${name}, run ${run + 1} of ${runs}`);
      rmSync(folder, { recursive: true, force: true });
      builds.push(await buildByProgram(name, THREADS, folder));
    }
    const wall = measured(builds.map(({ wallSeconds }) => wallSeconds));
    const cpu = measured(builds.map(({ cpuSeconds }) => cpuSeconds));
    const peak = measured(builds.map(({ peakBytes }) => peakBytes / 2 ** 20));
    const { built } = builds[0]!;
    const files = built.reduce((sum, { fileBytes }) => sum + fileBytes, 0);
    const cells = built.reduce((sum, table) => sum + table.cells, 0);
    rows.push([
      name,
      String(built.length),
      (cells / 1e6).toFixed(1),
      short(wall.median),
      short(build),
      spread(wall),
      short(cpu.median),
      (files / 2 ** 20).toFixed(1),
      peak.median.toFixed(0),
    ]);
  }
  return {
    title: "Building",
    about: `The whole program, from an empty folder to files, on ${THREADS} threads. Memory is the resident peak of the process.`,
    columns: ["closure", "tables", "M cell pairs", "wall s", "limit", "min..max", "CPU s", "files, MiB", "peak, MiB"],
    rows,
  };
}

/** Most bits for each legal position, both sides together: as built by default, and with `--publish`; the peer's. */
interface Size {
  readonly name: string;
  readonly byDefault: number;
  readonly published: number;
  readonly peer?: number;
}

const SIZES: readonly Size[] = [
  { name: "KRKAABB", byDefault: 0.16, published: 0.13, peer: 0.552 },
  { name: "KRKN", byDefault: 0.34, published: 0.28, peer: 0.852 },
  { name: "KCPKAA", byDefault: 0.14, published: 0.122 },
];
const LARGE_SIZES: readonly Size[] = [
  { name: "KRCKR", byDefault: 0.25, published: 0.2, peer: 0.626 },
  { name: "KNPKAABB", byDefault: 0.065, published: 0.053 },
  { name: "KRNKR", byDefault: 0.46, published: 0.4 },
];

export async function benchSizes(large: boolean, root: string, log: (line: string) => void): Promise<Section> {
  const rows: string[][] = [];
  for (const { name, byDefault, published, peer } of large ? [...SIZES, ...LARGE_SIZES] : SIZES) {
    log(`building ${name} twice, the second time as small as can be`);
    const plain = await tableOf(name, join(root, `size-${name}`), []);
    const small = await tableOf(name, join(root, `small-${name}`), ["--publish"]);
    rows.push([
      name,
      plain.bitsPerPosition.toFixed(3),
      String(byDefault),
      String(plain.fileBytes),
      small.bitsPerPosition.toFixed(3),
      String(published),
      String(small.fileBytes),
      short(small.closureCpuSeconds),
      peer?.toFixed(3) ?? "",
    ]);
  }
  return {
    title: "Size",
    about:
      "Bits of the whole file for each legal position of the whole board, both sides together, rules `asian`, distance " +
      "to conversion: as built by default, and with `--publish`, with the CPU seconds that the closure then takes. Of " +
      "xiangqitb its files of outcomes and of distances to conversion, as it writes them now.",
    columns: ["endgame", "bits", "limit", "bytes", "published", "limit", "bytes", "CPU s", "xiangqitb"],
    rows,
  };
}

async function tableOf(name: string, folder: string, more: readonly string[]) {
  const { built, cpuSeconds } = await buildByProgram(name, THREADS, folder, more);
  rmSync(folder, { recursive: true, force: true });
  return { ...built.at(-1)!, closureCpuSeconds: cpuSeconds };
}
