/**
 * A site of files only: the page, the tables and their list. The page's own file comes last, so that an export that was
 * interrupted is either the one before or none. Run again, it goes on behind the tables that it had checked and put there.
 */
import { createHash } from "node:crypto";
import { lstat, readdir, readFile, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, sep } from "node:path";
import { ATLAS_FOLDER } from "../../knowledge/atlas/node/files.ts";
import { ANSWERING_FILES, MATERIAL_FILES } from "../../knowledge/material/base.ts";
import { MATERIAL_FOLDER } from "../../knowledge/material/node/files.ts";
import { tableAddress, tablePath } from "../../table/catalog/catalog.ts";
import { NODE_CODECS } from "../../table/node/codecs.ts";
import { discard, disk, explainWriteError, writeWhole } from "../../base/node/disk.ts";
import { openFile } from "../../table/node/file-source.ts";
import { openFiles } from "../../base/node/open-files.ts";
import type { CatalogEntry, FolderCatalog } from "../../table/node/folder-catalog.ts";
import { renewProof, stampAt } from "../../table/node/record-file.ts";
import { parseUnfinished, unfinishedPath } from "../../base/node/unfinished.ts";
import { probe } from "../../query/probe.ts";
import { FIRST_FEN, withFirstAnswer } from "../../say/beginning.ts";
import { parseLegalFen } from "../../xiangqi/fen.ts";
import { summarize, type TableSummary } from "../../query/statistics.ts";
import { preloadingByItself, stating } from "../http/page.ts";
import { fileBytes, type TableHeader } from "../../table/format/header.ts";
import { openTable } from "../../table/read/table.ts";
import { ABOUT, FROM_DISK } from "../../say/words/elsewhere.ts";
import { InputError } from "../../base/errors.ts";

/**
 * Marks a folder as an export and lists what exports have put there, a path a line: nothing else is replaced or removed.
 * A file is listed before it is written, and until after it is removed. What is newer than this file was put there by an export
 * that did not come to its end.
 */
const MARK = ".canju-export";
/** Some fifty for each file. */
const MOST_MARK_BYTES = 2 ** 24;
const LIST = "tables/index.json";

export interface SiteOptions {
  /** The built page. */
  readonly pageDir: string;
  readonly catalog: FolderCatalog;
  readonly tables: readonly CatalogEntry[];
  readonly signal?: AbortSignal;
  /** The folders of what the program has proven whatever tables there are; default: its own. */
  readonly proven?: ProvenFolders;
  /** Called before each table that is put there. */
  readonly onTable?: (number: number, endgame: string) => void;
  /** Called when a table was removed from its folder since it was listed; unless that throws, the export goes on without it. */
  readonly onGone?: (endgame: string) => void;
}

interface ProvenFolders {
  readonly atlas: string;
  readonly material: string;
}

export interface ExportedSite {
  readonly tables: number;
  readonly tableBytes: number;
  readonly pageBytes: number;
  /** Tables that share their bytes on the disk with the data folder. */
  readonly linked: number;
}

/**
 * @throws InputError for a folder that is no export or holds files of others where the export's go, a folder
 *   without the page, and a table that is damaged
 */
export async function exportSite(folder: string, options: SiteOptions): Promise<ExportedSite> {
  try {
    return await writeSite(folder, options);
  } catch (error) {
    throw explainWriteError(error, join(folder, MARK));
  }
}

async function writeSite(folder: string, options: SiteOptions): Promise<ExportedSite> {
  const { pageDir, catalog, tables, signal, onTable, onGone } = options;
  const page = await pageFiles(pageDir);
  const proven = await provenFiles(options.proven ?? { atlas: ATLAS_FOLDER, material: MATERIAL_FOLDER });
  const files = tables.map(({ endgame }) => `tables/${tablePath(catalog, endgame)}`);
  const exported = new Set([...files, LIST, ...proven.keys(), ...page]);
  const before = await readMark(folder);
  await checkPlaces(folder, [...exported], before);
  await checkApart(folder, catalog.folder);
  await disk.mkdir(folder, { recursive: true });
  if ([...exported].some((file) => !before.has(file))) await writeMark(folder, new Set([...before, ...exported]));
  const { mtimeMs: markedAt } = await stat(join(folder, MARK));
  let linked = 0;
  let tableBytes = 0;
  const list: TableSummary[] = [];
  for (const [i, entry] of tables.entries()) {
    const { endgame, path } = entry;
    const to = join(folder, files[i]!);
    try {
      let placed = await placedSince(markedAt, entry, to);
      if (placed === null) {
        signal?.throwIfAborted();
        onTable?.(i + 1, endgame);
        placed = await placeTable(path, to);
      }
      const { how, header } = placed;
      if (how === "linked") linked++;
      tableBytes += fileBytes(header);
      // It may be another one by now than the one that was listed.
      const known = header.sha256 === entry.header.sha256 ? entry : await catalog.describe(endgame, header);
      list.push(summarize(header, `tables/${tableAddress(catalog, endgame, header.sha256)}`, known));
    } catch (error) {
      const { code, path: missing } = error as NodeJS.ErrnoException;
      const wasGone = code === "ENOENT" && missing === path;
      if (!wasGone && (await stampAt(path)) !== null) throw error;
      onGone?.(endgame);
      exported.delete(files[i]!);
    }
  }
  const { rules, metric, orders } = catalog;
  await place(folder, LIST, JSON.stringify({ tables: list, collection: { rules, metric, orders } }));
  // The first tells the page that no server answers, and where its list of tables is.
  const statements = { "canju-tables": LIST, "canju-rules": rules };
  let pageBytes = 0;
  for (const [file, path] of proven) {
    const bytes = await readFile(path);
    await place(folder, file, bytes);
    pageBytes += bytes.length;
  }
  for (const file of page) {
    const bytes = await readFile(join(pageDir, file));
    const index = () => {
      const html = preloadingByItself(stating(bytes.toString(), statements), page);
      return answering(previewing(sayingWhyNot(html)), catalog);
    };
    await place(folder, file, file === "index.html" ? await index() : bytes);
    pageBytes += bytes.length;
  }
  await remove(
    folder,
    [...before].filter((file) => !exported.has(file)),
  );
  await removeUnfinished(folder, new Set([...before, ...exported]));
  await writeMark(folder, exported);
  return { tables: list.length, tableBytes, pageBytes, linked };
}

/**
 * What earlier exports have put into the folder.
 * @throws InputError unless the folder is missing, empty, or an export
 */
async function readMark(folder: string): Promise<ReadonlySet<string>> {
  const refuse = (why: string) => new InputError("bad-export-folder", why);
  let files: string[];
  try {
    files = await readdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return new Set();
    throw refuse(`cannot export to ${folder}: ${code === "ENOTDIR" ? "it is no folder" : code}`);
  }
  if (files.length === 0) return new Set();
  if (!files.includes(MARK)) {
    throw refuse(`${folder} holds files of its own: export to a new folder, or an empty one`);
  }
  const text = (await openFiles.readSmall(join(folder, MARK), MOST_MARK_BYTES)).toString();
  const lines = text.split("\n").filter((line) => line !== "");
  const strange = lines.find((line) => line.split("/").some((part) => ["", ".", ".."].includes(part)));
  if (strange !== undefined || lines.some((line) => line.includes("\\") || line.includes("\0"))) {
    throw refuse(`${join(folder, MARK)} is no list of an export: export to a new folder`);
  }
  return new Set(lines);
}

function writeMark(folder: string, files: ReadonlySet<string>): Promise<void> {
  return place(folder, MARK, `${[...files].sort().join("\n")}\n`);
}

/** @throws InputError when a file that no export has put there, or a link, stands where the export's files go */
async function checkPlaces(folder: string, files: readonly string[], known: ReadonlySet<string>): Promise<void> {
  const refuse = (path: string, why: string) =>
    new InputError("bad-export-folder", `${join(folder, path)} ${why}: export to a new folder`);
  for (const path of new Set([...known, ...files])) {
    const parts = path.split("/");
    for (let depth = 1; depth <= parts.length; depth++) {
      const part = parts.slice(0, depth).join("/");
      const found = await lstat(join(folder, part)).catch(() => null);
      if (found === null) break;
      const isWhole = depth === parts.length;
      if (isWhole ? !found.isFile() : !found.isDirectory()) throw refuse(part, `is no ${isWhole ? "file" : "folder"}`);
      if (isWhole && !known.has(path)) throw refuse(path, "was not put there by an export");
    }
  }
}

/** @throws InputError when the tables lie in the folder that an export replaces */
async function checkApart(folder: string, data: string): Promise<void> {
  const [site, tables] = await Promise.all([folder, data].map((path) => realpath(path).catch(() => path)));
  if (tables !== site && !tables!.startsWith(site + sep)) return;
  throw new InputError("bad-export-folder", `the data folder lies in ${folder}: export to a folder beside it`);
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
    throw new InputError("no-page", `there is no page in ${pageDir}`);
  }
  return [...files.filter((file) => file !== "index.html"), "index.html"];
}

/** The page with the answer to its first question, where the tables give one. */
async function answering(html: string, catalog: FolderCatalog): Promise<string> {
  try {
    return withFirstAnswer(html, await probe(parseLegalFen(FIRST_FEN), catalog));
  } catch {
    return html; // there is no sound table of it: the page begins with another
  }
}

/** The page with a word on why it is empty, for who opens its file from the disk. */
function sayingWhyNot(html: string): string {
  const paragraphs = Object.entries(FROM_DISK)
    .map(([lang, text]) => `<p lang="${lang}">${text}</p>`)
    .join("");
  const script = `if (location.protocol === "file:") document.getElementById("app").innerHTML = ${JSON.stringify(paragraphs)};`;
  return html.replace("</body>", `  <script>${script}</script>\n  </body>`);
}

/** The page with what other programs show of a link to it, for readers of any language. Its own address is not known: the picture is named beside it. */
function previewing(html: string): string {
  const tags = { title: "Canju 残局", description: `${ABOUT["zh-Hans"]} ${ABOUT.en}`, image: "./icon-512.png" };
  const lines = Object.entries(tags).map(
    ([name, content]) => `  <meta property="og:${name}" content="${content}" />\n  `,
  );
  return html.replace("</head>", `${lines.join("")}</head>`);
}

/** Where each file of it lies, by its place in the site, in which web/answers/proven-files.ts reads them. */
async function provenFiles(folders: ProvenFolders): Promise<Map<string, string>> {
  const records = (await readdir(folders.atlas)).filter((file) => /\.json(\.gz)?$/.test(file));
  const atlas = records.map((file): [string, string] => [`atlas/${file}`, join(folders.atlas, file)]);
  const material = ANSWERING_FILES.map((file): [string, string] => {
    const name = MATERIAL_FILES[file];
    return [`material/${name}`, join(folders.material, name)];
  });
  return new Map([...atlas, ...material]);
}

/** How a table came to be in the site, and what it says of itself. */
export interface Placed {
  readonly how: "linked" | "copied";
  readonly header: TableHeader;
}

/** How an export that was interrupted has put this table there; null: it has not. */
async function placedSince(milliseconds: number, { path, header }: CatalogEntry, to: string): Promise<Placed | null> {
  const [source, placed] = await Promise.all([stat(path), stat(to).catch(() => null)]);
  if (placed === null || placed.ctimeMs < milliseconds) return null;
  if (placed.dev === source.dev && placed.ino === source.ino) return { how: "linked", header };
  return placed.size === source.size && placed.mtimeMs > source.mtimeMs ? { how: "copied", header } : null;
}

/** Links or copies a table and compares every checksum. */
export async function placeTable(from: string, to: string): Promise<Placed> {
  await disk.mkdir(dirname(to), { recursive: true });
  const unfinished = unfinishedPath(to);
  let placed: Placed;
  let stamp: string | null;
  try {
    // Tables are replaced, never changed: two names for one file are safe.
    const how = await disk.link(from, unfinished).then(
      () => "linked" as const,
      () => disk.copyFile(from, unfinished).then(() => "copied" as const),
    );
    stamp = await stampAt(unfinished);
    // Messages name the table that people know.
    const table = await openTable({ ...(await openFile(unfinished)), key: from }, NODE_CODECS);
    try {
      await table.verifyChecksums(() => createHash("sha256"));
    } finally {
      await table.close();
    }
    await disk.rename(unfinished, to);
    placed = { how, header: table.header };
  } finally {
    await discard(unfinished); // also where what was there is the same file: then it still has this name
  }
  // To get a name looks like a change; where no record can be written it is compared again the next time.
  if (placed.how === "linked") await renewProof(from, placed.header, stamp).catch(() => {});
  return placed;
}

async function place(folder: string, file: string, content: string | Uint8Array): Promise<void> {
  const path = join(folder, file);
  await disk.mkdir(dirname(path), { recursive: true });
  await writeWhole(path, content);
}

/** Removes what an older export left. */
async function remove(folder: string, files: Iterable<string>): Promise<void> {
  for (const file of files) await disk.rm(join(folder, file), { force: true });
}

/** Removes what exports that were killed left: unfinished files, by the names of those they were to become. */
async function removeUnfinished(folder: string, files: ReadonlySet<string>): Promise<void> {
  for (const own of new Set([...files].map((file) => dirname(file)))) {
    const found = await readdir(join(folder, own)).catch(() => []);
    const names = new Set([...files].filter((file) => dirname(file) === own).map((file) => basename(file)));
    for (const file of found) {
      const unfinished = parseUnfinished(file);
      if (unfinished !== null && names.has(unfinished.name)) await disk.rm(join(folder, own, file), { force: true });
    }
  }
}
