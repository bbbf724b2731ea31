/** `canju export-set`: proven tables as a folder of files for mirrors and clients of BitTorrent, with their sums. */
import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { basename, join, resolve } from "node:path";
import { Option, type Command } from "commander";
import { disk, explainWriteError, writeWhole } from "../../base/node/disk.ts";
import { openFiles } from "../../base/node/open-files.ts";
import { torrentOf } from "../../base/node/torrent.ts";
import { InputError } from "../../base/errors.ts";
import { formatBytes } from "../../base/sizes.ts";
import { parseEndgame, type Endgame } from "../../endgame/endgame.ts";
import { closureOfTables } from "../../endgame/graph.ts";
import type { Atlas } from "../../knowledge/atlas/atlas.ts";
import { openAtlas } from "../../knowledge/atlas/node/files.ts";
import { openOrMissing, tablePath } from "../../table/catalog/catalog.ts";
import { buildOutcomes } from "../../outcomes/node/build.ts";
import { verifyOutcomes } from "../../outcomes/node/verify.ts";
import { OutcomeReader } from "../../outcomes/read.ts";
import { fileBytes, OUTCOMES_PART } from "../../table/format/header.ts";
import { FolderCatalog } from "../../table/node/folder-catalog.ts";
import { readSum, stampAt, writeSum } from "../../table/node/record-file.ts";
import { sumOfTable } from "../../verify/node/content-sum.ts";
import { BuildProgress, buildTables } from "./building.ts";
import { interruptible } from "./errors.ts";
import { placeTable } from "./export-site.ts";
import { endgamesOfAtlas } from "./fetch.ts";
import { addSetOptions, again, type SetOptions } from "./options.ts";
import { formatCount, formatSeconds, printJson, printLine } from "./output.ts";
import { ProgressLine } from "./progress.ts";

interface ExportOptions extends SetOptions {
  readonly url?: readonly string[];
}

export function registerExportSet(program: Command): void {
  const command = program
    .command("export-set")
    .description(
      "write proven tables as a set for others to fetch: files, their sums, and a torrent; builds what is missing",
    )
    .argument("<folder>", "a new one, or one of an earlier set; its name is the set's")
    .argument("[endgames...]", "such as KRKAABB, with all that captures lead to");
  const url = new Option(
    "--url <address>",
    "of a web server that has the folder: the torrent names it; may be given again",
  );
  addSetOptions(command)
    .addOption(url.argParser(again))
    .action((folder: string, names: string[], options: ExportOptions) => exportSet(resolve(folder), names, options));
}

/** The lists: of the files, as `sha256sum -c` reads it; of the values, as `canju verify --sums` does. */
const FILE_SUMS = "SHA256SUMS";
const VALUE_SUMS = "sums.txt";
/** The same of outcomes (docs/guides/atlas.md). */
const OUTCOME_SUMS = "outcome-sums.txt";
const MOST_LIST_BYTES = 2 ** 24;

async function exportSet(folder: string, names: readonly string[], options: ExportOptions): Promise<void> {
  const started = performance.now();
  const asked = [...names.map(parseEndgame), ...(await endgamesOfAtlas(options, options.cells))];
  if (asked.length === 0)
    throw new InputError("bad-command", "name endgames of the set, such as KRKAABB, or say --cells 30M");
  const wanted = closureOfTables(asked);
  const before = await filesBefore(folder);
  const building = new BuildProgress("the set");
  const progress = new ProgressLine();
  const done = await interruptible(
    async (signal) => {
      await buildTables(wanted, options, signal, building);
      return writeSet(folder, wanted, options, { before, signal, progress });
    },
    () => progress.note("stopping; the same command goes on behind the tables that are there ..."),
  ).finally(() => progress.clear());
  const seconds = (performance.now() - started) / 1000;
  if (options.json) return printJson({ folder, seconds, ...done });
  const { tables, bytes, torrent, infoHash } = done;
  const count = tables === 1 ? "1 table" : `${formatCount(tables)} tables`;
  printLine(`${count} (${formatBytes(bytes)}) in ${formatSeconds(seconds)}: ${folder}`);
  printLine(
    `put the folder on any web server: canju fetch NAME${options.outcomes ? " --outcomes" : ""} --from <its address>`,
  );
  printLine(`or share ${torrent}: magnet:?xt=urn:btih:${infoHash}`);
}

/** The files of an earlier set. @throws InputError for a folder that holds something else */
async function filesBefore(folder: string): Promise<readonly string[]> {
  const files = await readdir(folder).catch(({ code }: NodeJS.ErrnoException): string[] => {
    if (code === "ENOENT") return [];
    throw new InputError(
      "bad-export-folder",
      `cannot export to ${folder}: ${code === "ENOTDIR" ? "it is no folder" : code}`,
    );
  });
  if (files.length === 0) return [];
  if (!files.includes(FILE_SUMS)) {
    throw new InputError(
      "bad-export-folder",
      `${folder} holds files of its own: export to a new folder, or an empty one`,
    );
  }
  const text = (await openFiles.readSmall(join(folder, FILE_SUMS), MOST_LIST_BYTES)).toString();
  return [...text.matchAll(/^[0-9a-f]{64} {2}([\w-]+\/\w+\/[\w.-]+\.canju)$/gm)].map(([, file]) => file!);
}

interface WriteOptions {
  readonly before: readonly string[];
  readonly signal: AbortSignal;
  readonly progress: ProgressLine;
}

interface WrittenSet {
  readonly tables: number;
  readonly bytes: number;
  readonly torrent: string;
  readonly infoHash: string;
}

async function writeSet(
  folder: string,
  wanted: readonly Endgame[],
  options: ExportOptions,
  { before, signal, progress }: WriteOptions,
): Promise<WrittenSet> {
  const atlas = await openAtlas();
  const catalog = new FolderCatalog(options.data, options);
  const reader = new OutcomeReader(catalog);
  const list = options.outcomes ? OUTCOME_SUMS : VALUE_SUMS;
  const files: { readonly path: string; readonly bytes: number }[] = [];
  const sums: string[] = [];
  try {
    const made = new Set<string>();
    if (options.outcomes) {
      const onTable = (endgame: string, number: number, total: number) =>
        progress.update(() => `outcomes of ${endgame}: ${number} of ${total} tables`);
      const { threads = availableParallelism(), memory: memoryBytes } = options;
      for (const { endgame } of await buildOutcomes(wanted, catalog, { threads, memoryBytes, signal, onTable }))
        made.add(endgame);
    }
    await disk.mkdir(folder, { recursive: true });
    // Marks the folder: what is there from now on is the set's.
    if (before.length === 0) await writeWhole(join(folder, FILE_SUMS), "");
    for (const [i, { name }] of wanted.entries()) {
      signal.throwIfAborted();
      progress.update(() => `checking ${name}, table ${i + 1} of ${wanted.length}`);
      const table = options.outcomes ? name + OUTCOMES_PART : name;
      const path = tablePath(catalog, table);
      const sum = options.outcomes
        ? await provenOutcomes(atlas, catalog, reader, name, made.has(name))
        : await provenSum(atlas, catalog, name, signal);
      const { header } = await placeTable(catalog.pathOf(table), join(folder, path));
      files.push({ path, bytes: fileBytes(header) });
      sums.push(`${sum}  ${path.replace(/\.canju$/, "")}\n`);
      catalog.forget(table);
    }
    for (const old of before)
      if (!files.some(({ path }) => path === old)) await disk.rm(join(folder, old), { force: true });
    const flag = options.outcomes ? " --outcomes" : "";
    const head = `# Tables of Canju, endgame databases for Xiangqi: canju fetch NAME${flag} --from <the address of this folder>\n`;
    for (const other of [OUTCOME_SUMS, VALUE_SUMS]) await disk.rm(join(folder, other), { force: true });
    await writeWhole(join(folder, list), head + sums.join(""));
    const name = basename(folder);
    const lists = [{ path: list, bytes: Buffer.byteLength(head + sums.join("")) }];
    const onFile = (path: string) => progress.update(() => `reading ${path}`);
    const shared = { name, files: [...lists, ...files], webSeeds: options.url ?? [], signal, onFile };
    const { bytes, infoHash, sha256 } = await torrentOf(folder, shared);
    const torrent = join(folder, `${name}.torrent`);
    await writeWhole(torrent, bytes);
    const lines = shared.files.map(({ path }, i) => `${sha256[i]}  ${path}\n`);
    await writeWhole(join(folder, FILE_SUMS), lines.join(""));
    return { tables: files.length, bytes: files.reduce((sum, each) => sum + each.bytes, 0), torrent, infoHash };
  } catch (error) {
    throw explainWriteError(error, join(folder, FILE_SUMS));
  } finally {
    await catalog.close();
  }
}

/**
 * The sum over the outcomes of a table, which the atlas has proven.
 * @param isMade just now, so that it holds what it states
 * @throws InputError `not-proven`
 */
async function provenOutcomes(
  atlas: Atlas,
  catalog: FolderCatalog,
  reader: OutcomeReader,
  name: string,
  isMade: boolean,
): Promise<string> {
  const proven = (await atlas.find(parseEndgame(name), catalog))?.outcomeSum;
  const table = await openOrMissing(catalog, name + OUTCOMES_PART);
  const sum = isMade
    ? table.header.info.outcomes?.sum
    : (await verifyOutcomes(name, catalog, async () => proven ?? null, reader)).sum;
  if (sum && sum === proven) return sum;
  const path = catalog.pathOf(name + OUTCOMES_PART);
  throw new InputError("not-proven", `${path} does not hold the outcomes that are proven of ${name}: make it anew`);
}

/** The content sum of a table's values, which the atlas has proven. @throws InputError `not-proven` */
async function provenSum(atlas: Atlas, catalog: FolderCatalog, name: string, signal: AbortSignal): Promise<string> {
  const record = await atlas.find(parseEndgame(name), catalog);
  if (record === null)
    throw new InputError("not-proven", `the atlas does not know ${name}: others could not compare it`);
  const path = catalog.pathOf(name);
  const stamp = await stampAt(path);
  const table = await openOrMissing(catalog, name);
  const { sha256 } = table.header;
  const known = await readSum(path, table.header);
  const isComputed = known?.stated === false;
  const sum = isComputed ? known.sum : await sumOfTable(table, () => createHash("sha256"), { signal });
  if (!isComputed) await writeSum(path, { endgame: name, sha256, sum }, stamp).catch(() => {}); // computed again next time
  if (sum === record.sum) return sum;
  throw new InputError("not-proven", `${path} does not hold the values that are proven of ${name}: build it anew`);
}
