/** The kernels under test. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Kernel } from "../../src/solve/kernel.ts";
import { startTeam } from "../../src/solve/node/thread-team.ts";
import { scalarKernel } from "../oracle/scalar/scalar-kernel.ts";
import { KernelMemory } from "../../src/solve/host/memory.ts";
import { makeShelf } from "./shelves.ts";
import { planeKernel, type PlaneKernel } from "./plane-kernel.ts";
import type { Team } from "../../src/solve/host/team.ts";
import { solveWith, type Way } from "../../src/solve/host/vector-kernel.ts";

export interface Candidate {
  readonly kernel: PlaneKernel;
  readonly threads: number;
  close(): Promise<void>;
}

export function makeScalar(): Candidate {
  return { kernel: scalarKernel(), threads: 1, close: async () => {} };
}

export function makeVector(threads: number, way: Way = {}): Candidate {
  const module = new WebAssembly.Module(readFileSync(join(import.meta.dirname, "../../build/kernel.wasm")));
  const team = startTeam(threads);
  return {
    kernel: planeKernel(kernelOf(module, team, way)),
    threads,
    close: () => team.close(),
  };
}

/** The vector kernel made to go one way, where it would choose for itself. */
export function kernelOf(module: WebAssembly.Module, team: Team, way: Way): Kernel {
  return { solve: (request) => solveWith(module, team, new KernelMemory(), { makeShelf, ...request }, way) };
}
