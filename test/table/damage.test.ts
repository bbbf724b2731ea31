import { createHash } from "node:crypto";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { LONG } from "../long.ts";
import { COLOURS } from "../../src/xiangqi/pieces.ts";
import { contentSum } from "../../src/table/format/content-sum.ts";
import { crc32 } from "../../src/base/crc32.ts";
import { decodePage } from "../../src/table/format/directory.ts";
import { DamagedTableError, UnsupportedTableError } from "../../src/table/format/errors.ts";
import { setSha256 } from "../../src/table/format/format.ts";
import type { TableInfo } from "../../src/table/format/header.ts";
import { NODE_CODECS } from "../../src/table/node/codecs.ts";
import { memorySource } from "../../src/table/read/source.ts";
import { openTable } from "../../src/table/read/table.ts";
import type { TableContent } from "../../src/table/write/encode.ts";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { endgameIndex } from "../../src/endgame/index.ts";
import { openPlaced } from "../../src/table/catalog/catalog.ts";
import { describeIndex, indexOfTable } from "../../src/table/format/index-parameters.ts";
import { content, contentOf, info, smoothCode, tableBytes } from "./fixtures.ts";
import { inventedTable } from "./invented.ts";

const CELLS = 3_000;
const sha256 = () => createHash("sha256");
const open = (bytes: Uint8Array) => openTable(memorySource(bytes, "KRK.canju"), NODE_CODECS);

let sound: Uint8Array<ArrayBuffer>;
let headerLength: number;

beforeAll(async () => {
  // Several pages, filled and stored blocks, and room left in front of the data.
  const code = (turn: "red" | "black", cell: number) => (cell % 900 < 250 ? 5 : smoothCode(turn, cell, 40));
  sound = await tableBytes(content(CELLS, 40, code), { cellsPerBlock: 128, blocksPerPage: 12 });
  headerLength = new DataView(sound.buffer).getUint32(12, true);
});

/** Changes a header and makes its checksum right again. */
function edited(change: (view: DataView, bytes: Uint8Array) => void): Uint8Array {
  const bytes = sound.slice();
  change(new DataView(bytes.buffer), bytes);
  setSha256(bytes.subarray(0, headerLength), createHash("sha256").digest("hex"));
  return bytes;
}

/** Reads every value; false where one differs from the sound table's. Throws what reading throws. */
async function agrees(bytes: Uint8Array): Promise<boolean> {
  const [table, original] = [await open(bytes), await open(sound)];
  let same = true;
  for (const turn of COLOURS) {
    const codes = await original.readSide(turn);
    expect(await table.readSide(turn)).toEqual(codes);
    for (let cell = 0; cell < CELLS; cell += 50) {
      same &&= (await table.valueAt(turn, cell)) === original.header.values[codes[cell]!];
    }
  }
  return same;
}

describe("a damaged table", () => {
  it("is sound before it is damaged", async () => {
    expect(await agrees(sound)).toBe(true);
    const { pages, data, blocksPerSide } = (await open(sound)).header;
    expect([pages.length, blocksPerSide]).toEqual([4, 24]);
    expect(data.length).toBeGreaterThan(1000);
  });

  it("is found wherever a bit is flipped, and never gives a wrong value", LONG, async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(sound.length * 8 - 1), async (bit) => {
        const bytes = sound.slice();
        bytes[bit >> 3]! ^= 1 << (bit & 7);
        const table = await open(bytes).catch((error: unknown) => error);
        if (table instanceof UnsupportedTableError) return;
        if (table instanceof DamagedTableError) return;
        if (table instanceof Error) throw table;
        await expect((table as Awaited<ReturnType<typeof open>>).verifyChecksums(sha256)).rejects.toThrow(
          DamagedTableError,
        );
        const reading = await agrees(bytes).catch((error: unknown) => error);
        if (reading !== true && !(reading instanceof DamagedTableError)) throw reading;
      }),
      { numRuns: 1500, examples: [[0], [8 * 8], [8 * 92], [8 * 96], [8 * headerLength], [8 * sound.length - 1]] },
    );
  });

  it("is found when it is cut short anywhere or has anything behind its end", async () => {
    for (let length = 0; length < sound.length; length += length < 300 ? 1 : 37) {
      await expect(open(sound.subarray(0, length))).rejects.toThrow(DamagedTableError);
    }
    await expect(open(sound.subarray(0, 5))).rejects.toThrow("the header is cut short");
    await expect(open(Uint8Array.from([...sound, 0]))).rejects.toThrow("something was added to it");
  });

  it("is found when two blocks have changed places", async () => {
    const { header } = await open(sound);
    const bytes = sound.slice();
    const half = header.data.length >> 1;
    bytes.copyWithin(header.data.offset, header.data.offset + half, header.data.offset + 2 * half);
    await expect(agrees(bytes)).rejects.toThrow(DamagedTableError);
  });

  it("is named with the block and what is wrong with it", async () => {
    const { header } = await open(sound);
    const bytes = sound.slice();
    bytes[header.data.offset + header.data.length - 1]! ^= 1;
    const error = await agrees(bytes).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(DamagedTableError);
    expect(error).toMatchObject({ code: "damaged-table", file: "KRK.canju", block: { turn: "black" } });
    const { blocksPerSide } = header;
    const isSound = (turn: "red" | "black") => async (block: number) => {
      const table = await open(bytes);
      return table.checkBlock(turn, block).then(
        () => true,
        () => false,
      );
    };
    const blocks = Array.from({ length: blocksPerSide }, (_, block) => block);
    const { number } = (error as DamagedTableError).block!;
    expect(await Promise.all(blocks.map(isSound("black")))).toEqual(blocks.map((block) => block !== number));
    expect(await Promise.all(blocks.map(isSound("red")))).toEqual(blocks.map(() => true));
    expect((error as Error).message).toMatch(
      /^KRK.canju is damaged: block \d+ of black to move: it does not match its checksum$/,
    );
  });

  it.each<[string, (view: DataView, bytes: Uint8Array) => void, string]>([
    ["a file of another kind", (_, bytes) => bytes.set([0x89, 0x50, 0x4e, 0x47]), "does not start as a table does"],
    ["a newer format", (view) => view.setUint16(8, 3, true), "its format is version 3, this program knows version 2"],
    ["an older format", (view) => view.setUint16(8, 1, true), "its format is version 1, this program knows version 2"],
    ["another layout of cells", (_, bytes) => (bytes[88] = 2), "the layout of its cells (2) is unknown here"],
    ["another way of differences", (_, bytes) => (bytes[89] = 3), "from the other (3) is unknown here"],
    ["a need of later readers", (_, bytes) => (bytes[91] = 1), "it needs something (256) that is unknown here"],
    [
      "values of a later kind",
      (view) => view.setUint32(128, 2 ** 31 + 1, true),
      "values of a kind that is unknown here",
    ],
    ["differences of cells that are not by placements", (_, bytes) => (bytes[89] = 1), "contradict one another"],
    ["an unknown codec", (view) => view.setUint16(10, 77, true), "its compression (codec 77) is unknown here"],
    ["a header that claims to be huge", (view) => view.setUint32(12, 1 << 30, true), "the header makes no sense"],
    ["blocks that are too large", (view) => view.setUint32(20, 1 << 20, true), "contradict one another"],
    [
      "blocks of a number of cells that is no power of two",
      (view) => view.setUint32(20, 127, true),
      "contradict one another",
    ],
    ["a value that is in a list twice", (view) => view.setInt16(134, 0, true), "a value twice"],
    ["another number of cells", (view) => view.setBigUint64(32, 9_999n, true), "contradict one another"],
    ["pages of absurdly many blocks", (view) => view.setUint32(76, 2 ** 31, true), "contradict one another"],
    ["a length beyond 2^53", (view) => view.setUint32(52, 2 ** 31, true), "contradict one another"],
    ["a histogram of gigabytes", (view) => view.setUint32(64, 2 ** 32 - 1, true), "contradict one another"],
    ["values beyond 2^32", (view) => view.setUint32(128, 2 ** 32 - 5, true), "values that are none"],
    ["more values than codes", (view) => view.setUint16(132, 300, true), "more values than codes"],
    ["fewer values than codes", (view) => view.setUint16(132, 3, true), "unknown code"],
    [
      "a later form of orders",
      (_, bytes) => swap(bytes, '"orderForm":null', '"orderForm":"xx"'),
      "its orderForm (xx) is unknown here",
    ],
    ["later rules", (_, bytes) => swap(bytes, '"rules":"none"', '"rules":"nono"'), "its rules (nono) are unknown here"],
    ["a description that is no JSON", (_, bytes) => bytes.fill(0x20, headerLength - 9, headerLength), "is not JSON"],
    ["a description that lacks something", (_, bytes) => rename(bytes, '"metric"'), "lacks something"],
  ])("or foreign table is told apart: %s", async (_, change, message) => {
    await expect(agrees(edited(change))).rejects.toThrow(message);
  });
});

it.each<[string, (view: DataView) => void, string]>([
  [
    "distances that have none before them",
    (view) => view.setUint32(136, 65_337, true),
    "too long to have one before it",
  ],
  [
    "values that are not in their order",
    (view) => {
      view.setUint32(128, 499, true);
      view.setInt16(134, -2, true);
    },
    "not in their order",
  ],
  ["differences of cells by numbers", (view) => view.setUint8(88, 0), "contradict one another"],
])("a table with a derived side is refused with %s", async (_, change, message) => {
  const bytes = await inventedTable();
  const header = bytes.subarray(0, new DataView(bytes.buffer).getUint32(12, true));
  change(new DataView(bytes.buffer));
  setSha256(header, "5a".repeat(32));
  await expect(open(bytes)).rejects.toThrow(message);
});

it.each([
  ["a block of four bytes", [4, 5], 2],
  ["a run of no blocks", [0, 1, 0, 5, 5], 2],
  ["a run that goes on behind its page", [0, 1, 3], 2],
  ["one entry too few", [5], 2],
  ["one entry too many", [5, 5, 5], 2],
])("a page of the directory makes no sense with %s", (_, bytes, count) => {
  expect(decodePage(Uint8Array.from(bytes), count, 100)).toBeNull();
});

function swap(bytes: Uint8Array, word: string, other: string): void {
  bytes.set(Buffer.from(other), Buffer.from(bytes).indexOf(word));
}

function rename(bytes: Uint8Array, word: string): void {
  const at = Buffer.from(bytes).indexOf(word);
  bytes[at + 1] = 0x58;
}

it("a table with a switch that is neither on nor off has no content sum", () => {
  const sum = (switches: TableInfo["switches"]) => contentSum({ ...info, switches }, 10, [], sha256).digest();
  expect(sum({ later: false })).toBe(sum({}));
  expect(sum({ later: true })).not.toBe(sum({}));
  for (const value of ["true", 1, 0, ""]) expect(() => sum({ later: value })).toThrow("its switch later");
});

it("a code of two bytes that stands for no value is found", async () => {
  const bytes = await tableBytes(content(CELLS, 700), { cellsPerBlock: 256 });
  expect((await (await open(bytes)).readSide("red")).length).toBe(CELLS);
  const view = new DataView(bytes.buffer);
  for (const run of [128, 136]) view.setUint16(run + 4, 300, true);
  setSha256(bytes.subarray(0, view.getUint32(12, true)), "ab".repeat(32));
  await expect((await open(bytes)).readSide("red")).rejects.toThrow("it holds an unknown code");
});

it("computes the usual CRC-32, in one piece or several", () => {
  expect(crc32(new TextEncoder().encode("123456789"))).toBe(0xcbf43926);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), fc.uint8Array({ maxLength: 40 }), (a, b) => {
      expect(crc32(b, crc32(a))).toBe(crc32(Uint8Array.from([...a, ...b])));
    }),
  );
});

describe("a table that is not of its endgame's own size", () => {
  const collection = { rules: "none", metric: "dtc" } as const;
  const place = async (what: TableContent, name: string) =>
    openPlaced(memorySource(await tableBytes(what), `${name}.canju`), NODE_CODECS, collection, name);

  it("is refused before anything is made of its size", async () => {
    const lies: [what: TableContent, name: string, message: RegExp][] = [
      [content(12_000_000, 1), "KRK", /it has 12000000 cells, and KRK has \d+$/],
      [{ ...contentOf("KRK"), info: { ...info, endgame: "KKR" } }, "KKR", /KKR is no canonical name/],
      [{ ...content(10), info: { ...info, endgame: "KRRCCKNN" } }, "KRRCCKNN", /KRRCCKNN has 6 attacking men/],
    ];
    for (const [what, name, message] of lies) await expect(place(what, name)).rejects.toThrow(message);
  });

  it("is not indexed when it names other men than its own", async () => {
    const own = describeIndex(endgameIndex(parseEndgame("KRKN")));
    for (const parameters of [
      { inner: "R", outer: "RRRRRRRR" },
      { inner: "N", outer: "r" },
      { inner: 5, outer: [] },
      {},
    ]) {
      const what = contentOf("KRKN", 1);
      const table = await place({ ...what, info: { ...what.info, index: { ...own, parameters } } }, "KRKN");
      expect(() => indexOfTable(table.header, table.file)).toThrow("its cells are numbered in an unknown way");
    }
    for (const [other, message] of [
      [{ scheme: "rows" }, "the way its cells are numbered (rows, version 1) is unknown here"],
      [{ version: 2 }, "the way its cells are numbered (formations, version 2) is unknown here"],
    ] as const) {
      const later = contentOf("KRKN", 1);
      const table = await place({ ...later, info: { ...later.info, index: { ...own, ...other } } }, "KRKN");
      expect(() => indexOfTable(table.header, table.file)).toThrow(message);
    }
    const what = contentOf("KRKN", 1);
    const table = await place({ ...what, info: { ...what.info, index: own } }, "KRKN");
    expect(indexOfTable(table.header, table.file).cells).toBe(table.header.cells);
    expect(() => indexOfTable({ ...table.header, cells: 5 }, table.file)).toThrow(/it has 5 cells, and KRKN has \d+$/);
    expect(describeIndex(endgameIndex(parseEndgame("KAK"))).parameters).toEqual({ inner: "", outer: "" });
  });
});
