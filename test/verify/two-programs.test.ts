import fc from "fast-check";
import { expect, test } from "vitest";
import type { VerifyReport } from "../../src/verify/report.ts";
import { buildTablesUnder } from "./tables.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { verifyEndgame } from "../../src/verify/node/verify.ts";
import { DRAW, makeValue } from "../../src/table/value.ts";
import { randomNumbers } from "../oracle/random-graphs.ts";
import { alterAsianTable, mapValues } from "./asian-tables.ts";
import { alterTable, copyTables, legalCells } from "./tables.ts";
import type { Collection } from "../../src/table/catalog/catalog.ts";
import { LONG, testEach } from "../long.ts";

/** One-sided, two-sided, equal men inside and outside, soldiers, every metric and order form. */
const TABLES: [name: string, collection: Collection][] = [
  ["KRKAA", { metric: "dtc", rules: "asian", orders: "fang" }],
  ["KPPKA", { metric: "dtm", rules: "none" }],
  ["KRKN", { metric: "dtm", rules: "asian", orders: "fang" }],
  ["KRKN", { metric: "dtc", rules: "asian", orders: "chessdb" }],
  ["KNKP", { metric: "dtc", rules: "asian", orders: "fang" }],
  ["KNPKB", { metric: "dtm", rules: "asian", orders: "fang" }],
  ["KNNKA", { metric: "dtc", rules: "asian", orders: "fang" }],
  ["KRKR", { metric: "dtc", rules: "asian", orders: "fang" }],
];

async function proveTwice(folder: string, name: string, collection: Collection) {
  const reports: VerifyReport[] = [];
  for (const plain of [false, true]) {
    const provider = new FolderCatalog(folder, collection);
    try {
      reports.push(await verifyEndgame(name, { provider, threads: 1, plain }));
    } finally {
      await provider.close();
    }
  }
  return reports as [VerifyReport, VerifyReport];
}

/** What a report says of the table, however it was found. Of suspects each program counts its own. */
function findings({ perpetuals, ...report }: VerifyReport) {
  const same = { by: "", seconds: 0, positionsPerSecond: 0, threads: 0, memoryBytes: 0 };
  return { ...report, ...same, perpetuals: perpetuals && { ...perpetuals, suspects: 0 } };
}

testEach(1, TABLES)(
  "%s %o: the kernel and the plain program prove it with the same figures",
  async (name, collection) => {
    const folder = await buildTablesUnder(collection, name);
    const [kernel, plain] = await proveTwice(folder, name, collection);
    expect(kernel.by).toBe("kernel");
    expect(plain.by).toBe("plain");
    expect(plain.problems).toEqual([]);
    expect(findings(kernel)).toEqual(findings(plain));
  },
);

test("the kernel and the plain program find the same wrong values, and the same one first", LONG, async () => {
  const name = "KPKA";
  const collection = { metric: "dtc", rules: "none" } as const;
  const folder = await buildTablesUnder(collection, name);
  const legal = legalCells(name);
  const planting = fc.record({ at: fc.nat(legal.length - 1), plies: fc.integer({ min: -1, max: 30 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(planting, { minLength: 1, maxLength: 5 }), async (plantings) => {
      const copy = await copyTables(folder);
      await alterTable(copy, name, (draft) => {
        for (const { at, plies } of plantings) {
          const { turn, cell } = legal[at]!;
          draft[turn][cell] = plies < 0 ? 0 : makeValue(0, plies);
        }
      });
      const [kernel, plain] = await proveTwice(copy, name, collection);
      expect(findings(kernel)).toEqual(findings(plain));
    }),
    { numRuns: 12, seed: 14 },
  );
});

test(
  "the kernel and the plain program find the same in tables of so many values that most are kept apart",
  { timeout: 60_000 },
  async () => {
    const name = "KPKA";
    const collection = { metric: "dtc", rules: "none" } as const;
    const values = 400;
    const folder = await buildTablesUnder(collection, name);
    const legal = legalCells(name);
    for (const planted of [[], [legal[100]!, legal[4_711]!]]) {
      const copy = await copyTables(folder);
      await alterTable(
        copy,
        name,
        (draft) => {
          // As this has it, those values are frequent that do not occur.
          for (const turn of ["red", "black"] as const) {
            draft.histogram[turn] = Array.from({ length: values }, (_, code) => code);
          }
          for (const { turn, cell } of planted) draft[turn][cell] = draft[turn][cell] === 0 ? 20 : 0;
        },
        { values },
      );
      const [kernel, plain] = await proveTwice(copy, name, collection);
      expect(kernel.wrong > 0).toBe(planted.length > 0);
      expect(findings(kernel)).toEqual(findings(plain));
    }
  },
);

testEach(0, ["KRKC", "KRKR", "KNKC"])(
  "the kernel and the plain program find the same in every level of %s where draws are called decided",
  async (name) => {
    const collection = { metric: "dtc", rules: "asian", orders: "fang" } as const;
    const folder = await buildTablesUnder(collection, name);
    const random = randomNumbers(4);
    const values = [makeValue(1, 0), makeValue(2, 0), makeValue(1, 1), makeValue(2, 3), makeValue(3, 0)];
    for (const kept of [0.1, 0.25, 0.5]) {
      const copy = await copyTables(folder);
      // Where few draws are left, a side often has nothing but checks or chases to go on with, and they are answered by such.
      await alterAsianTable(copy, name, (draft) =>
        mapValues(draft, (value) => {
          if (value !== DRAW || random() < kept) return value;
          return random() < 0.9 ? makeValue(0, 1) : values[Math.floor(random() * values.length)]!;
        }),
      );
      const [kernel, plain] = await proveTwice(copy, name, collection);
      const levels = (report: VerifyReport) => report.problems.filter(({ kind }) => kind === "level");
      expect(levels(kernel).length).toBeGreaterThan(0);
      expect(levels(kernel)).toEqual(levels(plain));
      expect(kernel.perpetuals!.levels).toEqual(plain.perpetuals!.levels);
    }
  },
);
