import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { InputError } from "../../src/base/errors.ts";
import { rawCodec, type Codec } from "../../src/table/format/codec.ts";
import { openFile } from "../../src/table/node/file-source.ts";
import { NODE_CODECS, zstdCodec } from "../../src/table/node/codecs.ts";
import type { TableContent } from "../../src/table/write/encode.ts";
import { writeTable } from "../../src/table/node/writer.ts";
import { explainWriteError } from "../../src/base/node/disk.ts";
import { openTable } from "../../src/table/read/table.ts";
import { content, temporaryPath } from "./fixtures.ts";

let path: string;

beforeEach(async () => {
  path = temporaryPath();
  await mkdir(dirname(path));
});
afterEach(() => rm(dirname(path), { recursive: true }));

const files = () => readdir(dirname(path));

describe("a table is written", () => {
  it("into a folder that need not exist, and reports what it took", async () => {
    const deep = join(dirname(path), "none", "dtc", "KRK.canju");
    const progress: number[] = [];
    const written = await writeTable(deep, content(600_000), { onProgress: (cells) => progress.push(cells) });
    const { length } = await readFile(deep);
    expect(written).toMatchObject({ path: deep, fileBytes: length, rawBytes: 1_200_000, blocks: 6, filledBlocks: 0 });
    expect(written.bitsPerPosition).toBeCloseTo((8 * length) / (3834 + 4914));
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    expect(progress.at(-1)).toBe(1_200_000);
    const table = await openTable(await openFile(deep), NODE_CODECS);
    expect(table.header).toEqual(written.header);
    await table.close();
  });

  it("in place of an older one, or by two at a time", async () => {
    await writeFile(path, "old");
    await Promise.all([1, 2, 3].map(() => writeTable(path, content(100_000))));
    expect(await files()).toEqual(["KRK.canju"]);
    const table = await openTable(await openFile(path), NODE_CODECS);
    expect(table.header.cells).toBe(100_000);
    await table.close();
  });

  it("with no more blocks in memory than its threads need", async () => {
    let inFlight = 0;
    let most = 0;
    const codec: Codec = {
      ...rawCodec,
      async compress(raw) {
        most = Math.max(most, ++inFlight);
        await new Promise((later) => setTimeout(later, 1));
        inFlight--;
        return raw;
      },
    };
    await writeTable(path, content(40_000), { codec, cellsPerBlock: 512, threads: 3 });
    expect(most).toBe(6);
  });
});

describe("a table that cannot be finished", () => {
  /** Writes over "old"; the old file must stay, alone. */
  async function failing(writing: () => Promise<unknown>, message: string | RegExp): Promise<void> {
    await writeFile(path, "old");
    await expect(writing()).rejects.toThrow(message);
    expect(await files()).toEqual(["KRK.canju"]);
    expect(await readFile(path, "utf8")).toBe("old");
  }

  it("leaves the older one when blocks would have a number of cells that no reader takes", () =>
    failing(() => writeTable(path, content(10_000), { cellsPerBlock: 1000 }), "blocks of 1000 cells"));

  it("leaves the older one when the caller fails", () =>
    failing(() => {
      const what = content(600_000);
      const band: TableContent["band"] = (turn, first, count, number) => {
        if (first > 0) throw new Error("no more codes");
        return what.band(turn, first, count, number);
      };
      return writeTable(path, { ...what, band });
    }, "no more codes"));

  it("leaves the older one when the caller fails while a block before it is still being compressed", () =>
    failing(() => {
      const what = content(600_000);
      const band: TableContent["band"] = (turn, first, count, number) => {
        if (first > 0) throw new Error("no more codes");
        return what.band(turn, first, count, number);
      };
      const compress = (raw: Uint8Array) => new Promise<Uint8Array>((later) => setTimeout(later, 50, raw));
      return writeTable(path, { ...what, band }, { codec: { ...rawCodec, compress } });
    }, "no more codes"));

  it("leaves the older one when the codec fails", () =>
    failing(() => {
      const compress = () => Promise.reject(new Error("no memory"));
      return writeTable(path, content(200_000), { codec: { ...zstdCodec, compress } });
    }, "no memory"));

  it("leaves the older one when it is aborted", () =>
    failing(() => {
      const abort = new AbortController();
      const onProgress = () => abort.abort(new Error("stopped by the user"));
      return writeTable(path, content(500_000), { signal: abort.signal, onProgress });
    }, "stopped by the user"));

  it("leaves the older one when its header would be too long", () =>
    failing(() => {
      const what = content(10);
      const inputs = Array.from({ length: 800 }, (_, i) => ({ name: `K${i}`, sha256: "0".repeat(64) }));
      return writeTable(path, { ...what, info: { ...what.info, inputs } });
    }, "header"));

  it("tells of a path that is no folder in one line", async () => {
    await writeFile(path, "old");
    const error = await writeTable(join(path, "KRK.canju"), content(10)).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(InputError);
    expect(error).toMatchObject({ code: "cannot-write" });
  });

  it.each([
    ["EDQUOT", "disk-full", "the disk quota is used up"],
    ["EFBIG", "disk-full", "the file system allows no file of this size"],
    ["EACCES", "cannot-write", "permission denied"],
    ["EPERM", "cannot-write", "permission denied"],
    ["EROFS", "cannot-write", "the file system is read-only"],
    ["ENOTDIR", "cannot-write", "a part of the path is no folder"],
    ["EEXIST", "cannot-write", "a part of the path is no folder"],
    ["EIO", "cannot-write", "the disk fails"],
    ["EMFILE", "cannot-write", "too many files are open"],
    ["ENFILE", "cannot-write", "too many files are open"],
  ])("tells of %s in one line", (code, own, what) => {
    const cause = Object.assign(new Error(code), { code });
    const error = explainWriteError(cause, "/data/none/dtc/KRK.canju");
    expect(error).toMatchObject({ code: own, message: `cannot write in /data/none/dtc: ${what}`, cause });
    expect(explainWriteError(error, "/elsewhere/KRK.canju")).toBe(error);
  });

  it("leaves errors that are no fault of the disk's as they are", () => {
    for (const error of [new Error("a bug"), Object.assign(new Error("odd"), { code: "EODD" }), null]) {
      expect(explainWriteError(error, "/data/KRK.canju")).toBe(error);
    }
  });

  it("tells of a full disk in one line", async () => {
    const full = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
    const error = explainWriteError(full, "/data/none/dtc/KRK.canju");
    expect(error).toBeInstanceOf(InputError);
    expect(error).toMatchObject({ code: "disk-full", message: "cannot write in /data/none/dtc: the disk is full" });
  });
});
