/** Table files: `/tables/<collection>/<NAME>.canju`, with single byte ranges and strong entity tags. */
import type { FileHandle } from "node:fs/promises";
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import { canonicalEndgame, isBeyondOffers, parseEndgame } from "../../endgame/endgame.ts";
import {
  checkName,
  collectionPath,
  COLLECTIONS,
  TABLE_SUFFIX,
  versionOf as versionOfTable,
  type Collection,
} from "../../table/catalog/catalog.ts";
import { DamagedTableError, MissingTableError } from "../../table/format/errors.ts";
import { decodeHeader, MAX_HEADER_BYTES } from "../../table/format/format.ts";
import { endgamePart, fileBytes, type TableHeader } from "../../table/format/header.ts";
import type { FolderCatalog } from "../../table/node/folder-catalog.ts";
import { openFiles, versionOf } from "../../base/node/open-files.ts";
import type { Source } from "../../table/read/source.ts";
import type { DataFolder } from "./data-folder.ts";
import { problemResponse } from "./problem.ts";
import type { Env } from "./work.ts";
import { SourceError } from "../../base/errors.ts";

/** A single byte range (RFC 9110, section 14): bytes `first` to `last`, both included. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Reads a Range header for a file of `size` bytes: the range, `null` to send the whole file (no header, another unit,
 * malformed, or several ranges, which a server may ignore), or `unsatisfiable`.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | null | "unsatisfiable" {
  const match = /^bytes=\s*(\d*)-(\d*)\s*$/.exec(header ?? "");
  if (match === null || (match[1] === "" && match[2] === "")) return null;
  if (match[1] === "") {
    const length = Math.min(Number(match[2]), size);
    return length === 0 ? "unsatisfiable" : { first: size - length, last: size - 1 };
  }
  const first = Number(match[1]);
  const last = match[2] === "" ? size - 1 : Math.min(Number(match[2]), size - 1);
  if (match[2] !== "" && Number(match[2]) < first) return null;
  return first >= size ? "unsatisfiable" : { first, last };
}

/** Whether an If-None-Match or If-Match list names a strong entity tag. */
export function namesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.split(",").some((each) => each.trim() === "*" || each.trim().replace(/^W\//, "") === tag);
}

/** Up to this many bytes are read at once; more are streamed. */
const AT_ONCE = 256 * 1024;

export function serveTableFiles(app: OpenAPIHono<Env>, data: DataFolder): void {
  const tags = new Tags();

  app.get("/tables/:rules/:metric/:file", async (c) => {
    const place = `${c.req.param("rules")}/${c.req.param("metric")}`;
    const collection = COLLECTIONS.find((each) => collectionPath(each) === place);
    const name = tableName(c.req.param("file"));
    if (collection === undefined || name === null)
      return problemResponse(c, 404, "not-found", "There is no such file.");
    const file = await openTableFile(data.catalog(collection), name, tags);
    if (file === null) return problemResponse(c, 404, "not-found", `There is no table of ${name} here.`);
    let streaming = false;
    try {
      const plan = planAnswer(c, file);
      if (plan instanceof Response) return plan;
      streaming = lengthOf(plan.range) > AT_ONCE;
      const body = streaming ? streamOf(file, plan.range) : await file.read(plan.range);
      return c.body(body, plan.status, plan.headers);
    } finally {
      if (!streaming) await file.close();
    }
  });
}

/** A file of the data folder, or one of a store. */
interface TableFile {
  readonly size: number;
  /** Its entity tag. */
  readonly tag: string;
  /** Whether its bytes were compared with their SHA-256. */
  readonly isCompared: boolean;
  read(range: ByteRange): Promise<Uint8Array<ArrayBuffer>>;
  close(): Promise<void>;
}

/** The name of a table, of values or of outcomes, that a file has; null for any other text, so that no text can name another path. */
function tableName(file: string): string | null {
  if (!file.endsWith(TABLE_SUFFIX)) return null;
  const name = file.slice(0, -TABLE_SUFFIX.length);
  try {
    const endgame = endgamePart(name);
    return canonicalEndgame(parseEndgame(endgame)).endgame.name === endgame ? name : null;
  } catch {
    return null;
  }
}

/**
 * @returns null where there is none and nobody is offered one: whoever asks goes on to the endgame's cones
 * @throws MissingTableError of the others
 */
async function openTableFile(catalog: FolderCatalog, name: string, tags: Tags): Promise<TableFile | null> {
  await catalog.checkNotDamaged(name);
  const elsewhere = await catalog.fileElsewhere(name);
  if (elsewhere !== null) return fileOfSource(elsewhere.source, elsewhere.header);
  const path = catalog.pathOf(name);
  const file = await openFileAt(path);
  if (file === null && isBeyondOffers(endgamePart(name))) return null;
  if (file === null) throw new MissingTableError(name, catalog);
  try {
    const found = await file.stat({ bigint: true });
    const size = Number(found.size);
    const version = versionOf(found);
    const tag = await tags.of(path, version.id, () => readTag(file, path, size, catalog, name));
    const isCompared = catalog.wasCompared(name, version);
    return { size, tag, isCompared, read: (range) => readBytes(file, range), close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function openFileAt(path: string): Promise<FileHandle | null> {
  try {
    return await openFiles.open(path);
  } catch (error) {
    if (error instanceof SourceError && error.problem === "not-found") return null;
    throw error;
  }
}

/** A source stays open as long as its table. */
function fileOfSource(source: Source, header: TableHeader): TableFile {
  return {
    size: fileBytes(header),
    tag: `"${header.sha256}"`,
    isCompared: false,
    async read(range) {
      const bytes = await source.read(range.first, lengthOf(range));
      if (bytes.length !== lengthOf(range))
        throw new SourceError("changed", "the file was cut short while it was read");
      return new Uint8Array(bytes);
    },
    close: () => Promise.resolve(),
  };
}

/** The entity tags of files: the SHA-256 that each states. Read once for each version of a file; the last is kept. */
class Tags {
  readonly #known = new Map<string, { readonly version: string; readonly tag: string }>();

  async of(path: string, version: string, read: () => Promise<string>): Promise<string> {
    const known = this.#known.get(path);
    if (known?.version === version) return known.tag;
    const tag = await read();
    this.#known.set(path, { version, tag });
    return tag;
  }
}

/** @throws DamagedTableError when the file is of another table, or not as long as it should be: what is missing must not pass as whole */
async function readTag(
  file: FileHandle,
  path: string,
  size: number,
  collection: Collection,
  name: string,
): Promise<string> {
  const head = await readBytes(file, { first: 0, last: Math.min(size, MAX_HEADER_BYTES) - 1 });
  const header = decodeHeader(head, path);
  checkName(header, path, collection, name);
  const wanted = fileBytes(header);
  if (size !== wanted) throw new DamagedTableError(path, `${size} bytes instead of ${wanted}`);
  return `"${header.sha256}"`;
}

interface Plan {
  readonly status: 200 | 206;
  readonly headers: Record<string, string>;
  readonly range: ByteRange;
}

/** What to send of a file; a whole response where that takes no byte of it. */
function planAnswer(c: Context, { size, tag, isCompared }: TableFile): Plan | Response {
  // Under the address of another version, or of none, there may be another file tomorrow.
  const isForEver = isCompared && c.req.query("v") === versionOfTable(tag.slice(1));
  const headers: Record<string, string> = {
    etag: tag,
    "accept-ranges": "bytes",
    "cache-control": isForEver ? "public, max-age=31536000, immutable" : "no-cache",
  };
  if (namesTag(c.req.header("if-none-match"), tag)) return c.body(null, 304, headers);
  const condition = c.req.header("if-range");
  const wanted = condition === undefined || condition === tag ? parseRange(c.req.header("range"), size) : null;
  if (wanted === "unsatisfiable") {
    const problem = problemResponse(c, 416, "range-not-satisfiable", `The file has ${size} bytes.`);
    problem.headers.set("content-range", `bytes */${size}`);
    return problem;
  }
  const range = wanted ?? { first: 0, last: size - 1 };
  const status = wanted === null ? 200 : 206;
  headers["content-type"] = "application/vnd.canju";
  headers["content-length"] = String(lengthOf(range));
  if (wanted !== null) headers["content-range"] = `bytes ${range.first}-${range.last}/${size}`;
  return c.req.method === "HEAD" ? c.body(null, status, headers) : { status, headers, range };
}

function lengthOf({ first, last }: ByteRange): number {
  return last - first + 1;
}

/** @throws SourceError where the file has become shorter: fewer bytes than were promised would be taken for all */
async function readBytes(file: FileHandle, range: ByteRange): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(lengthOf(range));
  for (let filled = 0; filled < bytes.length;) {
    const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, range.first + filled);
    if (bytesRead === 0) throw new SourceError("changed", "the file was cut short while it was read");
    filled += bytesRead;
  }
  return bytes;
}

/** Sends a range piece by piece and closes the file in the end; a failed read breaks the connection off. */
function streamOf(file: TableFile, range: ByteRange): ReadableStream<Uint8Array> {
  let next = range.first;
  return new ReadableStream({
    async pull(controller) {
      try {
        const piece = await file.read({ first: next, last: Math.min(next + AT_ONCE - 1, range.last) });
        next += piece.length;
        controller.enqueue(piece);
        if (next <= range.last) return;
        controller.close();
      } catch (error) {
        controller.error(error);
      }
      await file.close();
    },
    cancel: () => file.close(),
  });
}
