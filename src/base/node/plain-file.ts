/**
 * Opening files where others may have put something else: a pipe that nobody writes to, a device, a link to another file.
 * What is no plain file is refused, and nobody waits for it.
 */
import { closeSync, constants, fstatSync, lstatSync, openSync } from "node:fs";
import * as fs from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { SourceError } from "../errors.ts";

/** Not to wait for whoever would write to a pipe. Windows has neither. */
const NOT_WAITING = constants.O_NONBLOCK ?? 0;
const NO_LINK = constants.O_NOFOLLOW ?? 0;

/** @param followsLinks whether a link to a file is as good as the file: what the program writes itself is never a link */
export async function openPlain(path: string, followsLinks = false): Promise<FileHandle> {
  // Looked at first: to open a device may do something.
  if (!(await (followsLinks ? fs.stat(path) : fs.lstat(path))).isFile()) throw noFile(path);
  const file = await fs.open(path, flagsOf(constants.O_RDONLY, followsLinks));
  try {
    await checkPlain(path, file);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** @throws SourceError `no-file` */
export async function checkPlain(path: string, file: FileHandle): Promise<void> {
  if (!(await file.stat()).isFile()) throw noFile(path);
}

/** The same for threads of their own. @returns a descriptor */
export function openPlainSync(path: string, flags = constants.O_RDONLY): number {
  if (!lstatSync(path).isFile()) throw noFile(path);
  const file = openSync(path, flagsOf(flags));
  if (fstatSync(file).isFile()) return file;
  closeSync(file);
  throw noFile(path);
}

/** Flags with which nothing is waited for, and no link followed. */
export function flagsOf(flags: number, followsLinks = false): number {
  return flags | NOT_WAITING | (followsLinks ? 0 : NO_LINK);
}

function noFile(path: string): SourceError {
  return new SourceError("no-file", `${path} cannot be read: it is no file`);
}
