/** The sum over outcomes and the typical positions of larger tables against the slow twin. */
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { outcomesOf } from "../../src/knowledge/atlas/record.ts";
import { openOrMissing } from "../../src/table/catalog/catalog.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { slowOutcomes } from "../oracle/outcomes.ts";
import { openSample } from "../table/open-sample.ts";
import { buildTablesUnder } from "../verify/tables.ts";

const newHash = () => createHash("sha256");

test.each(["KPPK", "KRKN", "KPKP-dtm", "KPAKP-chinese", "KNKCA-chinese", "KPABKAB"])(
  "of the sample %s",
  async (name) => {
    const table = await openSample(name);
    expect(await outcomesOf(table, newHash)).toEqual(await slowOutcomes(table));
  },
);

test("of tables built by the program, whose sum is the same for either metric", async () => {
  const names = ["KRKN", "KRKAABB", "KCAK", "KNKB"];
  for (const name of names) {
    const known = [];
    for (const metric of ["dtc", "dtm"] as const) {
      const collection = { rules: "asian", metric, orders: "fang" } as const;
      const folder = await buildTablesUnder(collection, name);
      const catalog = new FolderCatalog(folder, collection);
      const table = await openOrMissing(catalog, name);
      known.push(await outcomesOf(table, newHash));
      expect(known.at(-1), name).toEqual(await slowOutcomes(table));
      await catalog.close();
    }
    expect(known[0]!.outcomeSum).toBe(known[1]!.outcomeSum);
  }
});
