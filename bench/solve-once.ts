/**
 * Solves a closure in memory, without writing it: `node bench/solve-once.ts KRKAABB <threads>`. Solving is what the
 * team's threads do; laying out sub-endgames for them ("load") is counted apart.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEndgame, type Endgame } from "../src/endgame/endgame.ts";
import { closure } from "../src/endgame/graph.ts";
import { endgameIndex } from "../src/endgame/index.ts";
import type { Solution } from "../src/solve/kernel.ts";
import { outcomesOfTape, type Outcomes } from "../src/solve/outcomes.ts";
import { solveWithoutAttackingMen } from "../src/solve/build/content.ts";
import { startTeam } from "../src/solve/node/thread-team.ts";
import { vectorKernel } from "../src/solve/host/vector-kernel.ts";
import type { Team } from "../src/solve/host/team.ts";

export interface Solved {
  readonly tables: number;
  /** Cells for each side to move, of all tables together. */
  readonly cells: number;
  /** CPU seconds of solving, all threads together. */
  readonly cpu: number;
  /** CPU seconds of all that the process did for it: solving, laying out, and what levels take beside the threads. */
  readonly allCpu: number;
  /** Wall seconds of solving. */
  readonly wall: number;
  /** Wall seconds of everything else. */
  readonly load: number;
  /** Of the largest endgame: orders, and memory of the kernel in bytes. */
  readonly orders: number;
  readonly memoryBytes: number;
}

/** Solves a closure; `keep` sees every solution, whose planes are valid as long as it likes. */
export async function solveClosure(
  name: string,
  threads: number,
  keep: (solution: Solution) => void = () => {},
): Promise<Solved> {
  const module = new WebAssembly.Module(readFileSync(join(import.meta.dirname, "../build/kernel.wasm")));
  const team = startTeam(threads);
  let wall = 0;
  const timed: Team = {
    threads,
    async run(work) {
      const started = performance.now();
      const done = await team.run(work);
      wall += (performance.now() - started) / 1000;
      return done;
    },
    close: () => team.close(),
  };
  const kernel = vectorKernel(module, timed);
  const outcomes = new Map<string, Outcomes>();
  const load = async (sub: Endgame) => outcomes.get(sub.name)!;
  const wanted = closure([parseEndgame(name)]);
  const started = performance.now();
  const cpuBefore = process.cpuUsage();
  let cells = 0;
  let cpu = 0;
  let last: Solution | undefined;
  for (const endgame of wanted) {
    const index = endgameIndex(endgame);
    let solution: Solution;
    if (index.inner === null) {
      solution = solveWithoutAttackingMen(index);
      wall += solution.seconds;
    } else {
      solution = await kernel.solve({ index, metric: "dtc", rules: "asian", threads, load });
    }
    outcomes.set(endgame.name, outcomesOfTape(index, solution.tape));
    keep(solution);
    last = solution;
    cells += index.cells;
    cpu += solution.seconds;
  }
  const all = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  await team.close();
  return {
    tables: wanted.length,
    cells,
    cpu,
    allCpu: (user + system) / 1e6,
    wall,
    load: all - wall,
    orders: last!.levels.length,
    memoryBytes: last!.memoryBytes,
  };
}

if (import.meta.main) {
  const [, , name, threads] = process.argv;
  process.send!(await solveClosure(name!, Number(threads)));
  process.disconnect();
}
