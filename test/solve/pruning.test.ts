/** Patterns are pruned by looking near what was taken out of them: what that leaves is what passes over all positions leave. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { parseEndgame, type Endgame } from "../../src/endgame/endgame.ts";
import { closure } from "../../src/endgame/graph.ts";
import { endgameIndex } from "../../src/endgame/index.ts";
import { solveWithoutAttackingMen } from "../../src/solve/build/content.ts";
import type { Way } from "../../src/solve/host/vector-kernel.ts";
import type { Solution } from "../../src/solve/kernel.ts";
import { solveLevels } from "../../src/solve/levels/algorithm8.ts";
import type { CellSets } from "../../src/solve/levels/cell-sets.ts";
import { startTeam } from "../../src/solve/node/thread-team.ts";
import { outcomesOfTape, type Outcomes } from "../../src/solve/outcomes.ts";
import { COLOURS } from "../../src/xiangqi/pieces.ts";
import { testEach } from "../long.ts";
import { byWholePasses } from "../oracle/whole-passes.ts";
import { kernelOf } from "./candidates.ts";
import { solvedPlanes } from "./plane-kernel.ts";

const team = startTeam(2);
afterAll(() => team.close());
const module = new WebAssembly.Module(readFileSync(join(import.meta.dirname, "../../build/kernel.wasm")));

async function solve(name: string, way: Way): Promise<Solution> {
  const kernel = kernelOf(module, team, way);
  const outcomes = new Map<string, Outcomes>();
  let solution: Solution | undefined;
  for (const endgame of closure([parseEndgame(name)])) {
    const index = endgameIndex(endgame);
    const load = async (sub: Endgame) => outcomes.get(sub.name)!;
    solution =
      index.inner === null
        ? solveWithoutAttackingMen(index)
        : await kernel.solve({ index, metric: "dtc", rules: "asian", threads: team.threads, load });
    outcomes.set(endgame.name, outcomesOfTape(index, solution.tape));
  }
  return solution!;
}

/** Has a kernel note how many bytes its levels ask for: by how many candidates of chases are left after each pruning, and how large graphs are. */
function noting(asked: number[], way: Way, change = (sets: CellSets): CellSets => sets): Way {
  const noted = (sets: CellSets): CellSets =>
    new Proxy(sets, {
      get(of, name) {
        if (name === "reserve") return (bytes: number) => void asked.push(bytes);
        const found = of[name as keyof CellSets];
        return typeof found === "function" ? found.bind(of) : found;
      },
    });
  return { ...way, findLevels: (sets, options) => solveLevels(noted(change(sets)), options) };
}

testEach(2, ["KRKN", "KRAKR", "KRKPP", "KRKNAA", "KRKNP"])(
  "%s has the same levels by looking at all positions",
  async (name) => {
    const plainly: number[] = [];
    const wanted = await solve(name, noting(plainly, {}, byWholePasses));
    for (const way of [{}, { resident: 1 }]) {
      const asked: number[] = [];
      const found = await solve(name, noting(asked, way));
      expect(found.levels).toEqual(wanted.levels);
      expect(found.certificate).toEqual(wanted.certificate);
      expect(asked).toEqual(plainly);
      const [planes, plain] = [solvedPlanes(found), solvedPlanes(wanted)];
      for (const turn of COLOURS) expect(planes[turn].every((mark, slot) => mark === plain[turn][slot])).toBe(true);
    }
  },
);
