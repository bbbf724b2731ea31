/** The kernel for all sets of rules: under the Chinese ones it solves several games of one endgame (`chinese/bracket.ts`). */
import { BracketSolver } from "../chinese/bracket.ts";
import type { Kernel } from "../kernel.ts";
import type { KernelMemory } from "../host/memory.ts";
import type { Team } from "../host/team.ts";
import { vectorKernel } from "../host/vector-kernel.ts";

/** @param memory used for one endgame after the other, as by `vectorKernel` */
export function kernelOfRules(module: WebAssembly.Module, team: Team, memory: KernelMemory): Kernel {
  const vector = vectorKernel(module, team, memory);
  const bracket = new BracketSolver(module, team, () => {
    memory.clear();
    return memory;
  });
  return { solve: (request) => (request.rules === "chinese" ? bracket : vector).solve(request) };
}
