/** Building tables, for the commands that do: what is left over goes, and what cannot fit on the disk is not begun. */
import { readdir, rm, stat } from "node:fs/promises";
import { statfsSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseEndgame, type Endgame } from "../endgame/endgame.ts";
import { estimateEndgame } from "../endgame/estimate.ts";
import type { BuildReport } from "../solve/node/build.ts";
import { collectionPath } from "../table/catalog.ts";
import { formatBytes } from "../table/errors.ts";
import { InputError } from "../xiangqi/errors.ts";
import type { BuildProgress } from "./build-progress.ts";
import type { TableOptions } from "./options.ts";
import type { SwitchOptions } from "./switches.ts";
import { checkDataFolder } from "./tables.ts";

export interface BuildOptions extends TableOptions, SwitchOptions {
  readonly threads?: number;
}

/** Builds the endgames and all they need. */
export async function buildTables(
  endgames: readonly Endgame[],
  { data, metric, rules, orders, threads, switch: options }: BuildOptions,
  signal: AbortSignal,
  progress: BuildProgress,
): Promise<BuildReport> {
  if (rules === "none" && options !== undefined) {
    throw new InputError("bad-arguments", "--switch decides open points of the Asian rules: --rules none has none");
  }
  await checkDataFolder(data);
  await removeLeftovers(join(data, collectionPath({ rules, metric, orders })));
  const { buildClosure } = await import("../solve/node/build.ts");
  return buildClosure(endgames, {
    folder: data,
    metric,
    rules,
    orders,
    options,
    threads,
    signal,
    onEvent(event) {
      if (event.kind === "plan")
        checkDisk(
          data,
          event.endgames.filter((name) => !event.present.includes(name)),
        );
      progress.onEvent(event);
    },
  }).finally(() => progress.clear());
}

/** Estimates of files may be three times too high: only what surely cannot fit is refused. */
const SURELY = 3;

/** @throws InputError `disk-full` when these tables cannot fit */
export function checkDisk(folder: string, names: readonly string[], freeBytes = freeBytesAt(folder)): void {
  const bytes = names.reduce((sum, name) => sum + estimateEndgame(parseEndgame(name)).fileBytes, 0);
  if (bytes / SURELY <= freeBytes) return;
  const room = `there are ${formatBytes(freeBytes)} left on the disk of ${folder}`;
  throw new InputError("disk-full", `the tables take about ${formatBytes(bytes)}, but ${room}`);
}

function freeBytesAt(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch (error) {
    const isNew = (error as NodeJS.ErrnoException).code === "ENOENT" && dirname(folder) !== folder;
    return isNew ? freeBytesAt(dirname(folder)) : Infinity;
  }
}

/** What the writer calls a file that is not complete, with the process that writes it. */
const UNFINISHED = /^\..+\.canju\.(\d+)\.[0-9a-f]+\.tmp$/;
/** Another machine or container may write here too, whose processes cannot be seen. */
const LEFT_MILLISECONDS = 10 * 60_000;

export function isUnfinished(file: string): boolean {
  return UNFINISHED.test(file);
}

/** Removes what killed builds left. */
async function removeLeftovers(folder: string): Promise<void> {
  const files = await readdir(folder).catch(() => []);
  for (const file of files) {
    const writer = UNFINISHED.exec(file)?.[1];
    if (writer === undefined || isRunning(Number(writer))) continue;
    const path = join(folder, file);
    const written = await stat(path).catch(() => null);
    if (written !== null && Date.now() - written.mtimeMs > LEFT_MILLISECONDS) await rm(path, { force: true });
  }
}

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
