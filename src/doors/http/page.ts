/** The page: the files of its folder, held in memory, each compressed when it is first asked for. */
import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import { extname, join, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import { DEFAULT_COLLECTION } from "../../table/catalog/collection.ts";
import type { Rules } from "../../table/format/header.ts";
import { WISHES, LANGUAGES, type Language, languageFor } from "../../say/words/languages.ts";
import { namesTag } from "./table-files.ts";
import type { Env } from "./work.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".wasm": "application/wasm",
  ".png": "image/png",
};

/** In a page whose first view is drawn here: who has chosen something before, such as another language, waits for the page itself (web/styles). */
const NOTE_CHOICES = "try { document.documentElement.dataset.chosen = localStorage.length > 0 } catch {}";

const sha256 = (bytes: string | Buffer) => createHash("sha256").update(bytes);

/** Nothing but its own files, that script, images that it draws itself, and the kernel that it compiles. */
const POLICY = `default-src 'self'; script-src 'self' 'sha256-${sha256(NOTE_CHOICES).digest("base64")}' 'wasm-unsafe-eval'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'`;

/** Cross-origin isolation: only then may the page's workers share the kernel's memory. */
const ISOLATION = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
  "cross-origin-resource-policy": "same-origin",
};

type Bytes = Uint8Array<ArrayBuffer>;
type Compression = "br" | "gzip";

interface PageFile {
  readonly type: string;
  readonly tag: string;
  readonly caching: string;
  readonly bytes: Bytes;
  compressed(by: Compression): Promise<Bytes>;
}

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Of so many bytes the best compression takes seconds: the engine, 1.6 MB, 3.8 s instead of 0.1 for 0.35 MB instead of 0.40. */
const LARGE = 500_000;
const QUICKLY = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

/** The page's files by URL path; empty where there is none. */
export type PageFiles = ReadonlyMap<string, PageFile>;

/** @param rules those that the server answers by where nothing else is asked for: the page has to know them */
export async function loadPage(folder: string, rules: Rules = DEFAULT_COLLECTION.rules): Promise<PageFiles> {
  const page = new Map<string, PageFile>();
  for (const path of await filesIn(folder)) {
    const type = TYPES[extname(path)];
    if (type === undefined) continue;
    const url = `/${path.split(sep).join("/")}`;
    const bytes = await readFile(join(folder, path));
    const isIndex = url === "/index.html";
    const file = describe(
      url,
      type,
      isIndex ? Buffer.from(stating(bytes.toString(), { "canju-rules": rules })) : bytes,
    );
    page.set(url, file);
    if (isIndex) page.set("/", file);
  }
  return page;
}

/** A page that is told something about its host, by names. */
export function stating(html: string, statements: Readonly<Record<string, string>>): string {
  const tags = Object.entries(statements).map(
    ([name, content]) => `\n    <meta name="${name}" content="${content}" />`,
  );
  return html.replace("<head>", `<head>${tags.join("")}`);
}

/** A page that shows something, in the reader's language, before its scripts run. */
export function showing(html: string, view: string, language: Language): string {
  return html
    .replace('<html lang="en">', `<html lang="${language}">`)
    .replace("<head>", () => `<head><script>${NOTE_CHOICES}</script>`) // before the styles, for which a script would wait
    .replace('<div id="app">', (start) => start + view);
}

/** Answers for every file of the page. Paths are looked up, never joined: there is nothing to escape from. */
export function servePage(app: OpenAPIHono<Env>, page: PageFiles): void {
  // Not a route of its own: that would answer for every path there is.
  app.use(async (c, next) => {
    const file = c.req.method === "GET" || c.req.method === "HEAD" ? page.get(c.req.path) : undefined;
    return file === undefined ? next() : send(c, file);
  });
}

async function filesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder, { recursive: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** @param isMade for one request: nobody waits for the best compression */
function describe(url: string, type: string, bytes: Buffer, isMade = false): PageFile {
  const hashed = url.startsWith("/assets/"); // vite puts a hash of the contents into these names
  const compress = async (by: Compression): Promise<Bytes> =>
    Uint8Array.from(
      by === "gzip" ? await gzipped(bytes) : await brotli(bytes, isMade || bytes.length > LARGE ? QUICKLY : {}),
    );
  const kept = new Map<Compression, Promise<Bytes>>();
  return {
    type,
    tag: `"${sha256(bytes).digest("base64url").slice(0, 22)}"`,
    caching: hashed ? "public, max-age=31536000, immutable" : "no-cache",
    bytes: Uint8Array.from(bytes),
    compressed(by) {
      if (!kept.has(by)) kept.set(by, compress(by));
      return kept.get(by)!;
    },
  };
}

/** Whether an Accept-Encoding header names an encoding, and does not refuse it by `q=0`. */
function accepts(header: string, encoding: string): boolean {
  const named = header.split(",").map((each) =>
    each
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/),
  );
  const [, ...parameters] = named.find(([name]) => name === encoding) ?? ["", "q=0"];
  return !parameters.some((each) => /^q=0(\.0*)?$/.test(each));
}

async function send(c: Context, file: PageFile): Promise<Response> {
  const accepted = c.req.header("accept-encoding") ?? "";
  const encoding = accepts(accepted, "br") ? "br" : accepts(accepted, "gzip") ? "gzip" : "identity";
  const headers: Record<string, string> = {
    etag: encoding === "identity" ? file.tag : file.tag.replace(/"$/, `-${encoding}"`),
    vary: file.type === TYPES[".html"] ? "accept-encoding, accept-language" : "accept-encoding",
    "cache-control": file.caching,
    "content-security-policy": POLICY,
    ...ISOLATION,
  };
  if (namesTag(c.req.header("if-none-match"), headers.etag!)) return c.body(null, 304, headers);
  headers["content-type"] = file.type;
  if (encoding !== "identity") headers["content-encoding"] = encoding;
  return c.body(encoding === "identity" ? file.bytes : await file.compressed(encoding), 200, headers);
}

/** Answers with a page that is made for this request, as its own file is answered. */
export function sendPage(c: Context, html: string): Promise<Response> {
  return send(c, describe(c.req.path, TYPES[".html"]!, Buffer.from(html), true));
}

/* Has the words of the reader's language loaded with the page, which else learns only from its script which they are. */

/** The bundler's own part of the words, which it puts nowhere else. */
const WITH_WORDS = "assets/rolldown-runtime-";

/** @param files those of the page, such as `assets/words-en-1234.js` */
function filesOf(language: Language, files: readonly string[]): string[] {
  const begins = [`assets/words-${language}-`, WITH_WORDS];
  return files.filter((file) => begins.some((each) => file.startsWith(each)));
}

/** A page for a reader whose browser wishes for these languages. */
export function preloading(html: string, files: readonly string[], tags: readonly string[]): string {
  const links = filesOf(languageFor(tags), files).map(
    (file) => `  <link rel="modulepreload" crossorigin href="./${file}" />\n  `,
  );
  return html.replace("</head>", () => `${links.join("")}</head>`);
}

/** A page that is the same for every reader: it chooses by itself, as web/words/spoken.ts does. Before its styles, for which a script would wait. */
export function preloadingByItself(html: string, files: readonly string[]): string {
  const byLanguage = Object.fromEntries(LANGUAGES.map((each) => [each, filesOf(each, files)]));
  const script = `(() => {
      const languageFor = ${languageFor};
      const asked = [${WISHES.map(([language, tags]) => `["${language}", ${tags}]`).join(", ")}];
      let chosen = null;
      try {
        chosen = localStorage.getItem("canju.language");
      } catch {}
      const files = ${JSON.stringify(byLanguage)};
      for (const file of files[chosen] ?? files[languageFor(navigator.languages, asked)]) {
        const link = { rel: "modulepreload", crossOrigin: "", href: "./" + file };
        document.head.append(Object.assign(document.createElement("link"), link));
      }
    })();`;
  return html.replace('<script type="module"', (start) => `<script>${script}</script>\n    ${start}`);
}
