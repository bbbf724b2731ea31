/** Cones of drawn positions beside a slow solver of all that the position can reach, position by position. */
import { expect, test } from "vitest";
import { canonicalEndgame, coneOf, parseEndgame } from "../../src/endgame/endgame.ts";
import { buildClosure } from "../../src/solve/node/build.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { dataFolderOfTest } from "../doors/cli/program.ts";
import { reachableFrom } from "../oracle/asian-reachable.ts";
import { drawPosition } from "../oracle/drawn-positions.ts";
import { randomNumbers } from "../oracle/random-graphs.ts";
import { compareWithReached } from "../solve/cone-tables.ts";

/** What is drawn by a seed with all soldiers on a rank or beyond it; how many positions it can reach, and how many of these have an order above 0. */
const CASES: [endgame: string, rank: number, seed: number, cone: string, reached: number, perpetual: number][] = [
  ["KPPKP", 9, 1, "KPPKP.from99-9", 13_236, 0],
  ["KPPKPP", 8, 1, "KPPKPP.from99-89", 168_560, 0],
  ["KPPPKPP", 9, 1, "KPPPKPP.from999-99", 173_892, 0],
  ["KPPKPAA", 9, 1, "KPPKPAA.from99-9", 340_876, 0],
  ["KRPKP", 9, 1, "KRPKP.from9-9", 368_877, 0],
  ["KPPPKPA", 8, 10, "KPPPKPA.from999-9", 400_520, 0],
  ["KPPPKPPP", 9, 1, "KPPPKPPP.from999-999", 487_896, 0],
  ["KRKPP", 8, 3, "KRKPP.from-89", 489_549, 662],
  ["KNPKP", 9, 1, "KNPKP.from9-9", 495_840, 0],
  ["KPPKPAA", 8, 11, "KPPKPAA.from99-8", 620_689, 0],
  ["KNKPP", 8, 3, "KNKPP.from-89", 632_661, 1162],
];

test.each(CASES)(
  "all that a position of %s, its soldiers from rank %i, by seed %i can reach has its cone's values",
  async (name, rank, seed, cone, reached, perpetual) => {
    const start = drawPosition(parseEndgame(name), rank, randomNumbers(seed));
    const { endgame } = canonicalEndgame(coneOf(start.board));
    expect(endgame.name).toBe(cone);
    const folder = dataFolderOfTest();
    await buildClosure([endgame], { rules: "asian", metric: "dtc", folder });
    const tables = new FolderCatalog(folder);
    expect(await compareWithReached(reachableFrom(start), tables)).toEqual({ reached, perpetual });
    await tables.close();
  },
);
