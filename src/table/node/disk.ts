/** What files are written with, which tests make fail at every step once, and what can go wrong, in words. */
import { copyFile, link, mkdir, open, rename, rm, writeFile, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { InputError } from "../../xiangqi/errors.ts";

export const disk = { copyFile, link, mkdir, open, rename, rm, writeFile };

export type Disk = typeof disk;

/** Removes what was left half done, where that can be: why it was left is what its writer tells. */
export async function discard(path: string): Promise<void> {
  await disk.rm(path, { force: true }).catch(() => {});
}

/** Writes all of the bytes, from a position in the file on. */
export async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, at, bytes.length - at, position + at);
    if (bytesWritten === 0) throw new Error(`the disk takes no byte at ${position + at}`);
    at += bytesWritten;
  }
}

/** Has it on the disk which files a folder has. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await disk.open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
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
};

/** One clear line for what a user can do something about; any other error as it is. */
export function explainWriteError(error: unknown, path: string): unknown {
  const explained = EXPLAINED[(error as NodeJS.ErrnoException | null)?.code ?? ""];
  if (explained === undefined || error instanceof InputError) return error;
  return new InputError(explained[0], `cannot write in ${dirname(path)}: ${explained[1]}`, { cause: error });
}
