import type { LegalPosition } from "../../src/xiangqi/position.ts";
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { valueOf } from "../../src/query/lookup.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { DRAW, makeValue } from "../../src/table/value.ts";
import { formatFen } from "../../src/xiangqi/fen.ts";
import { asianWholeBoardSolver } from "../oracle/asian-whole-board.ts";
import { buildTables } from "../play/sampled-games.ts";
import { wrongSeeds } from "../solve/asian-seeds.ts";

const FANG = { rules: "asian", metric: "dtc", orders: "fang" } as const;
let folder: string;
let provider: FolderCatalog;

beforeAll(async () => {
  folder = await buildTables(["KRKN", "KNKP", "KPKP", "KCKN", "KRKR", "KRKNP"], FANG);
  provider = new FolderCatalog(folder, FANG);
});
afterAll(async () => {
  await provider.close();
  await rm(folder, { recursive: true });
});

test.each([
  ["KRKN", 759_987],
  ["KNKP", 506_133],
  ["KPKP", 312_516],
  ["KCKN", 850_077],
  ["KRKR", 696_042],
])("every position of %s has the value of the whole-board solver", async (name, positions) => {
  const solution = asianWholeBoardSolver()(name);
  const wrong: string[] = [];
  let compared = 0;
  for (const { board, turn, value } of solution.all()) {
    compared++;
    const found = await valueOf({ board, turn } as LegalPosition, provider);
    if (found === (value === null ? DRAW : makeValue(value.order, value.distance))) continue;
    wrong.push(`${formatFen({ board, turn })}: ${found} instead of ${JSON.stringify(value)}`);
  }
  expect(wrong).toEqual([]);
  expect(compared).toBe(positions);
  const table = await provider.open(solution.name);
  if (table !== null) expect(solution.kinds).toEqual(table.header.info.orders.map(({ kind }) => kind));
});

test("the levels of KRKNP start from the patterns of the definitions, a chase level among them", async () => {
  expect(await wrongSeeds(provider, "KRKNP")).toEqual([]);
});
