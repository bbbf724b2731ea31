import { describe, expect, it } from "vitest";
import { BlockCache } from "../../src/table/read/blocks.ts";
import { rawCodec } from "../../src/table/format/codec.ts";
import { NODE_CODECS } from "../../src/table/node/codecs.ts";
import { memorySource, type Source } from "../../src/table/read/source.ts";
import { openTable } from "../../src/table/read/table.ts";
import { content, noise, smoothCode, tableBytes } from "./fixtures.ts";

/** A source that notes what is read. */
function noting(bytes: Uint8Array): { source: Source; reads: [offset: number, length: number][] } {
  const reads: [number, number][] = [];
  const source = memorySource(bytes);
  const read: Source["read"] = (offset, length) => {
    reads.push([offset, length]);
    return source.read(offset, length);
  };
  return { source: { ...source, read }, reads };
}

const LARGE = 400_000;
const large = tableBytes(content(LARGE, 40, noise));
const manyPages = tableBytes(content(LARGE, 40, noise), { codec: rawCodec, cellsPerBlock: 8, blocksPerPage: 1000 });

describe("an open table", () => {
  it("was opened with one read, which answers everything when the table is small", async () => {
    const { source, reads } = noting(await tableBytes(content(3_000)));
    const table = await openTable(source, NODE_CODECS);
    await table.valueAt("black", 2_999);
    expect(reads).toEqual([[0, 65_536]]);
  });

  it("can tell its source whether what was read is sound", async () => {
    const bytes = await manyPages;
    const checks: [offset: number, isSound: (bytes: Uint8Array) => boolean][] = [];
    const source = memorySource(bytes);
    const read: Source["read"] = (offset, length, signal, isSound) => {
      checks.push([offset, isSound!]);
      return source.read(offset, length, signal, isSound);
    };
    const table = await openTable({ ...source, read }, NODE_CODECS);
    const { pages, data, details } = table.header;
    await table.valueAt("black", LARGE - 1);
    await table.readHistogram();
    expect(checks.map(([offset]) => offset)).toEqual([0, pages.at(-1)!.offset, expect.any(Number), details.offset]);
    expect(checks[2]![0]).toBeGreaterThan(data.offset);
    const lengths = [65_536, pages.at(-1)!.length, 4 + 8, details.length];
    checks.forEach(([offset, isSound], i) => {
      const found = bytes.slice(offset, offset + lengths[i]!);
      expect([i, isSound(found)]).toEqual([i, true]);
      expect([i, isSound(found.subarray(0, 4))]).toEqual([i, false]);
      for (const at of [found.length >> 1, i === 0 ? 20 : 1]) {
        const damaged = found.slice();
        damaged[at]! ^= 1;
        expect([i, at, isSound(damaged)]).toEqual([i, at, false]);
      }
    });
  });

  it("answers a first question with one more read of at most a block", async () => {
    const { source, reads } = noting(await large);
    const table = await openTable(source, NODE_CODECS);
    expect(table.valueIfCached("black", 200_000)).toBeUndefined();
    const value = table.header.values[noise("black", 200_000)];
    expect(await table.valueAt("black", 200_000)).toBe(value);
    expect(table.valueIfCached("black", 200_000)).toBe(value);
    expect(reads.length).toBe(2);
    expect(reads[1]![1]).toBeLessThanOrEqual(262_148);
  });

  it("fetches a page of a large directory once, when it is needed", async () => {
    const { source, reads } = noting(await manyPages);
    const table = await openTable(source, NODE_CODECS);
    expect(table.header.pages.length).toBe(100);
    const cells = [LARGE - 1, LARGE - 9, LARGE - 17];
    const values = await Promise.all(cells.map((cell) => table.valueAt("black", cell)));
    expect(values).toEqual(cells.map((cell) => table.header.values[noise("black", cell)]));
    expect(reads.length).toBe(1 + 1 + 3);
    expect([...(await table.readSide("red"))].every((code, cell) => code === noise("red", cell))).toBe(true);
  });

  it("reads a block once for all who ask at a time", async () => {
    const { source, reads } = noting(await large);
    const table = await openTable(source, NODE_CODECS);
    await Promise.all(Array.from({ length: 500 }, (_, cell) => table.valueAt("red", cell)));
    expect(reads.length).toBe(2);
  });

  it("asks again for what could not be read", async () => {
    const { source } = noting(await large);
    let failures = 2;
    const read: Source["read"] = async (offset, length) => {
      if (offset > 0 && failures-- > 0) throw new Error("the cable is out");
      return source.read(offset, length);
    };
    const table = await openTable({ ...source, read }, NODE_CODECS);
    await expect(table.valueAt("red", 7)).rejects.toThrow("the cable is out");
    await expect(table.valueAt("red", 7)).rejects.toThrow("the cable is out");
    expect(await table.valueAt("red", 7)).toBe(table.header.values[noise("red", 7)]);
  });

  it("fills the memory that is given to it, of either width", async () => {
    const table = await openTable(memorySource(await large), NODE_CODECS);
    const shared = new Uint8Array(new SharedArrayBuffer(LARGE));
    expect(await table.readSide("black", shared)).toBe(shared);
    const wide = await table.readSide("black", new Uint16Array(LARGE));
    expect([...wide]).toEqual([...shared]);
    expect(await table.readCodes("black", 262_000, 1_000)).toEqual(shared.slice(262_000, 263_000));
  });

  it("refuses cells that do not exist", async () => {
    const table = await openTable(memorySource(await large), NODE_CODECS);
    expect(() => table.valueIfCached("red", LARGE)).toThrow(RangeError);
    await expect(table.valueAt("red", -1)).rejects.toThrow(RangeError);
    for (const [first, count] of [
      [LARGE - 1, 2],
      [-1, 2],
      [5, -1],
    ] as const) {
      await expect(table.readCodes("red", first, count)).rejects.toThrow(`cells ${first} + ${count} of ${LARGE}`);
    }
  });
});

describe("a cache", () => {
  it("holds no more than it may, the last used longest, for many tables apart", async () => {
    const cache = new BlockCache(1_000);
    const [a, b] = [cache.newBlocks(), cache.newBlocks()];
    const load = (size: number) => async () => new Uint8Array(size);
    for (const shelf of [a, b]) for (const number of [0, 1]) await shelf.get(number, load(250));
    expect(cache.bytes).toBe(1_000);
    a.peek(0);
    await b.get(2, load(400));
    expect([0, 1].map((number) => a.peek(number)?.length)).toEqual([250, undefined]);
    expect([0, 1, 2].map((number) => b.peek(number)?.length)).toEqual([undefined, 250, 400]);
    expect(cache.bytes).toBe(900);
    await a.get(9, load(5_000));
    expect(cache.bytes).toBe(0);
  });

  it("forgets the blocks of a table that is closed, and no others", async () => {
    const cache = new BlockCache(2 ** 20);
    const [one, two] = await Promise.all(
      [1, 2].map(async () => openTable(memorySource(await large), NODE_CODECS, { cache })),
    );
    for (const table of [one!, two!]) await table.valueAt("red", 0);
    expect(cache.bytes).toBe(2 * 262_144);
    await one!.close();
    expect(cache.bytes).toBe(262_144);
    expect(two!.valueIfCached("red", 0)).toBe(two!.header.values[noise("red", 0)]);
  });

  it("keeps tables apart after any number of openings", async () => {
    const cache = new BlockCache(2 ** 20);
    for (let opening = 0; opening < 2 ** 22; opening++) cache.newBlocks();
    const table = await openTable(memorySource(await large), NODE_CODECS, { cache });
    const cells = Array.from({ length: LARGE / 1_000 }, (_, i) => 1_000 * i);
    for (const cell of cells) {
      expect(await table.valueAt("red", cell)).toBe(table.header.values[noise("red", cell)]);
    }
  });

  it("lets two tables share it without mixing their blocks up", async () => {
    const cache = new BlockCache(2 ** 20);
    const other = await tableBytes(content(LARGE, 40, smoothCode));
    const [one, two] = await Promise.all(
      [await large, other].map((bytes) => openTable(memorySource(bytes), NODE_CODECS, { cache })),
    );
    for (const cell of [0, 1, LARGE - 1]) {
      expect(await one!.valueAt("red", cell)).toBe(one!.header.values[noise("red", cell)]);
      expect(await two!.valueAt("red", cell)).toBe(two!.header.values[smoothCode("red", cell, 40)]);
    }
  });
});
