/** `canju compress`: rewrites the tables of a data folder as small as they get. */
import type { Command } from "commander";
import { formatBytes } from "../../base/sizes.ts";
import type { CompressReport } from "../../verify/node/compress.ts";
import { interruptible } from "./errors.ts";
import { addDataOption, jsonOption, threadsOption, checkDataFolder } from "./options.ts";
import { printJson, printLine } from "./output.ts";
import { ProgressLine } from "./progress.ts";

interface CompressOptions {
  readonly data: string;
  readonly threads?: number;
  readonly json?: true;
}

export function registerCompress(program: Command): void {
  addDataOption(
    program
      .command("compress")
      .description(
        "rewrite tables as small as they get, without solving; proofs carry over, and what is done stays done",
      ),
  )
    .addOption(threadsOption())
    .addOption(jsonOption())
    .action((options: CompressOptions) => compress(options));
}

async function compress({ data, threads, json }: CompressOptions): Promise<void> {
  await checkDataFolder(data);
  const { compressFolder } = await import("../../verify/node/compress.ts");
  const progress = new ProgressLine();
  let done = 0;
  let tables = 0;
  const report = await interruptible(
    (signal) =>
      compressFolder({
        folder: data,
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

function describe({ compressed, present, strays }: CompressReport, data: string): void {
  const sum = (of: "bytes" | "bytesBefore") => formatBytes(compressed.reduce((all, table) => all + table[of], 0));
  const proven = compressed.filter((table) => table.proven).length;
  const rewritten = `rewrote ${compressed.length} ${compressed.length === 1 ? "table" : "tables"}`;
  const sizes = compressed.length === 0 ? "" : ` (${sum("bytesBefore")} to ${sum("bytes")}, ${proven} of them proven)`;
  printLine(`${rewritten}${sizes}, ${present} were as wished: ${data}`);
  for (const { problem } of strays) process.stderr.write(`canju: not rewritten: ${problem}\n`);
}
