/**
 * Times the first sweeps of a packed solver, where a whole run would take too long:
 * `node packages/solvers/bench/first-sweeps.ts '{"spec": ..., "algorithm": ..., "parameters": ..., "threads": 2, "sweeps": 3}'` prints
 * FirstSweeps as JSON. A process for each run, as the solver is left where it is.
 */
import { solvePacked } from "../src/packed/solve.ts";
import type { Algorithm } from "../src/packed/job.ts";
import type { FirstSweeps } from "./report/measured.ts";
import type { Parameters } from "../src/solution.ts";
import type { GameSpec } from "../src/explicit.ts";

interface FirstSweepsOf {
  readonly spec: GameSpec;
  readonly algorithm: Algorithm;
  readonly parameters: Parameters;
  readonly threads: number;
  readonly sweeps: number;
}

const { spec, algorithm, parameters, threads, sweeps } = JSON.parse(process.argv[2]!) as FirstSweepsOf;
const solvedBySweep: number[] = [];
const started = performance.now();
const before = process.cpuUsage().user;
const stop = new Error("enough");
try {
  solvePacked(spec, algorithm, parameters, threads, (sweep, solved) => {
    solvedBySweep.push(solved);
    if (sweep + 1 === sweeps) throw stop;
  });
} catch (error) {
  if (error !== stop) throw error;
}
const seconds = (performance.now() - started) / 1000;
const userSeconds = (process.cpuUsage().user - before) / 1e6;
console.log(JSON.stringify({ threads, seconds, userSeconds, solvedBySweep } satisfies FirstSweeps));
process.exit();
