/**
 * Mutation testing: changes code in every small way, one at a time, and sees whether a test notices.
 *
 *     npm run test:mutation                                        all areas
 *     npm run test:mutation -- endgame 'rules/chase*.ts'           an area, some files of another
 *     npm run test:mutation -- table --every 1 --seed 2            every mutant, or every tenth, and which
 */
import { mkdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { Stryker } from "@stryker-mutator/core";

const REPORTS = "build/mutation";

interface Area {
  readonly folder: string;
  /** The tests that are asked, by pattern: those that are about the area and quick. */
  readonly tests: readonly string[];
}

const AREAS: Readonly<Record<string, Area>> = {
  rules: { folder: "src/rules", tests: ["test/rules/!(ffish).test.ts"] },
  endgame: { folder: "src/endgame", tests: ["test/endgame/*.test.ts"] },
  table: { folder: "src/table", tests: ["test/table/!(faults|fuzz|round-trip).test.ts"] },
  query: { folder: "src/query", tests: ["test/query/*.test.ts"] },
  fang: { folder: "src/fang", tests: ["test/fang/*.test.ts"] },
};

type MutantResult = Awaited<ReturnType<Stryker["runMutationTest"]>>[number];

/** What a mutant in the sample comes to, in words. Endless loops are found by counting (mutation-setup.ts). */
function fateOf({ status, statusReason }: MutantResult): string | undefined {
  if (/hit (count )?limit/i.test(statusReason ?? "")) return "endless";
  const fates = { Killed: "killed by a test", Timeout: "out of time", Survived: "survived", NoCoverage: "never run" };
  return (fates as Record<string, string>)[status];
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { every: { type: "string", default: "1" }, seed: { type: "string", default: "1" } },
});
process.env.CANJU_MUTATION_EVERY = values.every; // for mutation-plugins.ts, which runs in a process of its own
process.env.CANJU_MUTATION_SEED = values.seed;
mkdirSync(REPORTS, { recursive: true });
for (const each of positionals.length > 0 ? positionals : Object.keys(AREAS)) {
  const [name, files = "**/*.ts"] = each.split(/\/(.*)/s);
  const { folder, tests } = AREAS[name!]!;
  const report = `${REPORTS}/${each.replaceAll(/[^\w-]/g, "_")}`;
  const results = await new Stryker({
    mutate: [`${folder}/${files}`],
    testFiles: [...tests],
    testRunner: "vitest",
    vitest: { configFile: "scripts/mutation.vitest.config.ts" },
    checkers: ["sample"],
    plugins: ["@stryker-mutator/vitest-runner", "./scripts/mutation-plugins.ts"],
    reporters: ["json", "html", "progress-append-only", "survivors"],
    jsonReporter: { fileName: `${report}.json` },
    htmlReporter: { fileName: `${report}.html` },
    tempDirName: `${report}.sandbox`,
    ignorePatterns: ["build/page", REPORTS], // what the sandbox need not have
    tsconfigFile: "none", // to read it takes an interface that TypeScript 7 does not have
    ignoreStatic: true, // what runs while a module loads: tried on all tests that import it, whatever `testFiles` says
    timeoutMS: 300_000, // a busy machine is no endless loop: see mutation-setup.ts
    disableTypeChecks: false, // and nothing checks types here
    concurrency: Number(process.env.CANJU_MUTATION_RUNNERS ?? 2),
    allowConsoleColors: false,
  }).runMutationTest();
  const fates = Object.groupBy(results, (mutant) => fateOf(mutant) ?? "not in the sample");
  const counts = Object.entries(fates).map(([fate, mutants]) => `${mutants!.length} ${fate}`);
  console.log(`${each}: ${counts.join(", ")}`);
}
