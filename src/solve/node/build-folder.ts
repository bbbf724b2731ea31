/** Building into a data folder: what killed builds left goes, and what cannot fit on the disk is not begun. */
import { join } from "node:path";
import type { Endgame } from "../../endgame/endgame.ts";
import { collectionPath } from "../../table/catalog/catalog.ts";
import { freeBytesAt } from "../../base/node/disk.ts";
import { formatBytes } from "../../base/sizes.ts";
import { removeLeftLocks } from "../../base/node/locks.ts";
import { removeLeftovers } from "../../base/node/unfinished.ts";
import { InputError } from "../../base/errors.ts";
import { buildClosure, type BuildOptions, type BuildReport } from "./build.ts";

/** As `buildClosure`. @throws InputError `disk-full` when the tables cannot fit */
export async function buildInto(endgames: readonly Endgame[], options: BuildOptions): Promise<BuildReport> {
  const { folder, onEvent } = options;
  const collection = join(folder, collectionPath(options));
  await removeLeftovers(collection);
  await removeLeftLocks(collection);
  return buildClosure(endgames, {
    ...options,
    onEvent(event) {
      onEvent?.(event.kind === "plan" ? { ...event, tightDisk: checkDisk(folder, event) } : event);
    },
  });
}

/** Estimates of files, and of what is put aside on the way, may be three times too high: only what surely cannot fit is refused. */
const SURELY = 3;

/**
 * @param diskBytes of the tables
 * @param workBytes of what is put aside on the way
 * @returns one line where these may not fit; else null
 * @throws InputError `disk-full` when these cannot fit
 */
export function checkDisk(
  folder: string,
  { diskBytes, workBytes }: { readonly diskBytes: number; readonly workBytes: number },
  freeBytes = freeBytesAt(folder),
): string | null {
  const bytes = diskBytes + workBytes;
  if (bytes <= freeBytes) return null;
  const work = workBytes === 0 ? "" : `, and ${formatBytes(workBytes)} more while they are built`;
  const room = `there are ${formatBytes(freeBytes)} left on the disk of ${folder}`;
  const told = `the tables take about ${formatBytes(diskBytes)}${work}, but ${room}`;
  if (bytes / SURELY > freeBytes) throw new InputError("disk-full", told);
  return `${told}: that may not be enough`;
}
