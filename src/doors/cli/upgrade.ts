/** `canju upgrade`: rewrites the tables of a data folder in the present format. */
import type { Command } from "commander";
import { formatBytes } from "../../base/sizes.ts";
import type { UpgradeReport } from "../../verify/node/upgrade.ts";
import { interruptible } from "./errors.ts";
import { addDataOption, jsonOption, publishOption, threadsOption, checkDataFolder } from "./options.ts";
import { printJson, printLine } from "./output.ts";
import { ProgressLine } from "./progress.ts";

interface UpgradeOptions {
  readonly data: string;
  readonly publish?: true;
  readonly threads?: number;
  readonly json?: true;
}

export function registerUpgrade(program: Command): void {
  addDataOption(
    program
      .command("upgrade")
      .description(
        "rewrite tables of an older format, without solving; proofs carry over, and what is done stays done",
      ),
  )
    .addOption(publishOption())
    .addOption(threadsOption())
    .addOption(jsonOption())
    .action((options: UpgradeOptions) => upgrade(options));
}

async function upgrade({ data, publish, threads, json }: UpgradeOptions): Promise<void> {
  await checkDataFolder(data);
  const { upgradeFolder } = await import("../../verify/node/upgrade.ts");
  const progress = new ProgressLine();
  let done = 0;
  let tables = 0;
  const report = await interruptible(
    (signal) =>
      upgradeFolder({
        folder: data,
        effort: publish ? "small" : "fast",
        threads,
        signal,
        onEvent(event) {
          if (event.kind === "plan") ({ tables } = event);
          else if (event.kind === "start") progress.update(() => `${event.table} ${done + 1}/${tables}`);
          else done++;
        },
      }),
    () => progress.note("stopping (once more to stop at once) ..."),
  ).finally(() => progress.clear());
  if (json) printJson({ data, ...report });
  else describe(report, data);
}

function describe({ upgraded, present, strays }: UpgradeReport, data: string): void {
  const sum = (of: "bytes" | "bytesBefore") => formatBytes(upgraded.reduce((all, table) => all + table[of], 0));
  const proven = upgraded.filter((table) => table.proven).length;
  const rewritten = `rewrote ${upgraded.length} ${upgraded.length === 1 ? "table" : "tables"}`;
  const sizes = upgraded.length === 0 ? "" : ` (${sum("bytesBefore")} to ${sum("bytes")}, ${proven} of them proven)`;
  printLine(`${rewritten}${sizes}, ${present} were as wished: ${data}`);
  for (const { problem } of strays) process.stderr.write(`canju: not rewritten: ${problem}\n`);
}
