/** `canju build`: endgames with everything they can lead to. */
import { readdir } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { Option, type Command } from "commander";
import { canonicalEndgame, coneOf, parseEndgame, type Endgame } from "../../endgame/endgame.ts";
import type { BuildCosts, BuildReport } from "../../solve/node/build.ts";
import { collectionPath } from "../../table/catalog/catalog.ts";
import { FolderCatalog } from "../../table/node/folder-catalog.ts";
import type { MadeOutcomes } from "../../outcomes/node/build.ts";
import { ProgressLine } from "./progress.ts";
import { WORK_SUFFIX } from "../../base/node/unfinished.ts";
import { InputError } from "../../base/errors.ts";
import { formatBytes } from "../../base/sizes.ts";
import { BuildProgress, buildTables, type BuildFlags } from "./building.ts";
import { Interrupted, interruptible } from "./errors.ts";
import {
  addSwitches,
  addTableOptions,
  again,
  editionOption,
  fromOption,
  keysOption,
  memoryOption,
  publishOption,
  threadsOption,
  type TableOptions,
} from "./options.ts";
import { readPosition } from "./positions.ts";
import { formatColumns, formatCount, formatSeconds, printJson, printLine } from "./output.ts";
import { describeMutual } from "./stats.ts";

export function registerBuild(program: Command): void {
  const command = program
    .command("build")
    .description("build endgames and all that captures lead to, skipping what exists")
    .argument("[endgames...]", "such as KRKAABB, or a cone such as KPPKP.from66-7")
    .option("--outcomes", "also tables of outcomes alone, for searches: small, and read in microseconds")
    .addOption(positionOption())
    .option("--plan", "only say how large they are, how long they take and how much memory")
    .option("--slices", "solve part by part, by soldiers' ranks: the same tables, in less memory");
  addSwitches(addTableOptions(command))
    .addOption(editionOption())
    .addOption(threadsOption())
    .addOption(keysOption())
    .addOption(memoryOption())
    .addOption(publishOption())
    .addOption(fromOption())
    .action((names: string[], options: ConeFlags) => build(names, options));
}

function positionOption(): Option {
  const about = "what this position can reach: soldiers from their ranks on, and all captures; may be given again";
  return new Option("--position <fen>", about).argParser(again);
}

interface ConeFlags extends BuildFlags {
  readonly position?: readonly string[];
  readonly from?: readonly string[];
  readonly outcomes?: true;
  readonly plan?: true;
}

async function build(names: readonly string[], options: ConeFlags): Promise<void> {
  const { position: positions = [] } = options;
  if (names.length + positions.length === 0) {
    throw new InputError("bad-command", "name an endgame to build, such as KRKAABB, or give a --position");
  }
  const cones = positions.map((fen) => canonicalEndgame(coneOf(readPosition(fen).board)).endgame);
  const endgames = [...names.map(parseEndgame), ...cones];
  if (options.plan) return (await import("./plan.ts")).printPlan(endgames, options);
  const started = performance.now();
  const progress = new BuildProgress(namesOf(endgames));
  const report = await interruptible(
    async (signal) => {
      const { from } = options;
      if (from !== undefined) await (await import("./fetch.ts")).fetchQuicker(endgames, { ...options, from }, signal);
      return buildTables(endgames, options, signal, progress);
    },
    () => progress.note("stopping (once more to stop at once) ..."),
  ).catch(async (error: unknown) => {
    throw error instanceof Interrupted ? new Interrupted(await describeStop(progress, options)) : error;
  });
  const outcomes = options.outcomes
    ? await interruptible(
        (signal) => makeOutcomes(tablesOf(report), options, signal),
        () => {},
      )
    : null;
  const seconds = (performance.now() - started) / 1000;
  const { metric, rules, data } = options;
  const json = { endgames: endgames.map(({ name }) => name), metric, rules, data, seconds, ...report };
  if (options.json) printJson(outcomes === null ? json : { ...json, outcomes });
  else {
    printLine(describe(report, seconds, data));
    if (outcomes !== null) printLine(describeOutcomes(outcomes));
  }
}

/** What is there now: in place of a cone it may be a table that holds it. */
const tablesOf = ({ built, present }: BuildReport): Endgame[] =>
  [...present, ...built.map(({ endgame }) => endgame)].map(parseEndgame);

async function makeOutcomes(
  endgames: readonly Endgame[],
  options: ConeFlags,
  signal: AbortSignal,
): Promise<MadeOutcomes[]> {
  const { buildOutcomes } = await import("../../outcomes/node/build.ts");
  const catalog = new FolderCatalog(options.data, options);
  const progress = new ProgressLine();
  try {
    const onTable = (endgame: string, done: number, total: number) => {
      progress.update(() => `outcomes of ${endgame}: ${done} of ${total} tables`);
    };
    const { threads = availableParallelism(), memory: memoryBytes } = options;
    return await buildOutcomes(endgames, catalog, { threads, memoryBytes, signal, onTable });
  } finally {
    progress.clear();
    await catalog.close();
  }
}

function describeOutcomes(made: readonly MadeOutcomes[]): string {
  if (made.length === 0) return "the tables of outcomes were there";
  const sum = (of: "fileBytes" | "valueBytes") => made.reduce((all, table) => all + table[of], 0);
  const tables = made.length === 1 ? "1 table" : `${made.length} tables`;
  return `made ${tables} of outcomes: ${formatBytes(sum("fileBytes"))}, of values ${formatBytes(sum("valueBytes"))}`;
}

/** At most three, and how many more. */
function namesOf(endgames: readonly Endgame[]): string {
  const names = endgames.map(({ name }) => name);
  return names.length <= 3 ? names.join(" ") : `${names.slice(0, 3).join(" ")} and ${names.length - 3} more`;
}

/** What is kept: tables, and of the one in work what was put aside, if it takes so long that anything is. */
async function describeStop({ finished, total, endgame }: BuildProgress, options: TableOptions): Promise<string> {
  const works = await readdir(join(options.data, collectionPath(options))).catch((): string[] => []);
  const isAside = endgame !== null && works.includes(`${endgame}${WORK_SUFFIX}`);
  if (finished === 0 && !isAside) return "stopped before a table was finished; the same command begins anew";
  const work = isAside ? `, and what was put aside of ${endgame}` : "";
  const kept = `${finished} of ${total} tables are finished and kept in ${options.data}${work}`;
  return `stopped: ${kept}; to go on, give the same command again`;
}

function describe({ built, present, took }: BuildReport, seconds: number, folder: string): string {
  const there = present.length === 0 ? "" : `, ${present.length} were there`;
  if (built.length === 0) return `nothing to build: all ${present.length} tables are in ${folder}`;
  const head = ["endgame", "cells", "size", "bits/pos.", "time"];
  const rows = built.map((table) => [
    table.endgame,
    formatCount(table.cells),
    formatBytes(table.fileBytes),
    table.bitsPerPosition.toFixed(2),
    formatSeconds(table.seconds),
  ]);
  const total = formatBytes(built.reduce((sum, { fileBytes }) => sum + fileBytes, 0));
  const tables = built.length === 1 ? "1 table" : `${built.length} tables`;
  const summary = `built ${tables} (${total}) in ${formatSeconds(seconds)}${there}: ${folder}`;
  const told = ({ told: estimate, was }: BuildCosts["memory"], of: string) =>
    `${formatBytes(was)} of ${of} (told: ${formatBytes(estimate)})`;
  const costs = took === null ? "" : `\ntook ${told(took.memory, "memory")}, ${told(took.disk, "disk")}`;
  const mutual = built.filter((table) => table.mutual !== undefined);
  const patterns = mutual.map((table) => `${table.endgame}: ${describeMutual(table)}\n`).join("");
  return `${formatColumns([head, ...rows], "lrrrr")}\n\n${patterns}${summary}${costs}`;
}
