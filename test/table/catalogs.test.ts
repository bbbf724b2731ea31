import { createServer, type Server } from "node:http";
import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  abortable,
  checkCollection,
  collectionPath,
  COLLECTIONS,
  collectionsOf,
  openOrMissing,
  tableAddress,
  tablePath,
  type Collection,
  type TableProvider,
} from "../../src/table/catalog/catalog.ts";
import { DamagedTableError, MissingTableError } from "../../src/table/format/errors.ts";
import { formatBytes } from "../../src/base/sizes.ts";
import { httpCatalog } from "../../src/table/catalog/http-catalog.ts";
import { NODE_CODECS } from "../../src/table/node/codecs.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { writeTable } from "../../src/table/node/writer.ts";
import { formatShare } from "../../src/query/statistics.ts";
import { contentOf, noise, temporaryPath } from "./fixtures.ts";

const COLLECTION = { rules: "none", metric: "dtc" } as const;
let data: string;
let server: Server;
let url: string;

const pathOf = (name: string) => join(data, tablePath(COLLECTION, name));
const write = (name: string, values = 40) => writeTable(pathOf(name), contentOf(name, values, noise));

beforeAll(async () => {
  data = dirname(temporaryPath());
  for (const name of ["KRK", "KNK", "KPK", "KRKR"]) await write(name);
  await copyFile(pathOf("KNK"), pathOf("KCK"));
  const bytes = await readFile(pathOf("KPK"));
  await writeFile(pathOf("KPK"), bytes.subarray(0, 400));
  await writeFile(pathOf("KKR"), bytes);
  await writeFile(join(dirname(pathOf("KRK")), "notes.txt"), "hello");
  await mkdir(pathOf("KRKN"));
  server = createServer(async (request, response) => {
    const file = await readFile(join(data, request.url!.split("?")[0]!)).catch(() => null);
    if (file === null) return response.writeHead(404).end();
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range!)!.map(Number);
    const part = file.subarray(start, end! + 1);
    const range = `bytes ${start}-${start! + part.length - 1}/${file.length}`;
    return response.writeHead(206, { "content-range": range, etag: `"${file.length}"` }).end(part);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(data, { recursive: true });
});

describe.each<[string, () => TableProvider]>([
  ["in a folder", () => new FolderCatalog(data, COLLECTION)],
  ["on a web server", () => httpCatalog(url, COLLECTION, { codecs: NODE_CODECS })],
])("a catalog %s", (_, make) => {
  it("opens each table once and knows what it lacks", async () => {
    const catalog = make();
    const [first, second] = await Promise.all([catalog.open("KRK"), catalog.open("KRK")]);
    expect(first!.header.info.endgame).toBe("KRK");
    expect(second).toBe(first);
    expect(await catalog.open("KCKC")).toBeNull();
    await expect(openOrMissing(catalog, "KCKC")).rejects.toThrow(MissingTableError);
  });

  it("opens a table for those who wait when another has given up, and anew when all have", async () => {
    const catalog = make();
    const controller = new AbortController();
    const [given, waiting] = [catalog.open("KRK", controller.signal), catalog.open("KRK")];
    controller.abort("given up");
    await expect(given).rejects.toBe("given up");
    expect((await waiting)!.header.info.endgame).toBe("KRK");
    const alone = catalog.open("KNK", controller.signal);
    await expect(alone).rejects.toBe("given up");
    expect((await catalog.open("KNK"))!.header.info.endgame).toBe("KNK");
  });

  it("never serves a damaged or misnamed table", async () => {
    const catalog = make();
    await expect(catalog.open("KPK")).rejects.toThrow(DamagedTableError);
    await expect(catalog.open("KCK")).rejects.toThrow("it holds KNK (none/dtc) instead of KCK (none/dtc)");
  });

  it("finds a table that was written after it was asked for", async () => {
    const catalog = make();
    await rm(pathOf("KNKN"), { force: true });
    expect(await catalog.open("KNKN")).toBeNull();
    await write("KNKN");
    expect((await catalog.open("KNKN"))!.header.values.length).toBe(40);
    await rm(pathOf("KNKN"));
  });
});

describe("a catalog in a folder", () => {
  it("lists its tables, and apart from them every file that is none", async () => {
    const catalog = new FolderCatalog(data, COLLECTION);
    const { tables, strays } = await catalog.list();
    expect(tables.map(({ endgame }) => endgame)).toEqual(["KNK", "KRK", "KRKR"]);
    expect(tables[0]!.bytes).toBe((await readFile(pathOf("KNK"))).length);
    expect(
      strays.map(({ path, problem }) => [path.split("/").at(-1), problem.replaceAll(dirname(pathOf("KRK")), "")]),
    ).toEqual([
      ["KCK.canju", "/KCK.canju is damaged: it holds KNK (none/dtc) instead of KCK (none/dtc)"],
      ["KKR.canju", "/KKR.canju is no table: its name is not that of a canonical endgame"],
      ["KPK.canju", "/KPK.canju is damaged: the header is cut short"],
      ["KRKN.canju", "/KRKN.canju cannot be read: it is no file"],
      ["notes.txt", "/notes.txt is no table: its name is not that of a canonical endgame"],
    ]);
    await catalog.close();
  });

  it("is empty where there is no folder, and takes no name for a path", async () => {
    expect(await new FolderCatalog(join(data, "nothing"), COLLECTION).list()).toEqual({
      tables: [],
      outcomes: [],
      strays: [],
      unfinished: [],
      isComplete: true,
    });
    const catalog = new FolderCatalog(data, COLLECTION);
    for (const name of ["../dtc/KRK", "krk", "KKR", "", "K/K"]) expect(await catalog.open(name)).toBeNull();
  });

  it("keeps reading a table that is replaced", async () => {
    await write("KRKC");
    const catalog = new FolderCatalog(data, COLLECTION);
    const table = (await catalog.open("KRKC"))!;
    const before = await table.valueAt("red", 5);
    await write("KRKC", 50);
    expect(await table.valueAt("red", 199_999)).toBeTypeOf("number");
    expect(await table.valueAt("red", 5)).toBe(before);
    await catalog.close();
    await rm(pathOf("KRKC"));
  });
});

describe("a catalog on a web server", () => {
  it("opens a table anew after it changed, whatever a browser's cache holds of the old one", async () => {
    await write("KRKP");
    const caching: unknown[] = [];
    const noting: typeof fetch = (address, init) => {
      caching.push(init?.cache);
      return fetch(address, init);
    };
    const catalog = httpCatalog(`${url}/`, COLLECTION, { codecs: NODE_CODECS, fetch: noting });
    const table = (await catalog.open("KRKP"))!;
    await write("KRKP", 300);
    await expect(table.valueAt("red", 199_999)).rejects.toMatchObject({ problem: "changed" });
    expect(caching).not.toContain("reload");
    expect((await catalog.open("KRKP"))!.header.values.length).toBe(300);
    expect(caching.at(-1)).toBe("reload");
    await rm(pathOf("KRKP"));
  });
});

describe("an old page on a new folder", () => {
  it("asks for the versions that it was told of, and then for the files that are there now", async () => {
    await write("KRKP");
    const old = new FolderCatalog(data, COLLECTION);
    const { sha256 } = (await old.open("KRKP"))!.header;
    await old.close();
    const addresses: string[] = [];
    const noting: typeof fetch = (address, init) => {
      addresses.push(String(address).slice(url.length));
      return fetch(address, init);
    };
    const versions = new Map([["KRKP", sha256]]);
    const catalog = httpCatalog(url, COLLECTION, { codecs: NODE_CODECS, fetch: noting, versions });
    const table = (await catalog.open("KRKP"))!;
    expect(addresses).toEqual([`/none/dtc/KRKP.canju?v=${sha256.slice(0, 16)}`]);
    await write("KRKP", 300);
    await expect(table.valueAt("red", 150_000)).rejects.toMatchObject({ problem: "changed" });
    const now = (await catalog.open("KRKP"))!;
    expect(now.header.sha256).not.toBe(sha256);
    expect(addresses.at(-1)).toBe("/none/dtc/KRKP.canju");
    expect(await now.valueAt("red", 150_000)).toBe(now.header.values[noise("red", 150_000)]);
    await rm(pathOf("KRKP"));
  });
});

describe("a collection", () => {
  const paths = (of: Partial<Collection>) => collectionsOf(of).map(collectionPath);

  it("has a folder of its own", () => {
    expect(COLLECTIONS.map(collectionPath)).toEqual([
      "asian/dtc",
      "asian-chessdb/dtc",
      "chinese/dtc",
      "none/dtc",
      "asian/dtm",
      "asian-chessdb/dtm",
      "none/dtm",
    ]);
    const sha256 = "0123456789abcdef".repeat(4);
    expect(tableAddress(COLLECTION, "KRK", sha256)).toBe("none/dtc/KRK.canju?v=0123456789abcdef");
  });

  it("is found by what is said of it", () => {
    expect(collectionsOf({})).toEqual(COLLECTIONS);
    expect(paths({ metric: "dtm" })).toEqual(["asian/dtm", "asian-chessdb/dtm", "none/dtm"]);
    expect(paths({ rules: "none" })).toEqual(["none/dtc", "none/dtm"]);
    expect(paths({ rules: "asian", metric: "dtc" })).toEqual(["asian/dtc", "asian-chessdb/dtc"]);
    expect(paths({ orders: "chessdb", metric: "dtc" })).toEqual(["asian-chessdb/dtc", "chinese/dtc", "none/dtc"]);
    expect(paths({ rules: "none", metric: "dtc", orders: "fang" })).toEqual(["none/dtc"]);
  });

  it("is refused where a word of it is unknown", () => {
    for (const each of COLLECTIONS) expect(() => checkCollection(each)).not.toThrow();
    const check = (of: object) => () => checkCollection({ ...COLLECTION, ...of } as Collection);
    expect(check({ metric: "dtz" })).toThrow('there is no metric "dtz": dtc or dtm');
    expect(check({ rules: "japanese" })).toThrow('there is no set of rules "japanese": asian or chinese or none');
    expect(check({ orders: "other" })).toThrow('there is no form of orders "other": fang or chessdb');
  });

  it("may be asked by somebody who gives up", async () => {
    const signals: unknown[] = [];
    const pause = async () => {};
    const provider: TableProvider = {
      rules: "asian",
      metric: "dtm",
      orders: "chessdb",
      pause,
      open: async (_, signal) => (signals.push(signal), null),
    };
    const [whole, own] = [new AbortController().signal, new AbortController().signal];
    const asked = abortable(provider, whole);
    expect(asked).toMatchObject({ rules: "asian", metric: "dtm", orders: "chessdb", signal: whole, pause });
    await asked.open("KRK");
    await asked.open("KRK", own);
    expect(signals).toEqual([whole, own]);
  });
});

it("a damaged table names the endgame of its path or address, if that is one", () => {
  const endgames = ["KRKN.canju", "/data/none/dtc/KRK.canju", "C:\\data\\KRK.canju", "http://host/KRK.canju?v=12"];
  const others = ["KRK.canju.old", "krk.canju", "KRK", "/data/xKRK.canju", "KR.canju"];
  const named = [...endgames, ...others].map((file) => new DamagedTableError(file, "").endgame);
  expect(named).toEqual(["KRKN", "KRK", "KRK", "KRK", null, null, null, null, null]);
});

describe("figures for people", () => {
  it("never show a share as none or all unless it is", () => {
    const shares = [
      [0, 7],
      [7, 7],
      [1, 3],
      [1, 1e9],
      [1e9 - 1, 1e9],
      [0, 0],
    ] as const;
    expect(shares.map(([part, whole]) => formatShare(part, whole))).toEqual([
      "0 %",
      "100 %",
      "33.33 %",
      "< 0.01 %",
      "> 99.99 %",
      "0 %",
    ]);
  });

  it("show sizes with a sensible unit", () => {
    expect([0, 999, 1_000, 34_567, 999_960, 9.96e9, 2.5e8, 1e13].map(formatBytes)).toEqual([
      "0 B",
      "999 B",
      "1.0 kB",
      "34.6 kB",
      "1.0 MB",
      "10.0 GB",
      "250 MB",
      "10.0 TB",
    ]);
    expect(new MissingTableError("KRKN", COLLECTION, 3_400_000).message).toBe(
      "there is no table for KRKN (dtc, rules none); building it takes about 3.4 MB",
    );
  });
});
