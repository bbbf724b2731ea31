// In KRKN the Chinese rules change no result, whatever counts as a chase.
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { valueOf } from "../../src/query/lookup.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { DRAW, isWin } from "../../src/table/value.ts";
import { formatFen } from "../../src/xiangqi/fen.ts";
import type { LegalPosition } from "../../src/xiangqi/position.ts";
import { chineseWholeBoardSolver, type Reading } from "../oracle/chinese-whole-board.ts";
import { buildTables } from "../play/sampled-games.ts";

const ASIAN = { rules: "asian", metric: "dtc", orders: "fang" } as const;
let folder: string;
let provider: FolderCatalog;

beforeAll(async () => {
  folder = await buildTables(["KRKN"], ASIAN);
  provider = new FolderCatalog(folder, ASIAN);
});
afterAll(async () => {
  await provider.close();
  await rm(folder, { recursive: true });
});

test.each<[string, Reading, number, number[]]>([
  ["KRKN", "default", 759_987, [3]],
  ["KRKN", "certain", 759_987, [3]],
])(
  "%s, reading %s: the result of every position is that of the Asian table",
  async (name, reading, positions, kinds) => {
    const solution = chineseWholeBoardSolver(reading)(name);
    const different: string[] = [];
    let compared = 0;
    for (const { board, turn, outcome } of solution.all()) {
      compared++;
      const value = await valueOf({ board, turn } as LegalPosition, provider);
      const asian = value === DRAW ? 0 : isWin(value) ? 1 : -1;
      if (outcome !== asian) different.push(`${formatFen({ board, turn })}: ${outcome} instead of ${asian}`);
    }
    expect(different).toEqual([]);
    expect([compared, solution.kinds]).toEqual([positions, kinds]);
  },
);
