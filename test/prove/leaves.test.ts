/** Proofs that rest on tables: found where men are few, marked by their rules, and worth nothing without the tables. */
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AllMoves } from "../../src/prove/all-moves.ts";
import { checkProofTree } from "../../src/prove/check.ts";
import { LeafBook, type LeafCatalog } from "../../src/prove/leaf-tables.ts";
import { readProofTree, writeProofTree } from "../../src/prove/proof-tree.ts";
import { provePosition } from "../../src/prove/prove.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { valueOf } from "../../src/query/lookup.ts";
import { categoryOf } from "../../src/table/value.ts";
import { parseLegalFen } from "../../src/xiangqi/fen.ts";
import { swapColours, type LegalPosition } from "../../src/xiangqi/position.ts";
import { randomNumbers } from "../oracle/random-graphs.ts";
import { buildTables } from "../play/sampled-games.ts";
import { samplePosition } from "../../src/query/sample.ts";
import { parseEndgame } from "../../src/endgame/endgame.ts";

const NONE = { rules: "none", metric: "dtc", orders: "fang" } as const;
/** A horse that can be taken: no mate is near. */
const FAR = parseLegalFen("4k4/9/9/9/3n5/3R5/9/9/9/3K5 w");

let data: string;
let catalog: FolderCatalog & LeafCatalog;

beforeAll(async () => {
  data = await buildTables(["KRKN", "KPKA"], NONE);
  const folder = new FolderCatalog(data, NONE);
  catalog = Object.assign(folder, {
    sumOf: async (...[name, header]: Parameters<LeafCatalog["sumOf"]>) =>
      (await folder.describe(name, header)).sum?.sum,
  });
});

afterAll(async () => {
  await catalog.close();
  await rm(data, { recursive: true });
});

test("what the search is told of a table is what the table says, in either colours", async () => {
  const random = randomNumbers(7);
  for (const name of ["KRKN", "KPKA", "KRK"]) {
    let book: LeafBook | undefined;
    for (let i = 0; i < 40; i++) {
      const { position } = (await samplePosition(parseEndgame(name), {}, catalog, random))!;
      const asked = i % 2 === 0 ? position : (swapColours(position) as LegalPosition);
      book ??= await LeafBook.load(asked, catalog);
      expect(book.outcomeOf(asked.board, asked.turn)).toBe(categoryOf(await valueOf(asked, catalog)));
    }
  }
});

test("a position that leads to a table is proven by it; without the table the proof is refused", async () => {
  const leaves = await LeafBook.load(FAR, catalog);
  expect(leaves.mostMen).toBe(4);
  const { result, proof, tree } = await provePosition(FAR, { seconds: 20, leaves });
  expect(result).toBe("win");
  expect(tree!.rules).toBe("none");
  expect(tree!.tables.length).toBeGreaterThan(0);
  expect([...proof!.leaves.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
  const again = readProofTree(writeProofTree(tree!));
  await expect(checkProofTree(again)).rejects.toThrow(/rests on the table none\/dtc\/.* which is not at hand/);
  expect((await checkProofTree(again, { open: (table) => leaves.open(table) })).outcome).toBe("win");
});

test("a table that draws is no win, whatever the men", async () => {
  const drawn = (await samplePosition(
    parseEndgame("KRKN"),
    { outcome: "draw", turn: "red" },
    catalog,
    randomNumbers(3),
  ))!;
  const leaves = await LeafBook.load(drawn.position, catalog);
  const search = new AllMoves(drawn.position, "red", { leaves });
  for (let i = 0; i < 50 && search.state === "open"; i++) search.advance(2000);
  expect(search.state).toBe("not-won");
});

test("no proof rests on tables of the Chinese rules", async () => {
  const chinese = new FolderCatalog(data, { ...NONE, rules: "chinese" });
  const asked = Object.assign(chinese, { sumOf: () => Promise.resolve(undefined) });
  await expect(LeafBook.load(FAR, asked)).rejects.toThrow("Chinese rules");
  await chinese.close();
});
