/** An export on a plain web server: files by ranges, and nothing else. */
import { createServer, type Server } from "node:http";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { exportSite } from "../../src/doors/cli/export-site.ts";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { buildClosure } from "../../src/solve/node/build.ts";
import { DEFAULT_COLLECTION, type Collection } from "../../src/table/catalog/catalog.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { connectChromium, leaveUnbuilt } from "./page.ts";

const BUILT_PAGE = join(import.meta.dirname, "../../build/page");

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".txt": "text/plain",
};

export interface RangeServer {
  readonly url: string;
  /** The ranges that were sent: of which file, and how many bytes. */
  readonly ranges: { file: string; bytes: number }[];
  stop(): Promise<void>;
}

/**
 * @param port of an earlier server, to come back as the same host
 * @param more headers of all answers
 * @param hasRanges whether it answers ranges
 */
export async function startRangeServer(
  folder: string,
  port = 0,
  more: Readonly<Record<string, string>> = {},
  hasRanges = true,
): Promise<RangeServer> {
  const ranges: RangeServer["ranges"] = [];
  const server: Server = createServer(async (request, response) => {
    const path = new URL(request.url!, "http://host").pathname;
    const file = await readFile(join(folder, path.endsWith("/") ? `${path}index.html` : path)).catch(() => null);
    if (file === null) return response.writeHead(404).end();
    const headers = { ...more, "content-type": TYPES[extname(path) || ".html"] ?? "application/octet-stream" };
    const range = hasRanges ? /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") : null;
    if (range === null) return response.writeHead(200, headers).end(file);
    const part = file.subarray(Number(range[1]), Number(range[2]) + 1);
    ranges.push({ file: path, bytes: part.length });
    const sent = `bytes ${range[1]}-${Number(range[1]) + part.length - 1}/${file.length}`;
    return response.writeHead(206, { ...headers, "content-range": sent }).end(part);
  });
  await new Promise<void>((listening) => server.listen(port, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    ranges,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Exports these endgames, and starts a host and a browser for the tests of one file. */
export function useStaticSite(endgames: readonly string[], collection: Collection = DEFAULT_COLLECTION) {
  let folder: string;
  let browser: Browser;
  let host: RangeServer;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "canju-static-"));
    const data = join(folder, "data");
    await mkdir(data);
    await buildClosure(endgames.map(parseEndgame), { ...collection, folder: data, threads: 1 });
    const catalog = new FolderCatalog(data, collection);
    const { tables } = await catalog.list();
    await exportSite(join(folder, "site"), { pageDir: BUILT_PAGE, catalog, tables });
    await catalog.close();
    host = await startRangeServer(join(folder, "site"));
    browser = await connectChromium();
  });

  afterAll(async () => {
    await browser?.close();
    await host?.stop().catch(() => {});
    await rm(folder, { recursive: true });
  });

  return {
    host: () => host,
    /** Brings the host back after it was stopped. */
    async restart(): Promise<void> {
      host = await startRangeServer(join(folder, "site"), Number(new URL(host.url).port));
    },
    /** The folder of the site. */
    folder: () => join(folder, "site"),
    /** Changes a file of the site, as an update does. */
    async change(file: string, edit: (text: string) => string): Promise<void> {
      const path = join(folder, "site", file);
      await writeFile(path, edit(await readFile(path, "utf8")));
    },
    /** Opens a position in a browser of its own. */
    async open(fen: string, at: string = host.url): Promise<{ page: Page; errors: Error[] }> {
      const context = await browser.newContext({ locale: "en", viewport: { width: 1280, height: 800 } });
      await leaveUnbuilt(context);
      const page = await context.newPage();
      const errors: Error[] = [];
      page.on("pageerror", (error) => errors.push(error));
      await page.goto(`${at}?fen=${fen.replaceAll(" ", "_")}`);
      return { page, errors };
    },
  };
}
