/** `canju fetch`: tables from somebody else, each compared with what is proven before it is kept. */
import { availableParallelism } from "node:os";
import type { Command } from "commander";
import { InputError } from "../../base/errors.ts";
import { formatBytes } from "../../base/sizes.ts";
import { parseEndgame, type Endgame } from "../../endgame/endgame.ts";
import {
  fetchTables,
  tableHost,
  type FetchProgress,
  type FetchReport,
  type TableHost,
} from "../../knowledge/atlas/node/fetch.ts";
import { openAtlas } from "../../knowledge/atlas/node/files.ts";
import { collectionOf } from "../../knowledge/atlas/record.ts";
import { collectionPath, type Collection } from "../../table/catalog/collection.ts";
import { interruptible } from "./errors.ts";
import { addSetOptions, checkDataFolder, fromOption, type SetOptions } from "./options.ts";
import { formatCount, formatSeconds, printJson, printLine } from "./output.ts";
import { loadPackage } from "./packages.ts";
import { ProgressLine } from "./progress.ts";

interface FetchFlags extends SetOptions {
  readonly from: readonly string[];
}

export function registerFetch(program: Command): void {
  const command = program
    .command("fetch")
    .description("fetch tables with all they lead to, and keep those whose values are proven: by the atlas, or here")
    .argument("[endgames...]", "such as KRKAABB");
  addSetOptions(command)
    .addOption(fromOption().makeOptionMandatory())
    .action((names: string[], options: FetchFlags) => fetchNamed(names, options));
}

async function fetchNamed(names: readonly string[], options: FetchFlags): Promise<void> {
  const endgames = [...names.map(parseEndgame), ...(await endgamesOfAtlas(options, options.cells))];
  if (endgames.length === 0)
    throw new InputError("bad-command", "name endgames to fetch, such as KRKAABB, or say --cells 30M");
  await checkDataFolder(options.data);
  const progress = new ProgressLine();
  const report = await interruptible(
    async (signal) => {
      const hosts = await Promise.all(options.from.map(openHost));
      const { data: folder, memory: memoryBytes, threads } = options;
      const kind = options.outcomes ? "outcomes" : "values";
      const onProgress = (state: FetchProgress) => progress.update(() => describeFetch(state));
      return fetchTables(endgames, {
        hosts,
        folder,
        collection: options,
        kind,
        signal,
        threads,
        memoryBytes,
        onProgress,
      });
    },
    () => progress.note("stopping; what has come is kept, and the same command goes on with it ..."),
  ).finally(() => progress.clear());
  if (options.json) printJson({ from: options.from, data: options.data, ...report });
  else printLine(describeReport(report, options.data));
  const { leftOut } = report;
  if (leftOut.length === 0) return;
  if (!options.json)
    for (const { endgame, why } of leftOut) console.error(`canju: left out: ${endgame}: ${why.join("; ")}`);
  const others = leftOut.length === 1 ? "1 table is" : `${leftOut.length} tables are`;
  throw new InputError("left-out", `${others} left out; canju build makes what is missing`);
}

/** Those of a collection up to a size; none where no size is given. */
export async function endgamesOfAtlas(collection: Collection, cells = 0): Promise<Endgame[]> {
  if (cells === 0) return [];
  const path = collectionPath(collection);
  const found: { readonly endgame: string; readonly cells: number }[] = [];
  for await (const record of (await openAtlas()).records()) {
    if (record.cells <= cells && collectionPath(collectionOf(record)) === path) found.push(record);
  }
  if (found.length === 0)
    throw new InputError("not-in-atlas", `the atlas has no endgames of so few cells under ${path}`);
  return found.sort((a, b) => a.cells - b.cells).map(({ endgame }) => parseEndgame(endgame));
}

/** @param url also that of a fleet's store: `s3://bucket/prefix` */
export async function openHost(url: string): Promise<TableHost> {
  return url.startsWith("s3:") ? (await loadPackage("canju-fleet")).openHost(url) : tableHost(url);
}

/** What `canju build --from` downloads: what the atlas knows, where that takes less time than to build it. */
export async function fetchQuicker(
  endgames: readonly Endgame[],
  { from, data, threads = availableParallelism(), ...collection }: Omit<FetchFlags, "json">,
  signal: AbortSignal,
): Promise<void> {
  const { secondsToBuild } = await import("../../solve/build/estimate.ts");
  const { countCells } = await import("../../endgame/count.ts");
  const progress = new ProgressLine();
  const isWorth = (endgame: Endgame, bytes: number, bytesPerSecond: number): boolean => {
    const [least, most] = secondsToBuild([endgame], collection.rules, threads);
    return bytes / bytesPerSecond + 2 * countCells(endgame) * SUM_SECONDS < Math.sqrt(least * most);
  };
  const hosts = await Promise.all(from.map(openHost));
  const onProgress = (state: FetchProgress) => progress.update(() => describeFetch(state));
  const request = { hosts, folder: data, collection, signal, proves: false, isWorth, onProgress };
  const report = await fetchTables(endgames, request)
    .finally(() => progress.clear())
    .catch((error: unknown) => {
      if (!(error instanceof InputError) || error.code !== "unreachable") throw error;
      progress.note(`what is missing is built: ${error.message}`);
      return null;
    });
  if (report === null) return;
  progress.note(describeReport(report, data));
  const lies = report.leftOut.filter(({ why }) => why.some((each) => each.includes("a lie")));
  for (const { endgame, why } of lies) progress.note(`${endgame} is built: ${why.join("; ")}`);
}

/** For each position, to sum the values of a table. */
const SUM_SECONDS = 60e-9;

function describeFetch({ endgame, number, total, bytes, bytesPerSecond, check }: FetchProgress): string {
  const doing = check === null ? "" : `  ${check.phase} ${Math.floor(100 * check.done)} %`;
  const come = bytesPerSecond === null ? "" : `  ${formatBytes(bytes)} so far, ${formatBytes(bytesPerSecond)}/s`;
  return `${endgame} ${number}/${total}${doing}${come}`;
}

function describeReport({ fetched, present, seconds }: FetchReport, data: string): string {
  const proven = fetched.filter(({ by }) => by === "proof").length;
  const bytes = fetched.reduce((sum, table) => sum + table.bytes, 0);
  const tables = fetched.length === 1 ? "1 table" : `${formatCount(fetched.length)} tables`;
  const there = present.length === 0 ? "" : `, ${formatCount(present.length)} were there`;
  const here = proven === 0 ? "" : ` (${formatCount(proven)} proven here, the others by the atlas)`;
  return `fetched ${tables} (${formatBytes(bytes)}) in ${formatSeconds(seconds)}${here}${there}: ${data}`;
}
