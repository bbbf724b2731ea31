/** What files are written with. Tests make it fail, at every step once. */
import { copyFile, link, mkdir, open, rename, rm, writeFile } from "node:fs/promises";

export const disk = { copyFile, link, mkdir, open, rename, rm, writeFile };

export type Disk = typeof disk;

/** Removes what was left half done, where that can be: why it was left is what its writer tells. */
export async function discard(path: string): Promise<void> {
  await disk.rm(path, { force: true }).catch(() => {});
}
