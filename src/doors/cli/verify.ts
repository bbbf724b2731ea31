/** `canju verify`: proves tables. One that is damaged or wrong is told in a report, and ends with exit code 2. */
import type { Command } from "commander";
import { canonicalEndgame, parseEndgame, type Endgame } from "../../endgame/endgame.ts";
import { closureOfTables } from "../../endgame/graph.ts";
import type { OutcomesReport } from "../../outcomes/node/verify.ts";
import { FolderCatalog } from "../../table/node/folder-catalog.ts";
import { formatReport } from "../../verify/report/format-report.ts";
import type { VerifyReport } from "../../verify/report.ts";
import { InputError } from "../../base/errors.ts";
import { addTableOptions, keysOption, memoryOption, threadsOption } from "./options.ts";
import { printJson, printLine } from "./output.ts";
import { proveTables, type ProveOptions } from "./proving.ts";
import { formatElsewhere, type ProvenElsewhere } from "./shared-proofs.ts";
import { verifySums } from "./sums.ts";

interface VerifyOptions extends ProveOptions {
  readonly closure?: true;
  readonly sums?: true | string;
  readonly outcomes?: true;
}

export function registerVerify(program: Command): void {
  const command = program
    .command("verify")
    .description("prove tables: every value against those of its successors, every level against its patterns")
    .argument("[endgames...]", "such as KRKAABB");
  addTableOptions(command)
    .option("--closure", "prove all that captures lead to as well, which one proof takes for granted")
    .option("--outcomes", "prove the tables of outcomes instead, by their sums and those that the atlas knows")
    .option("--plain", "walk over all positions by the plain move generator: slow, to check the fast proof against")
    .option("--sums [file]", "only compare all tables with the content sums of a file, or with those that Canju knows")
    .addOption(threadsOption())
    .addOption(keysOption())
    .addOption(memoryOption())
    .action((names: readonly string[], options: VerifyOptions) => {
      if (options.sums !== undefined && names.length === 0) return verifySums(options, options.sums);
      if (options.sums !== undefined)
        throw new InputError("bad-command", "--sums compares all tables: name no endgame");
      if (names.length === 0) throw new InputError("bad-command", "name an endgame to prove, such as KRKAABB");
      return verify(names.map(parseEndgame), options, program.version()!);
    });
}

async function verify(asked: readonly Endgame[], options: VerifyOptions, version: string): Promise<void> {
  const endgames = asked.map((each) => canonicalEndgame(each).endgame);
  const wanted = options.closure ? closureOfTables(endgames) : endgames;
  const names = [...new Set(wanted.map((each) => each.name))];
  if (options.outcomes) return proveOutcomes(names, options);
  const done = new Map<string, VerifyReport | ProvenElsewhere>();
  await proveTables(names, options, version, (report) => {
    done.set(report.endgame, report);
    if (!options.json) printLine("record" in report ? formatElsewhere(report) : formatReport(report));
  });
  const reports = names.map((each) => done.get(each)!);
  const wrong = reports.filter((report): report is VerifyReport => !report.proven);
  if (options.json) {
    const proven = wrong.length === 0;
    if (asked.length > 1) printJson({ endgames: asked.map(({ name }) => name), proven, reports });
    else printJson(options.closure ? { endgame: asked[0]!.name, proven, reports } : reports[0]);
  }
  if (wrong.length > 0) throw new InputError("not-proven", summarize(wrong));
}

async function proveOutcomes(names: readonly string[], options: VerifyOptions): Promise<void> {
  const [{ verifyOutcomes }, { OutcomeReader }, { openAtlas }] = await Promise.all([
    import("../../outcomes/node/verify.ts"),
    import("../../outcomes/read.ts"),
    import("../../knowledge/atlas/node/files.ts"),
  ]);
  const atlas = await openAtlas();
  const catalog = new FolderCatalog(options.data, options);
  const known = async (endgame: string) => (await atlas.find(parseEndgame(endgame), catalog))?.outcomeSum ?? null;
  const reader = new OutcomeReader(catalog);
  const reports: OutcomesReport[] = [];
  for (const name of names) {
    const report = await verifyOutcomes(name, catalog, known, reader);
    reports.push(report);
    const by = report.by === "atlas" ? "the atlas" : "the table of values";
    if (!options.json && report.proven) printLine(`${name}: outcomes proven, by ${by}; their sum is ${report.sum}`);
  }
  await catalog.close();
  const wrong = reports.filter(({ proven }) => !proven);
  if (options.json) printJson({ proven: wrong.length === 0, reports });
  const [first] = wrong;
  if (first === undefined) return;
  const others = wrong.length === 1 ? "" : `, nor are those of ${wrong.length - 1} others`;
  throw new InputError("not-proven", `the outcomes of ${first.endgame} are not proven${others}: ${first.problem}`);
}

function summarize(wrong: readonly VerifyReport[]): string {
  const [{ endgame, problems }] = wrong as [VerifyReport];
  const others = wrong.length === 1 ? "" : `, nor are ${wrong.length - 1} others`;
  return `${endgame} is not proven${others}: ${problems[0]!.message}`;
}
