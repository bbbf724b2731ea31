// The compression of outcome tables: what is packed may stand there, comes back, and is what the specification says.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { copiesCodec } from "../../src/table/format/copies.ts";
import { canonicalCodes, MOST_BITS } from "../../src/table/format/packing.ts";
import { NODE_CODECS } from "../../src/table/node/codecs.ts";
import { memorySource } from "../../src/table/read/source.ts";
import { openTable } from "../../src/table/read/table.ts";
import { codeBits, packCopies } from "../../src/table/write/pack-copies.ts";
import { parseFen } from "../../src/xiangqi/fen.ts";
import { slowOutcomes } from "../oracle/copies.ts";

/** Cells that may hold code & 3, or with 4 anything up to it. */
const MASKS = Uint16Array.from({ length: 8 }, (_, cell) => (cell < 4 ? 1 << cell : (2 << (cell & 3)) - 1));
const CANDIDATES = [1, 2, 3, 7, 64, 65];

/** Mostly repeated, now and then something else. */
const blocks = fc.array(
  fc
    .array(fc.tuple(fc.integer({ min: 0, max: 7 }), fc.integer({ min: 1, max: 90 })), { minLength: 1, maxLength: 30 })
    .map((runs) => Uint8Array.from(runs.flatMap(([cell, count]) => Array<number>(count).fill(cell)))),
  { minLength: 1, maxLength: 4 },
);

test("gives cells that may stand there, as the slow decoder does", async () => {
  await fc.assert(
    fc.asyncProperty(blocks, async (all) => {
      const cells = { blocks: all, masks: MASKS, preference: [1, 0, 2, 3] };
      const { packing, payloads } = await packCopies(cells, CANDIDATES, async () => {});
      all.forEach((block, i) => {
        const raw = copiesCodec(packing).decompress(payloads[i]!, block.length);
        expect([...raw]).toEqual(slowOutcomes(payloads[i]!, block.length, packing));
        expect(block.every((cell, at) => ((MASKS[cell]! >> raw[at]!) & 1) === 1)).toBe(true);
      });
    }),
    { numRuns: 200 },
  );
});

test("refuses what the slow decoder refuses", async () => {
  const block = Uint8Array.from({ length: 300 }, (_, i) => (i % 37 === 0 ? 2 : i % 5 === 0 ? 6 : 1));
  const cells = { blocks: [block], masks: MASKS, preference: [1, 0, 2, 3] };
  const { packing, payloads } = await packCopies(cells, CANDIDATES, async () => {});
  const codec = copiesCodec(packing);
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(payloads[0]!.length - 1), fc.nat(255)), { maxLength: 3 }),
      fc.nat(2),
      (changes, cut) => {
        const bytes = payloads[0]!.slice(0, payloads[0]!.length - cut);
        for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
        const expected = slowOutcomes(bytes, block.length, packing);
        let found: number[] | null = null;
        try {
          found = [...codec.decompress(bytes, block.length)];
        } catch {
          found = null;
        }
        expect(found).toEqual(expected);
      },
    ),
    { numRuns: 500 },
  );
});

test("has codes that are no longer than 12 bits and use up what there is", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(2 ** 30), { minLength: 2, maxLength: 256 }), (counts) => {
      const bits = codeBits(counts);
      const used = bits.filter((length) => length > 0);
      expect(used).toHaveLength(counts.filter((count) => count > 0).length);
      expect(Math.max(0, ...used)).toBeLessThanOrEqual(MOST_BITS);
      if (used.length > 1) expect(used.reduce((sum, length) => sum + 2 ** -length, 0)).toBe(1);
      expect(
        new Set(
          canonicalCodes(bits)
            .map((code, i) => `${code}/${bits[i]}`)
            .filter((each) => !each.endsWith("/0")),
        ).size,
      ).toBe(used.length);
    }),
  );
});

test("decodes the example of the specification", () => {
  const packing = { distances: [1, 4], bits: { length: "2222", distance: "11", cell: "011" } };
  const cells = [1, 1, 1, 1, 2, 1, 1, 1, 2, 1, 1, 1];
  expect([...copiesCodec(packing).decompress(Uint8Array.of(0x1b, 0xfc), 12)]).toEqual(cells);
  expect(slowOutcomes(Uint8Array.of(0x1b, 0xfc), 12, packing)).toEqual(cells);
});

test("of the sample is what its list says", async () => {
  const path = join(import.meta.dirname, "../../docs/spec/samples/outcomes/KRKN.outcomes");
  const table = await openTable(memorySource(new Uint8Array(readFileSync(`${path}.canju`))), NODE_CODECS);
  const answers = JSON.parse(readFileSync(`${path}.json`, "utf8")) as { fen: string; cell: number; value: number }[];
  expect(answers.length).toBeGreaterThan(100);
  for (const { fen, cell, value } of answers) expect(await table.valueAt(parseFen(fen).turn, cell)).toBe(value);
});
