/** Proving tables by the program: CPU time and memory of the whole process, beside the limits that the project has set itself. */
import { join } from "node:path";
import { buildByProgram, proveByProgram } from "./program.ts";
import { short, type Section } from "./report.ts";

/** `cpu`: the limit in microseconds a position, all included; `peak`: in MiB. */
interface Proof {
  readonly name: string;
  readonly cpu: number;
  readonly peak: number;
}

const PROOFS: readonly Proof[] = [{ name: "KRCKR", cpu: 0.6, peak: 1024 }];
/** 300 CPU seconds. */
const LARGE_PROOF: Proof = { name: "KRNKRBB", cpu: 0.504, peak: 1024 };

export async function benchProving(large: boolean, root: string, log: (line: string) => void): Promise<Section> {
  const rows: string[][] = [];
  for (const { name, cpu, peak } of large ? [...PROOFS, LARGE_PROOF] : PROOFS) {
    const folder = join(root, `proof-${name}`);
    log(`building ${name}, to be proven`);
    await buildByProgram(name, 2, folder);
    for (const threads of [1, 2]) {
      log(`proving ${name} on ${threads} of 2 threads`);
      const { checked, wallSeconds, cpuSeconds, peakBytes } = await proveByProgram(name, threads, folder);
      rows.push([
        name,
        String(threads),
        (checked / 1e6).toFixed(1),
        short(wallSeconds),
        short(cpuSeconds),
        ((1e6 * cpuSeconds) / checked).toFixed(3),
        String(cpu),
        (peakBytes / 2 ** 20).toFixed(0),
        String(peak),
      ]);
    }
  }
  return {
    title: "Proofs",
    about:
      "`canju verify` of one table, whose sub-endgames it takes for granted: checksums, values, levels and content sum. CPU " +
      "seconds of the whole process; memory is its resident peak, pages of files not among it.",
    columns: [
      "endgame",
      "threads",
      "M positions",
      "wall s",
      "CPU s",
      "CPU µs a position",
      "limit",
      "peak, MiB",
      "limit",
    ],
    rows,
  };
}
