/** `canju census`: builds and proves all endgames up to a size, and writes the atlas of what is proven. */
import { createHash } from "node:crypto";
import type { Command } from "commander";
import { endgamesUpTo } from "../../knowledge/atlas/endgames.ts";
import { recordsIn, saveAtlas } from "../../knowledge/atlas/node/files.ts";
import { isOfProof, keyIn, recordOf, type AtlasRecord } from "../../knowledge/atlas/record.ts";
import { COLLECTIONS } from "../../table/catalog/collection.ts";
import { FolderCatalog, type CatalogEntry } from "../../table/node/folder-catalog.ts";
import type { ProofRecord } from "../../table/format/proof.ts";
import type { VerifyReport } from "../../verify/report.ts";
import { InputError } from "../../base/errors.ts";
import { BuildProgress, buildTables } from "./building.ts";
import { interruptible } from "./errors.ts";
import {
  addTableOptions,
  keysOption,
  memoryOption,
  threadsOption,
  wholeNumber,
  type MemoryOptions,
  type TableOptions,
  checkDataFolder,
} from "./options.ts";
import { formatCount, printJson, printLine } from "./output.ts";
import { ProgressLine } from "./progress.ts";
import { proveTables } from "./proving.ts";
import { proofOf } from "./tables.ts";

interface CensusOptions extends TableOptions, MemoryOptions {
  readonly threads?: number;
  readonly cells: number;
  readonly atlas?: string;
}

export function registerCensus(program: Command): void {
  const command = program
    .command("census")
    .description("build and prove all endgames up to a size; goes on where it was stopped");
  addTableOptions(command)
    .requiredOption(
      "--cells <count>",
      "the most cells that an endgame may have for each side to move",
      wholeNumber(1, 2 ** 32),
    )
    .option(
      "--atlas <folder>",
      "write what is proven of all tables in the data folder, of every collection, as an atlas",
    )
    .addOption(threadsOption())
    .addOption(keysOption())
    .addOption(memoryOption())
    .action((options: CensusOptions) => census(options, program.version()!));
}

async function census(options: CensusOptions, version: string): Promise<void> {
  const endgames = endgamesUpTo(options.cells);
  const names = endgames.map(({ name }) => name);
  const progress = new BuildProgress(`the ${names.length} endgames of at most ${formatCount(options.cells)} cells`);
  await interruptible(
    (signal) => buildTables(endgames, options, signal, progress),
    () => progress.note("stopping (once more to stop at once) ..."),
  );
  const wrong: VerifyReport[] = [];
  const unproven = await withoutSurvey(names, options);
  await proveTables(unproven, options, version, (report) => {
    if (!report.proven) wrong.push(report);
  });
  if (wrong.length > 0) {
    const [{ endgame, problems }] = wrong as [VerifyReport];
    throw new InputError("not-proven", `${endgame} is not proven: ${problems[0]!.message}`);
  }
  const written = options.atlas === undefined ? null : await writeAtlas(options.data, options.atlas);
  const { rules, metric, data, json } = options;
  const found = { endgames: names.length, proven: unproven.length, rules, metric, data, atlas: written };
  if (json) printJson(found);
  else printLine(describe(found));
}

/** Those whose proof has not counted what the atlas keeps, or that have none. */
async function withoutSurvey(names: readonly string[], options: CensusOptions): Promise<string[]> {
  const catalog = new FolderCatalog(options.data, options);
  const [wanted, surveyed] = [new Set(names), new Set<string>()];
  for (const entry of (await catalog.list()).tables) {
    if (!wanted.has(entry.endgame)) continue;
    if ((await ownProofOf(catalog, entry))?.survey) surveyed.add(entry.endgame);
  }
  await catalog.close();
  return names.filter((name) => !surveyed.has(name));
}

/** What only a record says is not proven here, and nothing for an atlas. */
async function ownProofOf(catalog: FolderCatalog, entry: CatalogEntry): Promise<ProofRecord | null> {
  const proof = await proofOf(catalog, entry);
  return proof?.stated ? null : proof;
}

interface WrittenAtlas {
  readonly folder: string;
  readonly tables: number;
  readonly bytes: number;
}

async function writeAtlas(data: string, folder: string): Promise<WrittenAtlas> {
  await checkDataFolder(folder);
  const progress = new ProgressLine();
  const known = await recordsIn(folder);
  const records: AtlasRecord[] = [];
  for (const collection of COLLECTIONS) {
    const catalog = new FolderCatalog(data, collection);
    const { tables } = await catalog.list();
    for (const entry of tables) {
      const { endgame } = entry;
      progress.update(() => `atlas  ${endgame}, ${records.length} tables so far`);
      const verified = await ownProofOf(catalog, entry);
      if (verified === null) continue;
      const before = known.get(keyIn(collection, endgame));
      if (before !== undefined && isOfProof(before, verified)) {
        records.push(before);
        continue;
      }
      const table = await catalog.open(endgame);
      const record = table && (await recordOf(table, verified, () => createHash("sha256")));
      if (record) records.push(record);
    }
    await catalog.close();
  }
  const sizes = await saveAtlas(folder, records);
  progress.clear();
  return { folder, tables: records.length, bytes: [...sizes.values()].reduce((sum, size) => sum + size, 0) };
}

function describe({
  endgames,
  proven,
  data,
  atlas,
}: {
  endgames: number;
  proven: number;
  data: string;
  atlas: WrittenAtlas | null;
}): string {
  const lines = [`${endgames} endgames are built and proven in ${data}, ${proven} of them proven now`];
  if (atlas !== null)
    lines.push(`the atlas of ${atlas.tables} tables is in ${atlas.folder}: ${formatCount(atlas.bytes)} bytes`);
  return lines.join("\n");
}
