/** Builds a closure into a folder: `node bench/build-once.ts KRKAABB <threads> <folder>`. */
import { parseEndgame } from "../src/endgame/endgame.ts";
import { buildClosure, type BuiltTable } from "../src/solve/node/build.ts";

export interface Built {
  readonly tables: readonly BuiltTable[];
  /** Of the whole process, in seconds. */
  readonly cpu: number;
  readonly peakBytes: number;
}

const [, , name, threads, folder] = process.argv;
const { built } = await buildClosure([parseEndgame(name!)], {
  folder: folder!,
  metric: "dtc",
  rules: "asian",
  threads: Number(threads),
});
const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
process.send!({
  tables: built,
  cpu: (userCPUTime + systemCPUTime) / 1e6,
  peakBytes: maxRSS * 1024,
} satisfies Built);
process.disconnect();
