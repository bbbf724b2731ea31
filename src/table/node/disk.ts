/** What files are written with, which tests make fail at every step once, and what can go wrong, in words. */
import { copyFile, link, mkdir, open, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { InputError } from "../../xiangqi/errors.ts";

export const disk = { copyFile, link, mkdir, open, rename, rm, writeFile };

export type Disk = typeof disk;

/** Removes what was left half done, where that can be: why it was left is what its writer tells. */
export async function discard(path: string): Promise<void> {
  await disk.rm(path, { force: true }).catch(() => {});
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
};

/** One clear line for what a user can do something about; any other error as it is. */
export function explainWriteError(error: unknown, path: string): unknown {
  const explained = EXPLAINED[(error as NodeJS.ErrnoException | null)?.code ?? ""];
  if (explained === undefined || error instanceof InputError) return error;
  return new InputError(explained[0], `cannot write in ${dirname(path)}: ${explained[1]}`, { cause: error });
}
