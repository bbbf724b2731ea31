/**
 * A site of files only: the page, the tables and their list. The page's own file comes last, so that an export that was
 * interrupted is either the one before or none, and can be run again.
 */
import { createHash } from "node:crypto";
import { copyFile, link, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { tablePath } from "../table/catalog.ts";
import { NODE_CODECS } from "../table/node/codecs.ts";
import { openFile } from "../table/node/file-source.ts";
import type { CatalogEntry, FolderCatalog } from "../table/node/folder-catalog.ts";
import { unfinishedPath } from "../table/node/unfinished.ts";
import { summarize } from "../query/summary.ts";
import { openTable } from "../table/table.ts";
import { InputError } from "../xiangqi/errors.ts";

/** Marks a folder as an export, from its first moment on. */
const MARK = ".canju-export";
const LIST = "tables/index.json";
/** Folders that hold nothing but what an export has put there. */
const OWN_FOLDERS = ["assets", "tables"];

export interface SiteOptions {
  /** The built page. */
  readonly pageDir: string;
  readonly catalog: FolderCatalog;
  readonly tables: readonly CatalogEntry[];
  readonly signal?: AbortSignal;
  /** Called before each table. */
  readonly onTable?: (number: number, endgame: string) => void;
}

export interface ExportedSite {
  readonly tables: number;
  readonly tableBytes: number;
  readonly pageBytes: number;
  /** Tables that share their bytes on the disk with the data folder. */
  readonly linked: number;
}

/** @throws InputError for a folder that is no export, a page that is not built, and a table that is damaged */
export async function exportSite(folder: string, options: SiteOptions): Promise<ExportedSite> {
  const { pageDir, catalog, tables, signal, onTable } = options;
  await checkFolder(folder);
  const page = await pageFiles(pageDir);
  const exported = new Set<string>();
  let linked = 0;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, MARK), "");
  for (const [i, { endgame, path }] of tables.entries()) {
    signal?.throwIfAborted();
    onTable?.(i + 1, endgame);
    const file = `tables/${tablePath(catalog, endgame)}`;
    if (await placeTable(path, join(folder, file))) linked++;
    exported.add(file);
  }
  const list = tables.map(({ header, endgame, verified }) =>
    summarize(header, `tables/${tablePath(catalog, endgame)}`, verified),
  );
  const { rules, metric, orders } = catalog;
  await place(folder, LIST, JSON.stringify({ tables: list, collection: { rules, metric, orders } }));
  exported.add(LIST);
  let pageBytes = 0;
  for (const file of page) {
    const bytes = await readFile(join(pageDir, file));
    await place(folder, file, file === "index.html" ? withList(bytes.toString()) : bytes);
    pageBytes += bytes.length;
    exported.add(file);
  }
  await removeOthers(folder, exported);
  const tableBytes = tables.reduce((sum, { bytes }) => sum + bytes, 0);
  return { tables: tables.length, tableBytes, pageBytes, linked };
}

/** @throws InputError unless the folder is missing, empty, or an export */
async function checkFolder(folder: string): Promise<void> {
  let files: string[];
  try {
    files = await readdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return;
    throw new InputError(
      "bad-export-folder",
      `cannot export to ${folder}: ${code === "ENOTDIR" ? "it is no folder" : code}`,
    );
  }
  if (files.length === 0 || files.includes(MARK)) return;
  throw new InputError(
    "bad-export-folder",
    `${folder} holds files of its own: export to a new folder, or an empty one`,
  );
}

/** The page's files, index.html last. */
async function pageFiles(pageDir: string): Promise<string[]> {
  const entries = await readdir(pageDir, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(pageDir.length + 1)
        .split(sep)
        .join("/"),
    );
  if (!files.includes("index.html")) {
    throw new InputError("no-page", "the page is not built yet: npm run build:page");
  }
  return [...files.filter((file) => file !== "index.html"), "index.html"];
}

/** Tells the page that no server answers, and where its list of tables is. */
function withList(html: string): string {
  return html.replace("<head>", `<head>\n    <meta name="canju-tables" content="${LIST}" />`);
}

/**
 * Links or copies a table and compares every checksum.
 * @returns whether it is a link
 */
async function placeTable(from: string, to: string): Promise<boolean> {
  await mkdir(dirname(to), { recursive: true });
  const unfinished = unfinishedPath(to);
  try {
    // Tables are replaced, never changed: two names for one file are safe.
    const linked = await link(from, unfinished).then(
      () => true,
      () => copyFile(from, unfinished).then(() => false),
    );
    // Messages name the table that people know.
    const table = await openTable({ ...(await openFile(unfinished)), key: from }, NODE_CODECS);
    try {
      await table.verifyChecksums(() => createHash("sha256"));
    } finally {
      await table.close();
    }
    await rename(unfinished, to);
    return linked;
  } finally {
    await rm(unfinished, { force: true });
  }
}

async function place(folder: string, file: string, content: string | Uint8Array): Promise<void> {
  const path = join(folder, file);
  await mkdir(dirname(path), { recursive: true });
  const unfinished = unfinishedPath(path);
  try {
    await writeFile(unfinished, content);
    await rename(unfinished, path);
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** Removes what an older export left. */
async function removeOthers(folder: string, exported: ReadonlySet<string>): Promise<void> {
  for (const own of OWN_FOLDERS) {
    for (const file of await readdir(join(folder, own), { recursive: true })) {
      const path = `${own}/${file.split(sep).join("/")}`;
      const isFile = (await stat(join(folder, path))).isFile();
      if (isFile && !exported.has(path)) await rm(join(folder, path));
    }
  }
}
