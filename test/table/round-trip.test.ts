import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COLOURS } from "../../src/xiangqi/pieces.ts";
import { rawCodec } from "../../src/table/format/codec.ts";
import { NODE_CODECS, zstdCodec } from "../../src/table/node/codecs.ts";
import { memorySource } from "../../src/table/read/source.ts";
import { openTable } from "../../src/table/read/table.ts";
import { content, info, tableBytes, valuesUpTo } from "./fixtures.ts";

const sha256 = () => createHash("sha256");
const open = async (bytes: Uint8Array) => openTable(memorySource(bytes), NODE_CODECS);

describe("a table that was written", () => {
  it("gives back every code, value and range of codes", async () => {
    const shape = fc.record({
      codes: fc.tuple(fc.array(fc.nat(999), { maxLength: 300 }), fc.array(fc.nat(999), { maxLength: 300 })),
      repeat: fc.integer({ min: 1, max: 5 }),
      values: fc.constantFrom(1, 2, 37, 256, 257, 1000),
      codec: fc.constantFrom(rawCodec, zstdCodec),
      cellsPerBlock: fc.constantFrom(1, 2, 4, 8, 16, 32, 64),
      blocksPerPage: fc.integer({ min: 1, max: 9 }),
    });
    await fc.assert(
      fc.asyncProperty(shape, async ({ codes, repeat, values, codec, cellsPerBlock, blocksPerPage }) => {
        const cells = repeat * Math.min(codes[0].length, codes[1].length);
        const codeAt = (turn: string, cell: number) =>
          codes[turn === "red" ? 0 : 1][Math.floor(cell / repeat)]! % values;
        const bytes = await tableBytes(content(cells, values, codeAt), {
          codec,
          cellsPerBlock,
          blocksPerPage,
        });
        const table = await open(bytes);
        expect(table.header.info).toEqual(info);
        expect(table.header.values).toEqual(valuesUpTo(values));
        expect(table.header.cells).toBe(cells);
        await table.verifyChecksums(sha256);
        expect(await table.readHistogram()).toEqual({ red: [1, 2], black: [3, 4] });
        for (const turn of COLOURS) {
          const expected = Array.from({ length: cells }, (_, cell) => codeAt(turn, cell));
          expect([...(await table.readSide(turn))]).toEqual(expected);
          const [first, last] = [Math.floor(cells / 3), Math.floor((2 * cells) / 3)];
          expect([...(await table.readCodes(turn, first, last - first))]).toEqual(expected.slice(first, last));
          for (let cell = 0; cell < cells; cell += 7) {
            const value = table.header.values[expected[cell]!];
            expect(await table.valueAt(turn, cell)).toBe(value);
            expect(table.valueIfCached(turn, cell)).toBe(value);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it("takes next to nothing when all cells of a side are alike", async () => {
    const bytes = await tableBytes(content(50_000_000, 40, (turn) => (turn === "red" ? 2 : 0)));
    expect(bytes.length).toBeLessThan(2_000);
    expect((await open(bytes)).valueIfCached("red", 49_999_999)).toBe(2);
  });

  it("is the same file when it is written again", async () => {
    expect(await tableBytes(content(100_000))).toEqual(await tableBytes(content(100_000), { threads: 1 }));
  });
});
