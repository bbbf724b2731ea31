import { decompress } from "fzstd";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findCodec, rawCodec, zstdReader } from "../../src/table/codec.ts";
import { UnsupportedTableError } from "../../src/table/errors.ts";
import { NODE_CODECS, zstdCodec } from "../../src/table/node/codecs.ts";
import { smoothCode } from "./fixtures.ts";

/** Each reader with the writer of its format. */
const CODECS = [
  ["raw", rawCodec, rawCodec],
  ["zstd of Node", zstdCodec, zstdCodec],
  ["zstd of the page", zstdReader(decompress), zstdCodec],
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
        expect(Uint8Array.from(reader.decompress(stored, raw.length))).toEqual(raw);
      }),
      { numRuns: 60 },
    );
  });

  it("gives back a whole block", async () => {
    const raw = Uint8Array.from({ length: 262_144 }, (__, cell) => smoothCode("red", cell, 60));
    const stored = await writer.compress!(raw, "fast");
    expect(Buffer.from(reader.decompress(stored, raw.length)).equals(raw)).toBe(true);
  });

  it("refuses bytes that decode to another length", async () => {
    const stored = await writer.compress!(new Uint8Array(100).fill(7), "fast");
    expect(() => reader.decompress(stored, 99)).toThrow();
    expect(() => reader.decompress(stored, 101)).toThrow();
  });
});

it("is looked up by number", () => {
  expect(findCodec(NODE_CODECS, 1, "KRK.canju").name).toBe("zstd");
  expect(() => findCodec(NODE_CODECS, 9, "KRK.canju")).toThrow(UnsupportedTableError);
});
