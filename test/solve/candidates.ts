/** The kernels under test. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { hasPerpetuals, type Kernel } from "../../src/solve/kernel.ts";
import { startTeam } from "../../src/solve/node/team.ts";
import { scalarKernel } from "../oracle/scalar/scalar-kernel.ts";
import { KernelMemory } from "../../src/solve/vector/memory.ts";
import type { Team } from "../../src/solve/vector/team.ts";
import { solveWith, vectorKernel, type Way } from "../../src/solve/vector/vector-kernel.ts";

export interface Candidate {
  readonly kernel: Kernel;
  readonly threads: number;
  close(): Promise<void>;
}

export function makeScalar(): Candidate {
  return { kernel: scalarKernel(), threads: 1, close: async () => {} };
}

/** `wide`: two bytes a distance from the start. */
export function makeVector(threads: number, wide: boolean): Candidate {
  const module = new WebAssembly.Module(readFileSync(join(import.meta.dirname, "../../build/kernel.wasm")));
  const team = startTeam(threads);
  return {
    kernel: wide ? kernelOf(module, team, { wide }) : vectorKernel(module, team),
    threads,
    close: () => team.close(),
  };
}

/** The vector kernel made to go one way, where it would choose for itself. */
export function kernelOf(module: WebAssembly.Module, team: Team, way: Partial<Way>): Kernel {
  return {
    name: "vector",
    async solve(request) {
      const levelled = hasPerpetuals(request);
      return (await solveWith(module, team, new KernelMemory(), request, { levelled, wide: false, ...way }))!;
    },
  };
}
