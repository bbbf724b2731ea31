// include/canju.h beside `canju probe` on 20,000 positions of many endgames and all collections.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Collection } from "../../src/table/catalog/catalog.ts";
import { expectAgreement } from "../c/agreement.ts";
import { compileDriver, LACKING, newFolder } from "../c/driver.ts";
import { randomNumbers } from "../oracle/random-graphs.ts";
import { buildTables } from "../play/sampled-games.ts";

const SETS: [collection: Collection, names: string[], flags: number][] = [
  // Two bytes a code, perpetuals of both kinds, twins of the inner man, outer men that are alike.
  [{ rules: "asian", metric: "dtc" }, ["KRNKR", "KRCKR", "KNPKAAB", "KCCKAB", "KPPKP", "KRKNAA", "KNKCB"], 0],
  [{ rules: "asian", metric: "dtc" }, ["KRKNAA", "KPPKP"], 1],
  [{ rules: "asian", metric: "dtm" }, ["KRKN", "KPPKA", "KNNKA"], 0],
  [{ rules: "asian", metric: "dtc", orders: "chessdb" }, ["KRKC", "KRKN", "KNKP"], 0],
  [{ rules: "none", metric: "dtm" }, ["KRKAABB", "KNPKA"], 0],
  [{ rules: "none", metric: "dtc" }, ["KRKR", "KPBKP", "KCPKA"], 0],
];

test.skipIf(LACKING !== null)(
  `include/canju.h agrees with 20,000 probes${LACKING ? ` (${LACKING})` : ""}`,
  async () => {
    const folder = newFolder();
    const program = compileDriver(folder, "driver", "-O2");
    const seed = Number(process.env.CANJU_SEED ?? Date.now() % 1_000_000);
    const kinds = new Set<string>();
    let positions = 0;
    for (const [collection, names, flags] of SETS) {
      const data = await buildTables(names, collection, join(folder, "data"));
      const random = randomNumbers(seed);
      const met = await expectAgreement(program, data, collection, names, { each: 1_000, random, flags });
      positions += met.positions;
      for (const kind of met.kinds) kinds.add(kind);
    }
    expect(positions, `CANJU_SEED=${seed}`).toBeGreaterThanOrEqual(20_000);
    for (const kind of ["draw", "conversion", "check", "chase"]) expect([...kinds].join()).toContain(kind);
    rmSync(folder, { recursive: true });
  },
);
