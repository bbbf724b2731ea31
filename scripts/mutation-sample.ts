/** A checker for scripts/mutation.ts that lets only a sample of the mutants through, the same for the same seed. */
import { createHash } from "node:crypto";

interface Mutant {
  readonly id: string;
  readonly fileName: string;
  readonly location: object;
  readonly mutatorName: string;
  readonly replacement: string;
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

export const strykerPlugins = [{ kind: "Checker", name: "sample", injectableClass: SampleChecker }];
