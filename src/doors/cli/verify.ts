/** `canju verify`: proves tables. One that is damaged or wrong is told in a report, and ends with exit code 2. */
import type { Command } from "commander";
import { canonicalEndgame, parseEndgame, type Endgame } from "../../endgame/endgame.ts";
import { closureOfTables } from "../../endgame/graph.ts";
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
}

export function registerVerify(program: Command): void {
  const command = program
    .command("verify")
    .description("prove tables: every value against those of its successors, every level against its patterns")
    .argument("[endgames...]", "such as KRKAABB");
  addTableOptions(command)
    .option("--closure", "prove all that captures lead to as well, which one proof takes for granted")
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

function summarize(wrong: readonly VerifyReport[]): string {
  const [{ endgame, problems }] = wrong as [VerifyReport];
  const others = wrong.length === 1 ? "" : `, nor are ${wrong.length - 1} others`;
  return `${endgame} is not proven${others}: ${problems[0]!.message}`;
}
