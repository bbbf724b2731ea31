/** The names of files that are being written: a dot, the file's own name, the process that writes it, chance. */
import { randomBytes } from "node:crypto";
import { basename, dirname, join } from "node:path";

const UNFINISHED = /^\..+\.canju\.(\d+)\.[0-9a-f]+\.tmp$/;

/** A name for what will be `path` when it is complete. */
export function unfinishedPath(path: string): string {
  return join(dirname(path), `.${basename(path)}.${process.pid}.${randomBytes(4).toString("hex")}.tmp`);
}

/** The process that writes, or wrote, an unfinished table; null for any other file. */
export function writerOf(file: string): number | null {
  const match = UNFINISHED.exec(file);
  return match === null ? null : Number(match[1]);
}
