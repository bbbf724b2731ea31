/**
 * What the Chinese rules cost and decide beside the Asian ones, of one endgame in one process: `node bench/chinese.ts KRCKR`. The
 * endgame alone is measured, without what captures lead to. Positions are the stored ones: of mirror images one counts.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEndgame, type Endgame } from "../src/endgame/endgame.ts";
import { closure } from "../src/endgame/graph.ts";
import { endgameIndex } from "../src/endgame/index.ts";
import { BracketSolver } from "../src/solve/chinese/bracket.ts";
import type { Kernel, Solution } from "../src/solve/kernel.ts";
import { solveWithoutAttackingMen } from "../src/solve/build/content.ts";
import { outcomesOfTape, type Outcomes } from "../src/solve/outcomes.ts";
import { KernelMemory } from "../src/solve/host/memory.ts";
import { teamOfOne } from "../src/solve/host/team.ts";
import { vectorKernel } from "../src/solve/host/vector-kernel.ts";
import { COLOURS } from "../src/xiangqi/pieces.ts";

const module = new WebAssembly.Module(readFileSync(join(import.meta.dirname, "../build/kernel.wasm")));
const name = process.argv[2] ?? "KRCKR";

const cpu = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
const mib = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MiB`;
const peak = () => mib(process.resourceUsage().maxRSS * 1024);

/** Solves a closure; seconds are those of its last endgame. */
async function solve(kernel: Kernel, rules: "asian" | "chinese"): Promise<Outcomes & { readonly seconds: number }> {
  const outcomes = new Map<string, Outcomes>();
  const load = async (sub: Endgame) => outcomes.get(sub.name)!;
  let seconds = 0;
  for (const endgame of closure([parseEndgame(name)])) {
    const index = endgameIndex(endgame);
    const before = cpu();
    const request = { index, rules, metric: "dtc", threads: 1, load } as const;
    const solution: Solution = index.inner === null ? solveWithoutAttackingMen(index) : await kernel.solve(request);
    seconds = cpu() - before;
    outcomes.set(endgame.name, outcomesOfTape(index, solution.tape, solution.levels));
    if (endgame.name !== name) continue;
    const orders = `${solution.levels.length} levels`;
    console.log(`${name}, rules ${rules}: ${seconds.toFixed(1)} s of CPU, ${orders}, kernel ${mib(solution.memoryBytes)}, process ${peak()}`); // prettier-ignore
  }
  return { ...outcomes.get(name)!, seconds };
}

const memory = new KernelMemory();
const asian = await solve(vectorKernel(module, teamOfOne(), memory), "asian");

let at = cpu();
const parts = { attacks: 0, bounds: 0, default: 0 };
const free = (): KernelMemory => {
  memory.clear();
  return memory;
};
const bracket = new BracketSolver(module, teamOfOne(), free, (part) => {
  const now = cpu();
  parts[part] = now - at; // the last endgame's in the end
  at = now;
});
const chinese = await solve(bracket, "chinese");
const times = (seconds: number) => `${seconds.toFixed(1)} s, ${(seconds / asian.seconds).toFixed(1)} times`;
console.log(`attack sets and bounds: ${times(parts.attacks + parts.bounds)}; all: ${times(chinese.seconds)}`);

/** How many cells there are of each kind. */
const counts = { decidedAsian: 0, decidedCertain: 0, decidedDefault: 0, open: 0, differs: 0, differsForCertain: 0 };
const bits = (word: number): number => {
  let count = 0;
  for (let rest = word; rest !== 0; rest &= rest - 1) count++;
  return count;
};
for (const turn of COLOURS) {
  for (let i = 0; i < (asian.index.cells / 90) * 4; i++) {
    const [won, lost] = [chinese.won[turn][i] ?? 0, chinese.lost[turn][i] ?? 0];
    const depends = chinese.depends?.[turn][i] ?? 0;
    const [asianWon, asianLost] = [asian.won[turn][i] ?? 0, asian.lost[turn][i] ?? 0];
    const differs = (won ^ asianWon) | (lost ^ asianLost);
    counts.decidedAsian += bits(asianWon | asianLost);
    counts.decidedCertain += bits((won | lost) & ~depends);
    counts.decidedDefault += bits((won | lost) & depends);
    counts.open += bits(depends);
    counts.differs += bits(differs);
    counts.differsForCertain += bits(differs & ~depends);
  }
}
console.log(JSON.stringify(counts));
