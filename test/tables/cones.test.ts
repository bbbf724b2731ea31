/** Cones with perpetuals of both kinds, beside whole tables. */
import { expect, test } from "vitest";
import { canonicalEndgame, parseEndgame, wholeEndgame } from "../../src/endgame/endgame.ts";
import { buildClosure } from "../../src/solve/node/build.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { verifyEndgame } from "../../src/verify/node/verify.ts";
import { dataFolderOfTest } from "../doors/cli/program.ts";
import { compareWithWhole } from "../solve/cone-tables.ts";

/** Smaller ones first: where a larger one is there, they are not built. */
const CASES: [whole: string, ...cones: string[]][] = [
  ["KNPKN", "KNPKN.from9-", "KNPKN.from8-"],
  ["KRPKR", "KRPKR.from9-", "KRPKR.from8-"],
];

test.each(CASES)("cones of %s have its values, with orders renumbered, and are proven", async (name, ...cones) => {
  const folder = dataFolderOfTest();
  const whole = dataFolderOfTest();
  const options = { rules: "asian", metric: "dtc" } as const;
  for (const cone of cones) await buildClosure([parseEndgame(cone)], { ...options, folder });
  await buildClosure([parseEndgame(name)], { ...options, folder: whole });
  const [parts, wholes] = [new FolderCatalog(folder), new FolderCatalog(whole)];
  let perpetual = 0;
  for (const cone of cones) {
    const { endgame } = canonicalEndgame(parseEndgame(cone));
    expect(wholeEndgame(endgame).name).toBe(name);
    const table = (await parts.open(endgame.name))!;
    const compared = await compareWithWhole(table, (await wholes.open(name))!, 37);
    perpetual += compared.perpetual;
    const report = await verifyEndgame(endgame.name, { threads: 1, provider: parts });
    expect(report).toMatchObject({ proven: true, problems: [] });
  }
  expect(perpetual).toBeGreaterThan(0);
  await Promise.all([parts.close(), wholes.close()]);
});

test.each(["KPPPKPP.from888-99", "KPPPKPPP.from999-999"])("%s is built, and proven by both programs", async (name) => {
  const folder = dataFolderOfTest();
  await buildClosure([parseEndgame(name)], { rules: "asian", metric: "dtc", folder });
  const catalog = new FolderCatalog(folder);
  for (const plain of [false, true]) {
    const report = await verifyEndgame(name, { threads: 1, provider: catalog, plain });
    expect(report).toMatchObject({ proven: true, problems: [] });
  }
  await catalog.close();
});
