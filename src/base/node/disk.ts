/** What files are written with, which tests make fail at every step once, and what can go wrong, in words. */
import { constants, readSync, statfsSync, writeSync } from "node:fs";
import { copyFile, link, mkdir, open, rename, rm, writeFile, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { InputError } from "../errors.ts";
import { checkPlain, flagsOf } from "./plain-file.ts";
import { unfinishedPath } from "./unfinished.ts";

export const disk = { copyFile, link, mkdir, open, rename, rm, writeFile };

export type Disk = typeof disk;

/** Removes what was left half done, where that can be: why it was left is what its writer tells. */
export async function discard(path: string): Promise<void> {
  await disk.rm(path, { force: true }).catch(() => {});
}

const { O_RDONLY, O_RDWR, O_WRONLY, O_CREAT, O_TRUNC } = constants;
const FLAGS = { r: O_RDONLY, "r+": O_RDWR, w: O_WRONLY | O_CREAT | O_TRUNC };

/** Opens a file for as long as it is used. @throws SourceError `no-file` for what is none, without waiting for it */
export async function withFile<T>(
  path: string,
  flags: keyof typeof FLAGS | number,
  use: (file: FileHandle) => Promise<T>,
): Promise<T> {
  const file = await disk.open(path, flagsOf(typeof flags === "number" ? flags : FLAGS[flags]));
  try {
    await checkPlain(path, file);
    return await use(file);
  } finally {
    await file.close();
  }
}

/** Writes all of the bytes, from a position in the file on. */
export async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, at, bytes.length - at, position + at);
    if (bytesWritten === 0) throw new Error(`the disk takes no byte at ${position + at}`);
    at += bytesWritten;
  }
}

/** Of one call: the system takes less than 2 GiB at once. */
const MOST_BYTES = 2 ** 30;

/** Reads without waiting for others, for threads of their own. @returns the bytes read: fewer only where the file ends */
export function readFully(file: number, into: Uint8Array, position: number): number {
  for (let at = 0; at < into.length;) {
    const bytes = readSync(file, into, at, Math.min(MOST_BYTES, into.length - at), position + at);
    if (bytes === 0) return at;
    at += bytes;
  }
  return into.length;
}

/** Writes all of the bytes so. */
export function writeFully(file: number, bytes: Uint8Array, position: number): void {
  for (let at = 0; at < bytes.length;) {
    at += writeSync(file, bytes, at, Math.min(MOST_BYTES, bytes.length - at), position + at);
  }
}

/** Has on the disk what was written of a file, or which files a folder has. */
export async function sync(path: string): Promise<void> {
  const file = await disk.open(path, flagsOf(O_RDONLY, true));
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Writes a small file so that `path` is either complete or untouched. @throws InputError `disk-full`, `cannot-write` */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  const temporary = unfinishedPath(path);
  try {
    await disk.writeFile(temporary, content, { flag: "wx" });
    await disk.rename(temporary, path);
  } catch (error) {
    await discard(temporary);
    throw explainWriteError(error, path);
  }
}

/** Bytes free on the disk of a folder, which need not exist yet; where that cannot be told, any number. */
export function freeBytesAt(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch (error) {
    const isNew = (error as NodeJS.ErrnoException).code === "ENOENT" && dirname(folder) !== folder;
    return isNew ? freeBytesAt(dirname(folder)) : Infinity;
  }
}

const EXPLAINED: Readonly<Record<string, readonly [code: string, what: string]>> = {
  ENOSPC: ["disk-full", "the disk is full"],
  EDQUOT: ["disk-full", "the disk quota is used up"],
  EFBIG: ["disk-full", "the file system allows no file of this size"],
  EACCES: ["cannot-write", "permission denied"],
  EPERM: ["cannot-write", "permission denied"],
  EROFS: ["cannot-write", "the file system is read-only"],
  ENOTDIR: ["cannot-write", "a part of the path is no folder"],
  EIO: ["cannot-write", "the disk fails"],
  EMFILE: ["cannot-write", "too many files are open"],
  ENFILE: ["cannot-write", "too many files are open"],
  EEXIST: ["cannot-write", "a part of the path is no folder"],
  ELOOP: ["cannot-write", "a link is in the way"],
};

/** One clear line for what a user can do something about; any other error as it is. */
export function explainWriteError(error: unknown, path: string): unknown {
  const explained = EXPLAINED[(error as NodeJS.ErrnoException | null)?.code ?? ""];
  if (explained === undefined || error instanceof InputError) return error;
  return new InputError(explained[0], `cannot write in ${dirname(path)}: ${explained[1]}`, { cause: error });
}
