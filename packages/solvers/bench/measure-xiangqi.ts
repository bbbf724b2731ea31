/**
 * The study's solvers, the scalar kernel and the vector kernel on one endgame with its closure, distance to mate:
 * `node packages/solvers/bench/measure-xiangqi.ts KRKAB [> docs/reports/study/measured/xiangqi-KRKAB.json]`. The study's solvers work on stored moves;
 * generating these is timed apart.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEndgame, type Endgame } from "../../../src/endgame/endgame.ts";
import { closure } from "../../../src/endgame/graph.ts";
import { endgameIndex } from "../../../src/endgame/index.ts";
import type { Planes } from "../../../src/solve/planes.ts";
import { solveWithoutAttackingMen } from "../../../src/solve/build/content.ts";
import { startTeam } from "../../../src/solve/node/thread-team.ts";
import { planeKernel, solvedPlanes, type PlaneKernel, type SolvedPlanes } from "../../../test/solve/plane-kernel.ts";
import { countSide } from "../../../test/solve/planes.ts";
import { scalarKernel } from "../../../test/oracle/scalar/scalar-kernel.ts";
import { vectorKernel } from "../../../src/solve/host/vector-kernel.ts";
import { openGame } from "../src/explicit.ts";
import { study, type StudyResult } from "../src/study.ts";
import type { Parameters } from "../src/solution.ts";
import { naive } from "../src/naive.ts";
import { xiangqiGame } from "./xiangqi.ts";
import { machine } from "../../../bench/report.ts";

const name = process.argv[2] ?? "KRKAB";
const tell = (line: string): void => console.error(line);
const user = (): number => process.cpuUsage().user / 1e6;

const none: Parameters = { layered: false, direct: false, winOnly: false, noDup: true };
const RUNS = [
  { solver: "forward", parameters: { ...none, layered: true } },
  { solver: "forward", parameters: none },
  { solver: "hybrid", parameters: none },
  { solver: "backward", parameters: none },
  { solver: "backward", parameters: { ...none, direct: true } },
  { solver: "backward", parameters: { ...none, direct: true, winOnly: true } },
] as const;

const generated = user();
const { explicit, first } = xiangqiGame(parseEndgame(name));
const generateSeconds = user() - generated;
const spec = { kind: "explicit", explicit } as const;
const game = openGame(spec);
tell(`${name}: ${game.states} states, ${explicit.forward.targets.length} moves, ${generateSeconds.toFixed(1)} s`);
const storedBytes = 8 * explicit.forward.targets.length + 10 * game.states;

const runs: StudyResult[] = [];
for (const run of RUNS) {
  for (const form of ["plain", "packed"] as const) {
    const result = study(spec, { ...run, mode: "as-run", form, threads: 1 });
    tell(
      `${result.solver} ${form}: ${result.forwardExpansions} + ${result.backwardExpansions}, ${result.userSeconds} s`,
    );
    runs.push(result);
  }
}
runs.push(study(spec, { solver: "naive", parameters: none, mode: "as-run", threads: 1 }));

/** Counts of the endgame itself, by the side to move. */
const solution = naive(game, false);
const own = { red: { wins: 0, draws: 0, losses: 0 }, black: { wins: 0, draws: 0, losses: 0 } };
for (let state = first; state < game.states; state++) {
  const side = game.isMaxTurn(state) ? own.red : own.black;
  const outcome = game.isMaxTurn(state) ? solution.outcomeOf(state) : -solution.outcomeOf(state);
  side[outcome > 0 ? "wins" : outcome < 0 ? "losses" : "draws"]++;
}

const runKernel = async (kernelName: string, kernel: PlaneKernel) => {
  const solved = new Map<string, SolvedPlanes>();
  for (const endgame of closure([parseEndgame(name)])) {
    const index = endgameIndex(endgame);
    const load = async (sub: Endgame): Promise<Planes> => solved.get(sub.name)!;
    const planes =
      index.inner === null
        ? solvedPlanes(solveWithoutAttackingMen(index))
        : await kernel.solve({ index, metric: "dtm", rules: "none", threads: 1, load });
    solved.set(endgame.name, planes);
  }
  const seconds = [...solved.values()].reduce((sum, each) => sum + each.seconds, 0);
  const memoryBytes = Math.max(...[...solved.values()].map((each) => each.memoryBytes));
  const last = solved.get(name)!;
  const counts = { red: countSide(last, "red"), black: countSide(last, "black") };
  tell(`${kernelName}: ${seconds.toFixed(3)} s`);
  return { kernel: kernelName, seconds, memoryBytes, counts };
};
const team = startTeam(1);
const wasm = new WebAssembly.Module(readFileSync(join(import.meta.dirname, "../../../build/kernel.wasm")));
const kernels = [];
kernels.push(await runKernel("vector", planeKernel(vectorKernel(wasm, team))));
await team.close();
try {
  kernels.push(await runKernel("scalar", scalarKernel()));
} catch (error) {
  tell(`scalar: ${(error as Error).message}`);
}

const moves = explicit.forward.targets.length;
console.log(
  JSON.stringify(
    { endgame: name, machine: machine(), states: game.states, moves, generateSeconds, storedBytes, own, runs, kernels },
    null,
    1,
  ),
);
