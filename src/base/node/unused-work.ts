/** Unfinished work that does not count, as this user's program has not written it, as it is damaged, or as another command goes on with it: it is kept, and never read. */
import { disk, explainWriteError } from "./disk.ts";
import { WORK_SUFFIX } from "./unfinished.ts";
import { InputError } from "../errors.ts";

/** Behind the name that the work had. */
const UNUSED_SUFFIX = ".unused";

/** Whether a file or folder is such work. */
export function isUnused(file: string): boolean {
  return file.endsWith(WORK_SUFFIX + UNUSED_SUFFIX);
}

/**
 * Gives work another name, in place of what had that before.
 * @returns the name
 * @throws InputError where that cannot be
 */
export async function keepUnused(path: string): Promise<string> {
  const unused = path + UNUSED_SUFFIX;
  try {
    await disk.rm(unused, { recursive: true, force: true });
    await disk.rename(path, unused);
  } catch (error) {
    const explained = explainWriteError(error, path);
    if (!(explained instanceof InputError)) throw error;
    const why = `${path} does not count, and cannot be renamed: ${explained.message}`;
    throw new InputError(explained.code, why, { cause: error });
  }
  return unused;
}

/** What is made of an interrupted build's work that cannot be used, in one line. @param keptAs null: it goes */
export function describeUnusable(found: {
  readonly endgame: string;
  readonly why: string;
  readonly keptAs: string | null;
}): string {
  const { endgame, why, keptAs } = found;
  const kept = keptAs === null ? "" : `, and that is kept as ${keptAs}`;
  return `what an interrupted build of ${endgame} had put aside cannot be used: ${why}; it is built anew${kept}`;
}
