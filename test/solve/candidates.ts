/** The kernels under test. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Kernel } from "../../src/solve/kernel.ts";
import { startTeam } from "../../src/solve/node/team.ts";
import { scalarKernel } from "../oracle/scalar/scalar-kernel.ts";
import { vectorKernel } from "../../src/solve/vector/vector-kernel.ts";

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
  return { kernel: vectorKernel(module, team, { wide }), threads, close: () => team.close() };
}
