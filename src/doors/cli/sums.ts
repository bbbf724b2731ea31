/**
 * Content sums (docs/spec/content-sum.md): `canju list --sums` prints them, as far as they are known or stated; `canju verify --sums`
 * computes them from the values, and compares them.
 */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { openAtlas } from "../../knowledge/atlas/node/files.ts";
import { keyOf } from "../../knowledge/atlas/record.ts";
import { collectionsOf, openOrMissing, TABLE_SUFFIX, tablePath, type Collection } from "../../table/catalog/catalog.ts";
import { FolderCatalog } from "../../table/node/folder-catalog.ts";
import { readSum, stampAt, writeSum } from "../../table/node/record-file.ts";
import type { KnownSum } from "../../table/format/content-sum.ts";
import type { Table } from "../../table/read/table.ts";
import { sumOfTable } from "../../verify/node/content-sum.ts";
import { InputError } from "../../base/errors.ts";
import { interruptible } from "./errors.ts";
import { printJson, printLine } from "./output.ts";
import { ProgressLine } from "./progress.ts";
import { checkDataFolder } from "./options.ts";

interface SumsOptions extends Partial<Collection> {
  readonly data: string;
  readonly json?: true;
}

const newHash = () => createHash("sha256");

/** Behind the line of a sum that is only what the file says of itself. */
const STATED = "  stated";

export async function listSums({ data, json, ...wanted }: SumsOptions): Promise<void> {
  const sums: ({ readonly table: string } & KnownSum)[] = [];
  const problems: string[] = [];
  await eachTable(data, collectionsOf(wanted), async (name, open, progress) => {
    try {
      const { file, header } = await open();
      const known = await readSum(file, header);
      const { sum, stated } = known ?? { sum: await computeSum(name, file, open, progress), stated: false };
      sums.push({ table: name, sum, stated });
      if (!json) printLine(`${sum}  ${name}${stated ? STATED : ""}`);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      problems.push(error.message);
    }
  });
  if (json) printJson({ data, sums, problems });
  else for (const problem of problems) process.stderr.write(`canju: not summed: ${problem}\n`);
}

interface Difference {
  readonly table: string;
  /** Null: none is known. */
  readonly expected: string | null;
  /** Null: there is no such table, or it is damaged. */
  readonly found: string | null;
  /** One plain line. */
  readonly message: string;
}

/**
 * Those of which no sum is known are read, and their checksums compared.
 * @throws InputError `other-values` when a table differs or is damaged, or is missing of those in a file that was named
 */
export async function verifySums({ data, json }: SumsOptions, file: string | true): Promise<void> {
  const expected = file === true ? await knownSums() : await readSums(file);
  const differences: Difference[] = [];
  let same = 0;
  const differs = (table: string, found: string | null, message: string): void => {
    differences.push({ table, expected: expected.get(table) ?? null, found, message });
    if (!json) printLine(message);
  };
  const met = new Set<string>();
  let unknown = 0;
  await eachTable(data, collectionsOf({}), async (name, open, progress) => {
    const wanted = expected.get(name);
    met.add(name);
    try {
      const table = await open();
      if (wanted === undefined) {
        await table.verifyChecksums(newHash);
        unknown++;
        return;
      }
      const found = await computeSum(name, table.file, open, progress);
      if (found === wanted) same++;
      else {
        const states = table.header.info.contentSum === wanted ? ", which it states" : "";
        differs(name, found, `${name}: its content sum is ${found} instead of ${wanted}${states}`);
      }
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      differs(name, null, error.message);
    }
  });
  // Of what Canju knows, nobody needs to have all.
  if (file !== true) {
    for (const name of expected.keys()) if (!met.has(name)) differs(name, null, `${name}: there is no such table`);
  }
  if (same + unknown + differences.length === 0) throw new InputError("missing-table", `${data} holds no tables`);
  if (json) printJson({ data, same, unknown, differences });
  else if (differences.length === 0) {
    const others = unknown === 0 ? "" : `; of ${unknown === 1 ? "1 other" : `${unknown} others`} no sum is known`;
    printLine(`${same === 1 ? "1 table is" : `${same} tables are`} as expected${others}`);
  }
  if (differences.length === 0) return;
  const others = differences.length === 1 ? "" : `, and ${differences.length - 1} more`;
  throw new InputError("other-values", `${differences[0]!.message}${others}`);
}

/** Of the tables that the atlas has, which were proven. */
async function knownSums(): Promise<Map<string, string>> {
  const sums = new Map<string, string>();
  for await (const record of (await openAtlas()).records()) sums.set(keyOf(record), record.sum);
  return sums;
}

/** Lines as `canju list --sums` prints them; empty ones and those that begin with # say nothing. */
async function readSums(file: string): Promise<Map<string, string>> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new InputError("bad-sums", `${file} cannot be read (${code ?? message})`);
  }
  const sums = new Map<string, string>();
  for (const [i, line] of text.split("\n").entries()) {
    if (/^(#.*|\s*)$/.test(line)) continue;
    const [, sum, name] = /^([0-9a-f]{64}) [ *](\S+)(?: +stated)?\s*$/.exec(line) ?? [];
    if (sum === undefined || name === undefined) {
      throw new InputError(
        "bad-sums",
        `${file}, line ${i + 1}: a line is a content sum, two spaces, asian/dtc/KRKAABB`,
      );
    }
    sums.set(name, sum);
  }
  if (sums.size === 0) throw new InputError("bad-sums", `${file} has no content sums`);
  return sums;
}

/**
 * The content sum of a table, computed from its values after every checksum was compared; kept where that can be.
 * @throws DamagedTableError, InputError `not-enough-memory`
 */
async function computeSum(
  name: string,
  file: string,
  open: () => Promise<Table>,
  progress: ProgressLine,
): Promise<string> {
  const stamp = await stampAt(file);
  const table = await open();
  const { endgame } = table.header.info;
  const sum = await interruptible(
    async (signal) => {
      await table.verifyChecksums(newHash);
      return sumOfTable(table, newHash, {
        signal,
        onProgress: (done) => progress.update(() => `${name}  sum  ${Math.floor(100 * done)} %`),
      });
    },
    () => progress.note("stopping ..."),
  ).finally(() => progress.clear());
  try {
    await writeSum(file, { endgame, sha256: table.header.sha256, sum }, stamp);
  } catch (error) {
    progress.note(`the sum is not kept: ${(error as Error).message}`);
  }
  return sum;
}

async function eachTable(
  data: string,
  collections: readonly Collection[],
  use: (name: string, open: () => Promise<Table>, progress: ProgressLine) => Promise<void>,
): Promise<void> {
  await checkDataFolder(data);
  const progress = new ProgressLine();
  for (const collection of collections) {
    const catalog = new FolderCatalog(data, collection);
    try {
      for (const endgame of await catalog.names()) {
        const name = tablePath(collection, endgame).slice(0, -TABLE_SUFFIX.length);
        const openAnew = (): Promise<Table> => {
          catalog.forget(endgame);
          return openOrMissing(catalog, endgame);
        };
        await use(name, openAnew, progress);
        catalog.forget(endgame); // one at a time
      }
    } finally {
      await catalog.close();
    }
  }
}
