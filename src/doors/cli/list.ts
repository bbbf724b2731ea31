/** `canju list`: the tables of the data folder. */
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { Option, type Command } from "commander";
import type { AtlasEntry } from "../../knowledge/atlas/atlas.ts";
import { openAtlas } from "../../knowledge/atlas/node/files.ts";
import { formatShare } from "../../query/statistics.ts";
import { formatBytes } from "../../base/sizes.ts";
import type { TableProgress } from "../../solve/build/build-figures.ts";
import { proofWorksIn } from "../../verify/node/proof-work.ts";
import { UnusableWork, worksIn } from "../../solve/node/work-manifest.ts";
import { collectionPath, collectionsOf, type Collection } from "../../table/catalog/catalog.ts";
import { formatCollection, type OrderForm, type Rules, type TableInfo } from "../../table/format/header.ts";
import type { ProofRecord } from "../../table/format/proof.ts";
import { FolderCatalog, type CatalogEntry, type StrayFile } from "../../table/node/folder-catalog.ts";
import { locksIn, nameHolder, type FoundLock } from "../../base/node/locks.ts";
import { stampAt } from "../../table/node/record-file.ts";
import { isUnused } from "../../base/node/unused-work.ts";
import { sealIfAny } from "../../base/node/user-key.ts";
import { VERSION } from "../../base/version.ts";
import { InputError } from "../../base/errors.ts";
import { addDataOption, jsonOption, metricOption, ordersOption, rulesOption, checkDataFolder } from "./options.ts";
import { formatColumns, formatCount, printJson, printLine } from "./output.ts";
import { listSums } from "./sums.ts";
import { proofOf } from "./tables.ts";
import type { Metric } from "../../table/value.ts";

interface ListOptions extends Partial<Collection> {
  readonly data: string;
  readonly json?: true;
  readonly sums?: true;
  readonly known?: true;
}

/** A table of outcomes alone. */
interface ListedOutcomes {
  readonly endgame: string;
  readonly collection: Collection;
  readonly bytes: number;
  /** Over its outcomes, as it states it. */
  readonly sum: string;
  readonly path: string;
}

interface ListedTable {
  readonly endgame: string;
  readonly metric: Metric;
  readonly rules: Rules;
  /** How orders are numbered; null where the rules know none. */
  readonly orders: OrderForm;
  /** How the open points of the rules were decided. */
  readonly switches: TableInfo["switches"];
  /** For each side to move. */
  readonly cells: number;
  /** Legal positions of the whole board, both sides together. */
  readonly positions: number;
  readonly bytes: number;
  readonly bitsPerPosition: number;
  /** In plies, -1: there is none. */
  readonly longestWin: { readonly red: number; readonly black: number };
  /** ISO 8601. */
  readonly built: string;
  /** When and how it was proven; null: not yet, or its file has changed since. */
  readonly verified: ProofRecord | null;
  readonly path: string;
}

/** A table that somebody builds or proves, or has left so. */
interface ListedWork {
  readonly endgame: string;
  readonly collection: Collection;
  /** Whether the process that did it is known to have ended. */
  readonly left: boolean;
  /** When its lock was last written, by the clock of its disk: ISO 8601. */
  readonly heard: string | null;
  readonly lock: FoundLock;
}

/** A build that was interrupted, and that `canju build` goes on with. */
interface ListedBuild {
  readonly endgame: string;
  readonly collection: Collection;
  readonly path: string;
  /** ISO 8601; null: what was put aside cannot be used. */
  readonly saved: string | null;
  /** Why it cannot be used, where that is so. */
  readonly why: string | null;
  readonly progress: TableProgress | null;
  /** Whether it was begun with --slices, and can be gone on with so alone. */
  readonly inSlices: boolean;
}

type ListedProof = Omit<ListedBuild, "progress" | "why" | "inSlices">;

export function registerList(program: Command): void {
  addDataOption(program.command("list").description("the tables there are"))
    .addOption(metricOption())
    .addOption(rulesOption())
    .addOption(ordersOption())
    .option("--sums", "the content sum of each table: the same for the same values, however they are stored")
    .addOption(
      new Option(
        "--known",
        "the endgames of the atlas instead: what is proven of each, whether its table is here or not",
      ).conflicts("sums"),
    )
    .addOption(jsonOption())
    .action((options: ListOptions) =>
      options.known ? listKnown(options) : options.sums ? listSums(options) : list(options),
    );
}

async function listKnown({ json }: ListOptions): Promise<void> {
  const entries = [...(await openAtlas()).entries.values()];
  if (json) {
    printJson({ endgames: entries });
    return;
  }
  const outcomes = ["wins", "draws", "loses"];
  const head = [
    "endgame",
    "cells",
    ...outcomes.map((outcome) => `Red ${outcome}`),
    ...outcomes.map((outcome) => `Black ${outcome}`),
    "Red wins in",
    "Black wins in",
    "orders",
    "zugzwangs",
  ];
  const rows = entries.map(({ endgame, cells, red, black, longestWin, highestOrder, zugzwangs }) => [
    endgame,
    formatCount(cells),
    ...sharesOf(red),
    ...sharesOf(black),
    formatLongest(longestWin.red),
    formatLongest(longestWin.black),
    String(highestOrder),
    formatCount(zugzwangs),
  ]);
  printLine(
    `${formatColumns([head, ...rows], `l${"r".repeat(head.length - 1)}`)}\n\n${entries.length} endgames are proven, to conversion and under the Asian rules`,
  );
}

/** Of the side to move: its wins, draws and losses. */
function sharesOf(outcomes: AtlasEntry["red"]): string[] {
  const all = outcomes.reduce((sum, count) => sum + count, 0);
  return outcomes.map((count) => formatShare(count, all));
}

async function list({ data, json, ...wanted }: ListOptions): Promise<void> {
  await checkDataFolder(data);
  const tables: ListedTable[] = [];
  const outcomes: ListedOutcomes[] = [];
  const damaged: StrayFile[] = [];
  const unfinished: string[] = [];
  const works: ListedWork[] = [];
  const interrupted: ListedBuild[] = [];
  const unproven: ListedProof[] = [];
  const unused: string[] = [];
  for (const collection of collectionsOf(wanted)) {
    const catalog = new FolderCatalog(data, collection);
    const listing = await catalog.list();
    const folder = join(data, collectionPath(collection));
    for (const { changed, ...lock } of await locksIn(folder)) {
      const heard = changed?.toISOString() ?? null;
      works.push({ endgame: lock.endgame, collection, left: lock.writer === "gone", heard, lock });
    }
    const identity = () => identityOf(collection);
    for (const { path, endgame, work: found } of await worksIn(folder, sealIfAny("build"), identity)) {
      const goesOn = works.some((work) => work.endgame === endgame && work.lock.work === "build" && !work.left);
      const isUsable = !(found instanceof UnusableWork);
      const { saved, progress } = isUsable ? found : { saved: null, progress: null };
      const why = isUsable ? null : found.message;
      const inSlices = isUsable && found.identity.inSlices;
      if (!goesOn) interrupted.push({ endgame, collection, path, saved, why, progress, inSlices });
    }
    for (const { path, endgame, saved } of await proofWorksIn(folder, sealIfAny("proof"))) {
      const goesOn = works.some((work) => work.endgame === endgame && work.lock.work === "proof" && !work.left);
      if (!goesOn) unproven.push({ endgame, collection, path, saved: saved?.toISOString() ?? null });
    }
    const files = await readdir(folder).catch(() => []);
    unused.push(...files.filter(isUnused).map((file) => join(folder, file)));
    for (const { endgame, bytes, header, path } of listing.outcomes) {
      outcomes.push({ endgame, collection, bytes, sum: header.info.outcomes!.sum, path });
    }
    damaged.push(...listing.strays);
    unfinished.push(...listing.unfinished);
    for (const entry of listing.tables) {
      const { path } = entry;
      try {
        tables.push(await describe({ ...entry, verified: await proofOf(catalog, entry) }));
      } catch (error) {
        if ((await stampAt(path)) === null) continue; // it was removed meanwhile
        if (!(error instanceof InputError)) throw error;
        damaged.push({ path, problem: error.message });
      }
    }
    await catalog.close();
  }
  if (json) printJson({ data, tables, outcomes, damaged, unfinished, works, interrupted, unproven, unused });
  else {
    const lines = [
      format(data, tables, damaged, unfinished),
      ...formatOutcomes(outcomes),
      ...works.map(formatWork),
      ...interrupted.map(formatBuild),
      ...unproven.map(formatProof),
      ...unused.map((path) => `not used, as this user's program has not written it, or it was damaged: ${path}`),
    ];
    printLine(lines.join("\n"));
  }
}

async function describe({ endgame, path, bytes, header, verified }: CatalogEntry): Promise<ListedTable> {
  const { red, black, metric, rules, orderForm, switches } = header.info;
  const positions = red.positions + black.positions;
  return {
    endgame,
    metric,
    rules,
    orders: orderForm,
    switches,
    cells: header.cells,
    positions,
    bytes,
    bitsPerPosition: (8 * bytes) / positions,
    longestWin: { red: red.longestWin, black: black.longestWin },
    built: (await stat(path)).mtime.toISOString(),
    verified,
    path,
  };
}

function formatOutcomes(outcomes: readonly ListedOutcomes[]): string[] {
  if (outcomes.length === 0) return [];
  const bytes = formatBytes(outcomes.reduce((sum, each) => sum + each.bytes, 0));
  const names = outcomes.map(({ endgame }) => endgame);
  const shown = names.length <= 8 ? names.join(" ") : `${names.slice(0, 8).join(" ")} and ${names.length - 8} more`;
  return [`tables of outcomes: ${outcomes.length}, ${bytes}: ${shown}`];
}

const UNPROVEN = "not proven (-): the figures are what the file states, canju verify proves them";
const STATED = "(stated): a record that came with the file, nothing was proven here";

function format(
  data: string,
  tables: readonly ListedTable[],
  damaged: readonly StrayFile[],
  unfinished: readonly string[],
): string {
  const head = [
    "endgame",
    "metric",
    "rules",
    "cells",
    "positions",
    "size",
    "bits/pos.",
    "Red wins in",
    "Black wins in",
    "built",
    "proven",
  ];
  const rows = tables.map((table) => [
    table.endgame,
    table.metric,
    formatRules(table),
    formatCount(table.cells),
    formatCount(table.positions),
    formatBytes(table.bytes),
    table.bitsPerPosition.toFixed(2),
    formatLongest(table.longestWin.red),
    formatLongest(table.longestWin.black),
    table.built.slice(0, 10),
    formatProven(table.verified),
  ]);
  const total = formatBytes(tables.reduce((sum, { bytes }) => sum + bytes, 0));
  const count =
    tables.length === 0 ? "no tables" : tables.length === 1 ? "1 table" : `${tables.length} tables, ${total}`;
  return [
    ...(rows.length === 0 ? [] : [formatColumns([head, ...rows], "lllrrrrrrrr"), ""]),
    `${data}: ${count}`,
    ...(tables.some(({ verified }) => verified === null) ? [UNPROVEN] : []),
    ...(tables.some(({ verified }) => verified?.stated) ? [STATED] : []),
    ...damaged.map(({ problem }) => `not used: ${problem}`),
    ...unfinished.map((path) => `unfinished, of a build or a fetch that runs or was killed: ${path}`),
  ].join("\n");
}

function formatProven(verified: ProofRecord | null): string {
  if (verified === null) return "-";
  return verified.date.slice(0, 10) + (verified.stated ? " (stated)" : "");
}

function formatRules({ rules, orders, switches }: ListedTable): string {
  const on = Object.keys(switches).filter((name) => switches[name]);
  const details = [...(orders === "chessdb" ? [orders] : []), ...on];
  return details.length === 0 ? rules : `${rules} (${details.join(", ")})`;
}

function formatWork({ endgame, collection, left, heard, lock }: ListedWork): string {
  const [done, undone] = lock.work === "build" ? ["built", "build"] : ["proven", "proof"];
  const by = `${endgame} (${formatCollection(collection)}) by ${nameHolder(lock)}`;
  const parts = [left ? `${undone} left unfinished: ${by}, which has ended` : `being ${done}: ${by}`];
  if (lock.holder !== null) parts.push(`begun ${lock.holder.since}`);
  if (lock.progress !== null) parts.push(`${lock.progress.phase}, ${Math.floor(100 * lock.progress.done)} %`);
  if (!left && lock.writer !== "running" && heard !== null) parts.push(`last heard of ${heard}`);
  return parts.join(", ");
}

/** What builds in a collection are built under, by this program; which points of the rules are open is for each to say. */
async function identityOf(collection: Collection) {
  // Loaded only here: mostly no build was interrupted.
  const [{ rulesOf }, { compiledKernel }] = await Promise.all([
    import("../../solve/build/content.ts"),
    import("../../solve/node/thread-team.ts"),
  ]);
  const { metric, rules } = collection;
  const { orderForm } = rulesOf(collection);
  return { metric, rules, orderForm, version: VERSION, kernel: (await compiledKernel()).sha256 };
}

function formatBuild({ endgame, collection, path, saved, why, progress, inSlices }: ListedBuild): string {
  const head = `unfinished build: ${endgame} (${formatCollection(collection)})`;
  if (saved === null) return `${head}: what was put aside in ${path} cannot be used: ${why}`;
  const parts = [head];
  if (progress !== null) parts.push(`${progress.phase}, ${Math.floor(100 * progress.done)} %`);
  return [...parts, `put aside ${saved}`, `canju build ${endgame}${inSlices ? " --slices" : ""} goes on with it`].join(
    ", ",
  );
}

function formatProof({ endgame, collection, path, saved }: ListedProof): string {
  const head = `unfinished proof: ${endgame} (${formatCollection(collection)})`;
  if (saved === null) {
    return `${head}: what was put aside in ${path} cannot be used: this user's program has not written it, or it is damaged`;
  }
  return `${head}, put aside ${saved}, canju verify ${endgame} goes on with it`;
}

function formatLongest(plies: number): string {
  return plies < 0 ? "-" : String(plies);
}
