// Tables of outcomes: every cell, captures looked at, is what the table of values says.
import { mkdtempSync, writeFileSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { unfinishedPath } from "../../src/base/node/unfinished.ts";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { buildOutcomes, type OutcomesOptions } from "../../src/outcomes/node/build.ts";
import { verifyOutcomes } from "../../src/outcomes/node/verify.ts";
import { buildClosure } from "../../src/solve/node/build.ts";
import { outcomeOf } from "../../src/query/outcome.ts";
import { valueOf } from "../../src/query/lookup.ts";
import { DEFAULT_COLLECTION, tablePath } from "../../src/table/catalog/catalog.ts";
import { outcomeValue } from "../../src/table/value.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { removeProof, stampAt, writeProof } from "../../src/table/node/record-file.ts";
import { verifyEndgame } from "../../src/verify/node/verify.ts";
import { proofRecordOf } from "../../src/verify/report.ts";
import { legalPosition } from "../../src/xiangqi/validate.ts";
import { randomPositions } from "../c/agreement.ts";
import { LONG, testEach } from "../long.ts";
import { as, newUser } from "../keys.ts";
import { randomNumbers } from "../oracle/random-graphs.ts";
import { buildTablesUnder } from "../verify/tables.ts";
import { expectAlike } from "./alike.ts";

/** With orders above 0, and with a soldier; test/tables has many more. */
const NAMES = ["KRKN", "KNKP"];

describe("tables of outcomes", () => {
  let catalog: FolderCatalog;

  beforeAll(async () => {
    catalog = new FolderCatalog(await buildTablesUnder(DEFAULT_COLLECTION, ...NAMES));
    await buildOutcomes(NAMES.map(parseEndgame), catalog);
  });

  test.each(NAMES)("tell of every cell what the values say: %s", async (name) => {
    await expectAlike(catalog, name);
  });

  test.each([
    ["of a cone", DEFAULT_COLLECTION, "KPKP.from8-7"],
    ["of what was solved slice by slice", { ...DEFAULT_COLLECTION, slices: true }, "KPPK"],
    ["under the Chinese rules", { rules: "chinese", metric: "dtc" }, "KRKN"],
  ] as const)("do so %s", async (_, collection, name) => {
    const made = new FolderCatalog(await buildTablesUnder(collection, name), collection);
    await buildOutcomes([parseEndgame(name)], made);
    await expectAlike(made, name);
    await made.close();
  });

  test("answer probes of positions in any colours", async () => {
    for (const name of NAMES) {
      for (const position of await randomPositions(catalog, name, 200, randomNumbers(3))) {
        const legal = legalPosition(position);
        expect(await outcomeOf(legal, catalog)).toBe(outcomeValue(await valueOf(legal, catalog)));
      }
    }
  });

  test("are made with the same bytes again", async () => {
    const path = `${catalog.folder}/${tablePath(catalog, "KRKN.outcomes")}`;
    const before = await readFile(path);
    expect(await buildOutcomes([parseEndgame("KRKN")], catalog)).toEqual([]);
    await rm(path);
    catalog.forget("KRKN.outcomes");
    expect(await buildOutcomes([parseEndgame("KRKN")], catalog)).toHaveLength(1);
    expect(await readFile(path)).toEqual(before);
  });

  test("are not begun where memory is too small for the largest", async () => {
    const made = new FolderCatalog(await buildTablesUnder(DEFAULT_COLLECTION, "KRK"));
    const building = buildOutcomes([parseEndgame("KRK")], made, { memoryBytes: 100e6 });
    await expect(building).rejects.toThrow(
      /^building the outcomes of KRK takes 12\d MB of memory at least, but may have 100 MB: give it --memory 11\dM$/,
    );
    expect((await made.list()).outcomes).toEqual([]);
    await made.close();
  });

  test(
    "are made with the same bytes on several threads, in any order; what was finished when it was stopped stays",
    LONG,
    async () => {
      const name = "KRNKB"; // large enough for threads
      const [one, more] = [0, 1].map(() => mkdtempSync(join(tmpdir(), "canju-outcomes-")));
      try {
        for (const folder of [one!, more!]) await buildClosure([parseEndgame(name)], { ...DEFAULT_COLLECTION, folder });
        const [alone, crew] = [new FolderCatalog(one!), new FolderCatalog(more!)] as const;
        const made = await buildOutcomes([parseEndgame(name)], alone);
        const stop = new AbortController();
        const begun = new Set<string>();
        const onTable: OutcomesOptions["onTable"] = (endgame, done, _total, finished) => {
          if (finished === null) begun.add(endgame);
          else begun.delete(endgame);
          if (done !== 3 || finished === null) return;
          for (const each of begun) writeFileSync(unfinishedPath(crew.pathOf(`${each}.outcomes`)), "");
          stop.abort(new Error("enough"));
        };
        const stopped = buildOutcomes([parseEndgame(name)], crew, { threads: 2, signal: stop.signal, onTable });
        await expect(stopped).rejects.toThrow("enough");
        expect(begun).not.toEqual(new Set());
        expect((await crew.list()).unfinished).toEqual([]);
        const rest = await buildOutcomes([parseEndgame(name)], crew, { threads: 2 });
        expect(rest.length).toBeLessThanOrEqual(made.length - 3);
        for (const { endgame } of made) {
          const [here, there] = [alone, crew].map((each) => readFile(each.pathOf(`${endgame}.outcomes`)));
          expect(await there).toEqual(await here);
        }
      } finally {
        for (const folder of [one!, more!]) await rm(folder, { recursive: true });
      }
    },
  );

  test("are proven by a sum that is known, or by a table of values that is proven, and by no other", async () => {
    const nothing = await verifyOutcomes("KRK", catalog, async () => null);
    expect(nothing).toMatchObject({ by: null, proven: false });
    expect(nothing.problem).toContain("canju verify KRK");
    const { sum } = nothing;
    expect(await verifyOutcomes("KRK", catalog, async () => sum)).toMatchObject({ by: "atlas", proven: true });
    const other = await verifyOutcomes("KRK", catalog, async () => "0".repeat(32));
    expect([other.proven, other.problem]).toEqual([
      false,
      `the sum over its outcomes is ${sum}, and the atlas has ${"0".repeat(32)}`,
    ]);
    const path = catalog.pathOf("KRK");
    const proof = proofRecordOf(await verifyEndgame("KRK", { provider: catalog, threads: 1 }), new Date(), "0.1.0")!;
    expect(proof.outcomeSum).toBe(sum);
    const stamp = await stampAt(path);
    await writeProof(path, proof, stamp); // with the key of this user, which it makes where there is none
    expect(await verifyOutcomes("KRK", catalog, async () => null)).toMatchObject({ by: "values", proven: true, sum });
    await as(newUser(), () => writeProof(path, proof, stamp));
    expect(await verifyOutcomes("KRK", catalog, async () => null)).toEqual(nothing); // somebody's word
    await removeProof(path);
  });

  testEach(1, [
    ["KRKN", {}],
    ["KRKN", { plain: true }],
    ["KNKP", { plain: true }],
  ])("have the sum that proofs of the values state: %s %o", async (name, by) => {
    const table = (await catalog.open(name + ".outcomes"))!;
    const { proven, outcomeSum } = await verifyEndgame(name, { provider: catalog, threads: 1, ...by });
    expect([proven, outcomeSum]).toEqual([true, table.header.info.outcomes!.sum]);
  });
});
