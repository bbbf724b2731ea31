/** Keys of several users, who all are this process. */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atEnd } from "./ends.ts";

/** A folder of keys of its own, which goes after the tests. */
export function newUser(): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "canju-keys-"));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Does something as another user, whose keys lie in a folder. */
export async function as<T>(keys: string, work: () => Promise<T>): Promise<T> {
  const { CANJU_KEYS } = process.env;
  process.env.CANJU_KEYS = keys;
  try {
    return await work();
  } finally {
    process.env.CANJU_KEYS = CANJU_KEYS;
  }
}
