import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CODECS as PAGE_CODECS } from "../../src/doors/package/zstd.ts";
import { findCodec, rawCodec, ZSTD } from "../../src/table/format/codec.ts";
import { UnsupportedTableError } from "../../src/table/format/errors.ts";
import { NODE_CODECS, zstdCodec } from "../../src/table/node/codecs.ts";
import { smoothCode } from "./fixtures.ts";

/** Each reader with the writer of its format. */
const CODECS = [
  ["raw", rawCodec, rawCodec],
  ["zstd of Node", zstdCodec, zstdCodec],
  ["zstd of the page", findCodec(PAGE_CODECS, ZSTD, ""), zstdCodec],
] as const;

describe.each(CODECS)("codec %s", (_, reader, writer) => {
  it("has the number and name of its format", () => {
    expect([reader.id, reader.name]).toEqual([writer.id, writer.name]);
  });

  it("gives back any bytes however small it is made", async () => {
    const bytes = fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 300 }),
      fc.uint8Array({ minLength: 1, max: 2, maxLength: 5000 }),
    );
    await fc.assert(
      fc.asyncProperty(bytes, fc.constantFrom("fast", "small"), async (raw, effort) => {
        const stored = await writer.compress!(raw, effort);
        expect(Uint8Array.from(await reader.decompress(stored, raw.length))).toEqual(raw);
      }),
      { numRuns: 60 },
    );
  });

  it("gives back bytes whose frame fills a chunk of Node's to the last byte", async () => {
    let state = 1;
    const noise = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) >>> 24;
    const sizes: number[] = [];
    for (let length = 16_360; length <= 16_390; length++) {
      const raw = Uint8Array.from({ length }, noise);
      const stored = await writer.compress!(raw, "fast");
      sizes.push(stored.length);
      expect(Buffer.from(await reader.decompress(stored, length)).equals(raw)).toBe(true);
    }
    expect(sizes).toContain(16_384);
  });

  it("gives back a whole block", async () => {
    const raw = Uint8Array.from({ length: 262_144 }, (__, cell) => smoothCode("red", cell, 60));
    const stored = await writer.compress!(raw, "fast");
    expect(Buffer.from(await reader.decompress(stored, raw.length)).equals(raw)).toBe(true);
  });

  it("refuses bytes that decode to another length", async () => {
    const stored = await writer.compress!(new Uint8Array(100).fill(7), "fast");
    await expect(async () => reader.decompress(stored, 99)).rejects.toThrow();
    await expect(async () => reader.decompress(stored, 101)).rejects.toThrow();
  });
});

it("is looked up by number", () => {
  expect(findCodec(NODE_CODECS, 1, "KRK.canju").name).toBe("zstd");
  expect(() => findCodec(NODE_CODECS, 9, "KRK.canju")).toThrow(UnsupportedTableError);
});

describe("a forged frame does not take more memory than its block", () => {
  const { decompress } = findCodec(PAGE_CODECS, ZSTD, "");
  /** A frame with such a window that repeats a byte so often, up to 128 KiB at a time. */
  const forge = (window: number, times: readonly number[]) =>
    Uint8Array.from([
      0x28,
      0xb5,
      0x2f,
      0xfd,
      0,
      window,
      ...times.flatMap((count, i) => {
        const head = (count << 3) | 2 | Number(i === times.length - 1);
        return [head & 255, (head >> 8) & 255, head >> 16, 7];
      }),
    ]);

  it("when it decodes to 200 MiB", async () => {
    const before = process.memoryUsage().arrayBuffers;
    const frame = forge(0x38, Array(1600).fill(131_072));
    await expect(async () => decompress(frame, 200_000)).rejects.toThrow("more than 200000 bytes");
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10 * 2 ** 20);
  });

  it("when it asks for a window of a gigabyte", async () => {
    await expect(async () => decompress(forge(0xa0, [100]), 100)).rejects.toThrow("window");
    expect(await decompress(forge(0x38, [100]), 100)).toEqual(new Uint8Array(100).fill(7));
  });

  it("when it states a length of a gigabyte", async () => {
    const frame = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0xa0, 0, 0, 0, 0x40, 0x23, 3, 0, 7);
    await expect(async () => decompress(frame, 100)).rejects.toThrow("window");
  });
});
