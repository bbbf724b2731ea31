import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { mkdtemp, open, readdir, readFile, rename, rm, utimes, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { countCells } from "../../src/endgame/count.ts";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { DataFolder } from "../../src/doors/http/data-folder.ts";
import { tablePath } from "../../src/table/catalog/catalog.ts";
import { DamagedTableError } from "../../src/table/format/errors.ts";
import { openFile } from "../../src/table/node/file-source.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { OpenFiles } from "../../src/base/node/open-files.ts";
import { writeTable } from "../../src/table/node/writer.ts";
import { contentOf, noise, valuesUpTo } from "./fixtures.ts";

const COLLECTION = { rules: "none", metric: "dtc" } as const;
const CELLS = countCells(parseEndgame("KRKR"));
const BLOCK = 65_536;
let data: string;
let file: Buffer;

const pathOf = (name: string) => join(data, tablePath(COLLECTION, name));
/** Writes a file that looks as old as a file of a data folder usually is. */
const settle = async (path: string, bytes: Uint8Array) => {
  await writeFile(path, bytes);
  await utimes(path, new Date(), new Date(Date.now() - 60_000));
};
const codeOfRed = (cell: number) => noise("red", cell);

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), "canju-test-"));
  await writeTable(pathOf("KRKR"), contentOf("KRKR", 40, noise), { cellsPerBlock: BLOCK });
  file = await readFile(pathOf("KRKR"));
});

afterAll(() => rm(data, { recursive: true }));

const descriptors = async () => (await readdir("/proc/self/fd")).length;

/** The file with a bit of Red's second block flipped. */
async function damaged(): Promise<Buffer> {
  const table = (await new FolderCatalog(data, COLLECTION).open("KRKR"))!;
  const bytes = Buffer.from(file);
  bytes[table.header.data.offset + BLOCK / 2 + 20_000]! ^= 1;
  await table.close();
  return bytes;
}

describe("a table with a damaged block", () => {
  it("names the block, answers from the others, and is not opened again until its file changes", async () => {
    await settle(pathOf("KRKR"), await damaged());
    const catalog = new FolderCatalog(data, COLLECTION);
    const first = (await catalog.open("KRKR"))!;
    const before = await descriptors();
    let named = 0;
    for (let asked = 0; asked < 3_000; asked++) {
      const table = (await catalog.open("KRKR"))!;
      expect(table).toBe(first);
      const value = await table.valueAt("red", (asked % 6) * BLOCK).catch((error: unknown) => error);
      if (value instanceof DamagedTableError) {
        expect(value.message).toMatch(/KRKR\.canju is damaged: block 1 of red to move: it does not match its checksum/);
        named++;
      } else expect(value).toBe(table.header.values[codeOfRed((asked % 6) * BLOCK)]);
    }
    expect(named).toBe(500);
    expect(await descriptors()).toBeLessThanOrEqual(before);

    await settle(pathOf("KRKR"), file);
    const mended = (await catalog.open("KRKR"))!;
    expect(await mended.valueAt("red", BLOCK)).toBe(mended.header.values[codeOfRed(BLOCK)]);
    await catalog.close();
  });

  it("whose header is damaged is not read again either, until its file changes", async () => {
    const bytes = Buffer.from(file);
    bytes[130]! ^= 1;
    await settle(pathOf("KRKR"), bytes);
    const catalog = new FolderCatalog(data, COLLECTION);
    const errors = [];
    for (let asked = 0; asked < 3; asked++) errors.push(await catalog.open("KRKR").catch((error: unknown) => error));
    expect(errors[0]).toBeInstanceOf(DamagedTableError);
    expect(new Set(errors).size).toBe(1);
    await settle(pathOf("KRKR"), file);
    expect((await catalog.open("KRKR"))!.header.cells).toBe(CELLS);
    await catalog.close();
  });
});

describe("a file that is written to or replaced while it is read", () => {
  it("fails with `changed`: the header of one must not explain the blocks of another", async () => {
    await settle(pathOf("KRKR"), file);
    const catalog = new FolderCatalog(data, COLLECTION);
    const table = (await catalog.open("KRKR"))!;
    await writeFile(pathOf("KRKR"), file);
    await expect(table.valueAt("red", 0)).rejects.toMatchObject({ problem: "changed" });
    const anew = (await catalog.open("KRKR"))!;
    expect(anew).not.toBe(table);
    expect(await anew.valueAt("red", 0)).toBe(anew.header.values[codeOfRed(0)]);
    await catalog.close();
  });

  it("is opened anew a moment later where nothing had to be read", async () => {
    await settle(pathOf("KRKR"), file);
    const catalog = new FolderCatalog(data, COLLECTION);
    const table = await catalog.open("KRKR");
    await writeFile(`${pathOf("KRKR")}.new`, file);
    await rename(`${pathOf("KRKR")}.new`, pathOf("KRKR"));
    await expect.poll(() => catalog.open("KRKR")).not.toBe(table);
    await catalog.close();
  });
});

describe("what is no file", () => {
  it.each(["pipe", "socket", "folder"])("is said to be none and keeps nobody waiting: a %s", async (kind) => {
    const path = pathOf("KNKN");
    const server = createServer();
    if (kind === "pipe") execFileSync("mkfifo", [path]);
    else if (kind === "folder") mkdirSync(path);
    else await new Promise<void>((listening) => server.listen(path, listening));
    try {
      const folder = new DataFolder(data);
      const problem = `${path} cannot be read: it is no file`;
      await expect(folder.catalog(COLLECTION).open("KNKN")).rejects.toThrow(problem);
      expect(await folder.list(COLLECTION)).toMatchObject({ strays: [{ path, problem }], isComplete: true });
      await folder.close();
    } finally {
      if (kind === "socket") await new Promise((closed) => server.close(closed));
      await rm(path, { recursive: true, force: true });
    }
  });

  it("counts as no proof of a table", async () => {
    await settle(pathOf("KRKR"), file);
    const path = join(dirname(pathOf("KRKR")), "KRKR.proof.json");
    execFileSync("mkfifo", [path]);
    const { tables } = await new FolderCatalog(data, COLLECTION).list();
    expect(tables).toMatchObject([{ endgame: "KRKR", verified: null }]);
    await rm(path);
  });
});

describe("open files", () => {
  it("are never more than allowed, however many are read at once, and each gives its own bytes", async () => {
    const paths = Array.from({ length: 40 }, (_, i) => join(data, `file${i}`));
    await Promise.all(paths.map((path, i) => writeFile(path, new Uint8Array(1_000).fill(i))));
    const before = await descriptors();
    const files = new OpenFiles(5);
    const sources = await Promise.all(paths.map((path) => openFile(path, files)));
    const reads = Array.from({ length: 2_000 }, (_, i) => sources[(i * 7) % 40]!.read(i % 900, 10));
    for (const [i, bytes] of (await Promise.all(reads)).entries()) {
      expect(bytes).toEqual(new Uint8Array(10).fill((i * 7) % 40));
    }
    expect(await descriptors()).toBeLessThanOrEqual(before + 5);
    await Promise.all(sources.map((source) => source.close()));
    expect(await descriptors()).toBeLessThanOrEqual(before);
  });

  it("give way where a process has no descriptors left, and a listing made then is not kept", async () => {
    await settle(pathOf("KRKR"), file);
    await settle(pathOf("KRK"), file); // damaged: it holds another endgame
    const script = `
      import { openSync, closeSync } from "node:fs";
      import { DataFolder } from ${JSON.stringify(join(import.meta.dirname, "../../src/doors/http/data-folder.ts"))};
      const folder = new DataFolder(${JSON.stringify(data)});
      const collection = { rules: "none", metric: "dtc" };
      const catalog = folder.catalog(collection);
      const told = [];
      const tell = async (work) => told.push(await work().catch((error) => error.code));
      const table = await catalog.open("KRKR");
      await tell(() => table.valueAt("red", 0));
      const taken = [];
      try { for (;;) taken.push(openSync("/dev/null")); } catch {}
      await tell(async () => { const { tables } = await folder.list(collection); return tables.length; });
      taken.forEach((descriptor) => closeSync(descriptor));
      await tell(async () => { const { tables } = await folder.list(collection); return tables.length; });
      await tell(() => table.valueAt("red", 100_000));
      console.log(JSON.stringify(told));
      process.exit();`;
    const child = spawnSync(
      "bash",
      ["-c", 'ulimit -n 60; exec "$0" --input-type=module -e "$1"', process.execPath, script],
      { encoding: "utf8" },
    );
    expect(child.stderr).toBe("");
    const [before, without, after, last] = JSON.parse(child.stdout) as unknown[];
    expect(before).toBe(valuesUpTo(40)[codeOfRed(0)]);
    expect([0, "source-refused"]).toContain(without);
    expect(after).toBe(1);
    expect(last).toBe(valuesUpTo(40)[codeOfRed(100_000)]);
    await rm(pathOf("KRK"));
  });

  it("serve a reader that finds its file closed meanwhile", async () => {
    const path = join(data, "closed");
    await writeFile(path, Uint8Array.of(1, 2, 3));
    const source = await openFile(path, new OpenFiles(1));
    await source.close();
    expect([...(await source.read(1, 2))]).toEqual([2, 3]);
    await source.close();
    await rm(path);
    await expect(source.read(0, 1)).rejects.toMatchObject({ problem: "changed" });
    const handle = await open(join(data, "closed"), "w");
    await handle.close();
    await expect(source.read(0, 1)).rejects.toMatchObject({ problem: "changed" });
  });
});
