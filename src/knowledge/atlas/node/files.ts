/** The atlas that comes with the program, and how one is written into a folder. */
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { writeWhole } from "../../../base/node/disk.ts";
import { InputError } from "../../../base/errors.ts";
import { Atlas, INDEX_FILE, storedAs, writeAtlas, type AtlasFiles } from "../atlas.ts";
import { keyOf, type AtlasRecord } from "../record.ts";

/** Where the files that come with the program are. */
export const ATLAS_FOLDER = join(import.meta.dirname, "..", "data");

const sha256 = (text: string) => Promise.resolve(createHash("sha256").update(text).digest("hex"));

function filesIn(folder: string): AtlasFiles {
  return {
    sha256,
    async read(file) {
      try {
        const bytes = await readFile(join(folder, storedAs(file)));
        return (file === INDEX_FILE ? bytes : gunzipSync(bytes)).toString();
      } catch (cause) {
        throw new InputError("other-atlas", `the atlas cannot be used: ${storedAs(file)} cannot be read`, { cause });
      }
    },
  };
}

/** @throws InputError `other-atlas` */
export function openAtlas(folder = ATLAS_FOLDER): Promise<Atlas> {
  return Atlas.open(filesIn(folder));
}

/**
 * Files of tables of outcomes whose sums were found to be those of the atlas: as this version makes and packs them, they have the
 * same bytes everywhere. Whoever has one of them need not sum its outcomes again, for which all captures are to be looked up.
 */
const OUTCOME_FILES = join(ATLAS_FOLDER, "outcome-files.txt.gz");
/** Digits of a SHA-256 that are kept: as many as a sum over outcomes has. */
const KEPT_DIGITS = 32;
const fileKey = (sha256OfFile: string, path: string): string => `${sha256OfFile.slice(0, KEPT_DIGITS)}  ${path}`;

/** Tells of a file's SHA-256 and its path in a data folder whether it is one of these. */
export async function knownOutcomeFiles(): Promise<(sha256OfFile: string, path: string) => boolean> {
  const known = new Set(
    gunzipSync(await readFile(OUTCOME_FILES))
      .toString()
      .trimEnd()
      .split("\n"),
  );
  return (sha256OfFile, path) => known.has(fileKey(sha256OfFile, path));
}

/** @param files by their paths, their SHA-256; their outcomes were compared with the atlas @returns the bytes that the list takes */
export async function saveOutcomeFiles(files: ReadonlyMap<string, string>): Promise<number> {
  const lines = Array.from(files, ([path, sha256OfFile]) => `${fileKey(sha256OfFile, path)}\n`);
  const bytes = gzipSync(lines.join(""), { level: 9 });
  await writeWhole(OUTCOME_FILES, bytes);
  return bytes.length;
}

/** The records of the atlas that a folder holds, by their keys: none where it holds no atlas that can be used. */
export async function recordsIn(folder: string): Promise<ReadonlyMap<string, AtlasRecord>> {
  const records = new Map<string, AtlasRecord>();
  try {
    for await (const record of (await openAtlas(folder)).records()) records.set(keyOf(record), record);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    records.clear();
  }
  return records;
}

/** Writes an atlas in place of the one that a folder may hold; its index last. @returns the bytes of each file */
export async function saveAtlas(folder: string, records: readonly AtlasRecord[]): Promise<Map<string, number>> {
  await mkdir(folder, { recursive: true });
  const sizes = new Map<string, number>();
  const files = await writeAtlas(records, sha256);
  for (const [file, text] of files) {
    const path = join(folder, storedAs(file));
    const bytes = file === INDEX_FILE ? Buffer.from(text) : gzipSync(text, { level: 9 });
    await writeWhole(path, bytes);
    sizes.set(storedAs(file), bytes.length);
  }
  for (const left of await readdir(folder)) {
    if (left.endsWith(".json.gz") && !sizes.has(left)) await rm(join(folder, left));
  }
  return sizes;
}
