/**
 * Wrong codes planted in files as the builder writes them, one side as it is and the other as differences: the proof kernel,
 * with its work in memory, in a folder or in parts, and the plain program all name the same first one.
 */
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { arrangedContent, type Arrangement } from "../../src/table/write/arrange.ts";
import type { Collection } from "../../src/table/catalog/catalog.ts";
import { bytesPerCodeOf } from "../../src/table/write/encode.ts";
import type { Codes } from "../../src/table/format/header.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { writeTable } from "../../src/table/node/writer.ts";
import { newCodes, noneOf } from "../../src/table/rows/quiet-rows.ts";
import {
  compareValues,
  DRAW,
  distanceOf,
  isLoss,
  isWin,
  makeValue,
  orderOf,
  type Value,
} from "../../src/table/value.ts";
import { verifyEndgame } from "../../src/verify/node/verify.ts";
import type { VerifyReport } from "../../src/verify/report.ts";
import { COLOURS, type Colour } from "../../src/xiangqi/pieces.ts";
import { proveParts } from "./prove-parts.ts";
import { buildTablesUnder, copyTables } from "./tables.ts";
import { describeEach, LONG } from "../long.ts";

/** One more than a byte can tell apart, with the code of illegal cells. */
const WIDE = 256;
/** Three ranges of either side. */
const PARTS = 6;

/** A table to be changed: codes by the side's list, in the order of the file, `none` for cells that are no legal position. */
interface Original {
  readonly folder: string;
  readonly arrangement: Arrangement;
  readonly codes: Readonly<Record<Colour, Codes>>;
  readonly legal: Readonly<Record<Colour, readonly number[]>>;
}

interface Plant {
  readonly turn: Colour;
  readonly place: number;
  readonly code: number;
}

async function readOriginal(name: string, collection: Collection, least: number): Promise<Original> {
  const folder = await buildTablesUnder(collection, name);
  const catalog = new FolderCatalog(folder, collection);
  const { header, ...table } = await opened(catalog, name);
  const { derived, layout } = header;
  // Values that nothing has make codes take two bytes.
  const unused = Array.from({ length: least }, (_, i) => makeValue(0, 500 + i));
  const padded = (list: readonly Value[]) => [...list, ...unused.slice(0, Math.max(0, least - list.length))];
  const lists = {
    red: padded(header.lists.red).toSorted(compareValues),
    black: padded(header.lists.black).toSorted(compareValues),
  };
  const bytesPerCode = bytesPerCodeOf({ lists, derived });
  const none = noneOf(bytesPerCode);
  const read = (turn: Colour): Codes => {
    const codeOf = new Map(lists[turn].map((value, code) => [value, code]));
    const codes = newCodes(bytesPerCode, header.cells);
    table.codes[turn].forEach((code, place) => {
      const value = header.lists[turn][code];
      codes[place] = value === undefined ? none : codeOf.get(value)!;
    });
    return codes;
  };
  const codes = { red: read("red"), black: read("black") };
  const legalOf = (turn: Colour) => Array.from(codes[turn].keys()).filter((place) => codes[turn][place] !== none);
  await catalog.close();
  return {
    folder,
    arrangement: { lists, derived: derived!, layout, bytesPerCode },
    codes,
    legal: { red: legalOf("red"), black: legalOf("black") },
  };
}

async function opened(catalog: FolderCatalog, name: string) {
  const table = (await catalog.open(name))!;
  const codes = { red: await table.readPlaces("red"), black: await table.readPlaces("black") };
  return { table, header: table.header, codes };
}

/** The proofs of a copy in which some codes are others. */
async function prove(name: string, collection: Collection, original: Original, plants: readonly Plant[]) {
  const folder = await copyTables(original.folder);
  const catalog = new FolderCatalog(folder, collection);
  const { table, header } = await opened(catalog, name);
  const histogram = await table.readHistogram();
  const { arrangement } = original;
  const codes = { red: original.codes.red.slice(), black: original.codes.black.slice() };
  for (const { turn, place, code } of plants) codes[turn][place] = code;
  const count = (turn: Colour) =>
    arrangement.lists[turn].map((value) => histogram[turn][header.values.indexOf(value)] ?? 0);
  const info = { ...header.info, contentSum: undefined };
  const counts = { red: count("red"), black: count("black") };
  const path = catalog.pathOf(name);
  await writeTable(path, arrangedContent(table.index, arrangement, info, counts, codes));
  await catalog.close();
  const reports: VerifyReport[] = [];
  for (const way of [{}, { resuming: { cells: 0, syncMilliseconds: 0 } }, "parts", { plain: true }] as const) {
    const provider = new FolderCatalog(folder, collection);
    const options = { provider, threads: 1 };
    const how = way === "parts" ? { parts: await proveParts(name, PARTS, folder, options) } : way;
    reports.push(await verifyEndgame(name, { ...options, ...how }));
    await provider.close();
  }
  return reports.map(({ perpetuals, ...report }) => ({
    ...report,
    partsBy: [],
    by: "",
    seconds: 0,
    positionsPerSecond: 0,
    memoryBytes: 0,
    survey: null,
    // Each program counts its own suspects.
    perpetuals: perpetuals && { ...perpetuals, suspects: 0 },
  }));
}

async function expectSame(name: string, collection: Collection, original: Original, plants: readonly Plant[]) {
  const [kernel, inFolder, inParts, plain] = await prove(name, collection, original, plants);
  expect(kernel).toEqual(plain);
  expect(inFolder).toEqual(plain);
  expect(inParts).toEqual(plain);
  return plain!;
}

const TABLES: [name: string, collection: Collection, least: number][] = [
  ["KPKA", { metric: "dtc", rules: "none" }, 0],
  ["KNKP", { metric: "dtc", rules: "asian", orders: "fang" }, 0],
  ["KPKA", { metric: "dtm", rules: "none" }, WIDE],
];

function findWrongCodes(name: string, collection: Collection, least: number): void {
  let original: Original;
  beforeAll(async () => {
    original = await readOriginal(name, collection, least);
    expect(original.arrangement.bytesPerCode).toBe(least === WIDE ? 2 : 1);
  }, 60_000);

  const valueAt = (turn: Colour, place: number) => original.arrangement.lists[turn][original.codes[turn][place]!]!;
  /** The code of the first value that is as wished, and not the one there. */
  const codeOf = (turn: Colour, place: number, wished: (value: Value, there: Value) => boolean) =>
    original.arrangement.lists[turn].findIndex(
      (value) => value !== valueAt(turn, place) && wished(value, valueAt(turn, place)),
    );

  test("none: all prove it", async () => {
    expect(await expectSame(name, collection, original, [])).toMatchObject({ wrong: 0, problems: [] });
  });

  const isDecided = (value: Value) => value !== DRAW;
  const WRONGS: [what: string, at: (value: Value) => boolean, to: (value: Value, there: Value) => boolean][] = [
    ["a win called a draw", isWin, (value) => value === DRAW],
    ["a loss called a win", isLoss, isWin],
    ["a draw called a loss", (value) => value === DRAW, isLoss],
    ["a win by quiet moves with another distance", (value) => isWin(value) && distanceOf(value) > 2, isWin],
    ["a win by a capture with another distance", (value) => isWin(value) && distanceOf(value) === 1, isWin],
    ["a loss with another distance", isLoss, isLoss],
    [
      "a value of another order",
      isDecided,
      (value, there) => isDecided(value) && isWin(value) === isWin(there) && orderOf(value) !== orderOf(there),
    ],
  ];

  test.each(WRONGS.map((wrong, number) => [...wrong, number] as const))("%s", async (_, at, to, number) => {
    const turn = COLOURS[number % 2]!;
    const places = original.legal[turn].filter((place) => at(valueAt(turn, place)));
    const place = number % 3 === 0 ? places.at(-1) : places[0];
    if (place === undefined) return; // none of this table's positions has such a value
    const code = codeOf(turn, place, to);
    if (code < 0) return;
    const { wrong } = await expectSame(name, collection, original, [{ turn, place, code }]);
    expect(wrong).toBeGreaterThan(0);
  });

  test("in the first and the last cell, of the derived and of the stored side", LONG, async () => {
    for (const [turn, place] of [
      ["red", original.legal.red[0]!],
      ["black", original.legal.black.at(-1)!],
    ] as const) {
      const plants = [{ turn, place, code: codeOf(turn, place, () => true) }];
      expect((await expectSame(name, collection, original, plants)).wrong).toBeGreaterThan(0);
    }
  });

  test("anywhere", async () => {
    const planting = fc.record({
      turn: fc.constantFrom(...COLOURS),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      to: fc.nat(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(planting, { minLength: 1, maxLength: 4 }), async (plantings) => {
        const plants = plantings.map(({ turn, at, to }) => {
          const legal = original.legal[turn];
          const place = legal[Math.floor(at * (legal.length - 1))]!;
          return { turn, place, code: to % original.arrangement.lists[turn].length };
        });
        await expectSame(name, collection, original, plants);
      }),
      { numRuns: 3 },
    );
  });
}

const TITLE = "wrong codes in %s %o, at least %d values a side";
describeEach(1, TABLES)(TITLE, findWrongCodes);
