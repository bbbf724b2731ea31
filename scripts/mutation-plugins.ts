/** For scripts/mutation.ts: a sample of the mutants, the same for the same seed, and those that survive as they are found. */
import { createHash } from "node:crypto";

interface Mutant {
  readonly id: string;
  readonly fileName: string;
  readonly location: object;
  readonly mutatorName: string;
  readonly replacement: string;
}

interface TestedMutant extends Mutant {
  readonly location: { readonly start: { readonly line: number; readonly column: number } };
  readonly status: string;
}

/** Mutants are told apart by what they are: a change elsewhere in a file leaves the sample of the other files alone. */
function isSampled({ fileName, location, mutatorName, replacement }: Mutant): boolean {
  const { CANJU_MUTATION_EVERY = "1", CANJU_MUTATION_SEED = "1" } = process.env;
  const name = fileName.slice(fileName.lastIndexOf("/src/"));
  const what = JSON.stringify([CANJU_MUTATION_SEED, name, location, mutatorName, replacement]);
  return createHash("sha256").update(what).digest().readUInt32BE() % Number(CANJU_MUTATION_EVERY) === 0;
}

class SampleChecker {
  async init(): Promise<void> {}

  async check(mutants: readonly Mutant[]): Promise<Record<string, { status: string; reason?: string }>> {
    const verdict = (mutant: Mutant) =>
      isSampled(mutant) ? { status: "passed" } : { status: "compileError", reason: "not in the sample" };
    return Object.fromEntries(mutants.map((mutant) => [mutant.id, verdict(mutant)]));
  }
}

class SurvivorReporter {
  onMutantTested({ fileName, location: { start }, mutatorName, replacement, status }: TestedMutant): void {
    if (status !== "Survived" && status !== "NoCoverage") return;
    console.log(`${fileName}:${start.line}:${start.column} ${status} ${mutatorName}: ${replacement}`);
  }
}

export const strykerPlugins = [
  { kind: "Checker", name: "sample", injectableClass: SampleChecker },
  { kind: "Reporter", name: "survivors", injectableClass: SurvivorReporter },
];
