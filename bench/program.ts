/** Runs the package's program as a user does, in a process of its own, and counts what the process takes. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { BuildReport } from "../src/solve/node/build.ts";
import type { VerifyReport } from "../src/verify/report.ts";

const PROGRAM = join(import.meta.dirname, "../dist/doors/cli/canju.js");
const COUNTER = join(import.meta.dirname, "count-usage.mjs");
/** Characters at the end of what a program said that failed. */
const MOST_SAID = 2000;

/** What a whole process took. */
export interface Usage {
  readonly wallSeconds: number;
  /** User and system, of all threads. */
  readonly cpuSeconds: number;
  readonly peakBytes: number;
}

/** `canju build` of a closure into a folder. @param more further arguments */
export function buildByProgram(
  name: string,
  threads: number,
  folder: string,
  more: readonly string[] = [],
): Promise<Usage & BuildReport> {
  return run<BuildReport>(["build", name, "--threads", String(threads), ...more], folder);
}

/** `canju verify` of one table of a folder. */
export function proveByProgram(name: string, threads: number, folder: string): Promise<Usage & VerifyReport> {
  return run<VerifyReport>(["verify", name, "--threads", String(threads)], folder);
}

async function run<Report>(words: readonly string[], folder: string): Promise<Usage & Report> {
  mkdirSync(folder, { recursive: true });
  const usage = join(folder, "usage.json");
  const args = [...words, "--data", folder, "--json", "--debug"];
  const started = performance.now();
  const child = spawn(process.execPath, ["--import", COUNTER, PROGRAM, ...args], {
    env: { ...process.env, CANJU_BENCH_USAGE: usage },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let said = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (said = (said + chunk).slice(-MOST_SAID)));
  const [code] = await once(child, "close");
  const wallSeconds = (performance.now() - started) / 1000;
  if (code !== 0) throw new Error(`canju ${args.join(" ")} ended with ${code}: ${said}`);
  const counted = JSON.parse(readFileSync(usage, "utf8")) as Omit<Usage, "wallSeconds">;
  return { wallSeconds, ...counted, ...(JSON.parse(output) as Report) };
}
