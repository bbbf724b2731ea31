/** `canju export`: a site of files only, which any static host serves. */
import { resolve } from "node:path";
import type { Command } from "commander";
import { parseEndgame } from "../../endgame/endgame.ts";
import { closureOfTables } from "../../endgame/graph.ts";
import { MissingTableError } from "../../table/format/errors.ts";
import { formatCollection } from "../../table/format/header.ts";
import { formatBytes } from "../../base/sizes.ts";
import type { CatalogEntry, FolderCatalog } from "../../table/node/folder-catalog.ts";
import { builtPath } from "../../base/node/built-path.ts";
import { InputError } from "../../base/errors.ts";
import { exportSite } from "./export-site.ts";
import { interruptible } from "./errors.ts";
import { addTableOptions, type TableOptions } from "./options.ts";
import { printJson, printLine } from "./output.ts";
import { ProgressLine } from "./progress.ts";
import { withTables } from "./tables.ts";

export function registerExport(program: Command): void {
  const command = program
    .command("export")
    .description("write the page and tables as a site that any static host serves")
    .argument("<folder>", "a new one, or one of an earlier export")
    .argument("[endgames...]", "these and all that captures lead to; default: every table");
  addTableOptions(command).action((folder: string, names: string[], options: TableOptions) =>
    exportTables(resolve(folder), names, options),
  );
}

async function exportTables(folder: string, names: readonly string[], options: TableOptions): Promise<void> {
  const progress = new ProgressLine();
  const site = await interruptible(
    (signal) =>
      withTables(options, async (catalog) => {
        const tables = await wantedTables(catalog, names, progress);
        const onTable = (number: number, endgame: string): void =>
          progress.update(() => `checking ${endgame}, table ${number} of ${tables.length}`);
        const pageDir = await builtPath("page");
        const onGone = (endgame: string): void => {
          if (names.length > 0) throw new MissingTableError(endgame, catalog);
          progress.note(`left out: ${endgame} was removed meanwhile`);
        };
        return exportSite(folder, { pageDir, catalog, tables, signal, onTable, onGone });
      }),
    () => progress.note("stopping; the same command goes on behind the tables that are there ..."),
  ).finally(() => progress.clear());
  if (options.json) {
    printJson({ folder, ...site });
    return;
  }
  const tables = site.tables === 1 ? "1 table" : `${site.tables} tables`;
  const linked = site.linked === 0 ? "" : ", sharing the disk space of the data folder";
  printLine(
    `exported ${tables} (${formatBytes(site.tableBytes)}${linked}) and the page (${formatBytes(site.pageBytes)})`,
  );
  printLine(`to ${folder}: any web server with byte ranges serves it, such as`);
  printLine(`  caddy file-server --root ${/\s/.test(folder) ? JSON.stringify(folder) : folder} --listen :8000`);
}

/** What is asked for with all that captures lead to; every table where nothing is. */
async function wantedTables(
  catalog: FolderCatalog,
  names: readonly string[],
  progress: ProgressLine,
): Promise<readonly CatalogEntry[]> {
  const { tables, strays } = await catalog.list();
  if (names.length === 0) {
    for (const { problem } of strays) progress.note(`left out: ${problem}`);
    if (tables.length === 0) {
      const where = `${catalog.folder} (${formatCollection(catalog)})`;
      throw new InputError("no-tables", `there are no tables to export in ${where}`);
    }
    return tables;
  }
  const byName = new Map(tables.map((table) => [table.endgame, table]));
  const wanted = closureOfTables(names.map(parseEndgame));
  // The largest first: what is missing is then named as it was asked for.
  const missing = wanted.findLast(({ name }) => !byName.has(name));
  if (missing !== undefined) throw new MissingTableError(missing.name, catalog);
  return wanted.map(({ name }) => byName.get(name)!);
}
