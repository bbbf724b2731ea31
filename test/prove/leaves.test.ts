/** Proofs that rest on tables: found where men are few, marked by their rules, and worth nothing without the tables. */
import { mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AllMoves } from "../../src/prove/all-moves.ts";
import { checkProofTree } from "../../src/prove/check.ts";
import { LeafBook } from "../../src/prove/leaf-tables.ts";
import { readProofTree, writeProofTree } from "../../src/prove/proof-tree.ts";
import { provePosition } from "../../src/prove/prove.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { valueOf } from "../../src/query/lookup.ts";
import { categoryOf } from "../../src/table/value.ts";
import { crc32 } from "../../src/base/crc32.ts";
import { parseLegalFen } from "../../src/xiangqi/fen.ts";
import { applyMove } from "../../src/xiangqi/moves.ts";
import { parseUci } from "../../src/xiangqi/notation/coordinates.ts";
import { swapColours, type LegalPosition } from "../../src/xiangqi/position.ts";
import { randomNumbers } from "../oracle/random-graphs.ts";
import { buildTables } from "../play/sampled-games.ts";
import { CAPTURE_FIRST } from "./trees.ts";
import { samplePosition } from "../../src/query/sample.ts";
import { parseEndgame } from "../../src/endgame/endgame.ts";

const NONE = { rules: "none", metric: "dtc", orders: "fang" } as const;
const ASIAN = { ...NONE, rules: "asian" } as const;
/** A horse that can be taken: no mate is near. */
const FAR = parseLegalFen("4k4/9/9/9/3n5/3R5/9/9/9/3K5 w");

let data: string;
let catalog: FolderCatalog;

beforeAll(async () => {
  data = await buildTables(["KRKN", "KPKA"], NONE);
  catalog = new FolderCatalog(data, NONE);
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
  await expect(LeafBook.load(FAR, chinese)).rejects.toThrow("Chinese rules");
  await chinese.close();
});

test("a win that rests on a rule later on is never said to hold without: a capture first, of order 0 by its own table", async () => {
  await buildTables(["KRKN"], ASIAN, data);
  const position = parseLegalFen(CAPTURE_FIRST);
  const taken = applyMove(position, parseUci(position, "h1h0"));
  const asian = new FolderCatalog(data, ASIAN);
  expect([categoryOf(await valueOf(taken, asian)), categoryOf(await valueOf(taken, catalog))]).toEqual([
    "loss",
    "draw",
  ]);
  const byRule = await provePosition(position, { leaves: await LeafBook.load(position, asian) });
  expect(byRule.proof).toMatchObject({ plies: 1, rules: "asian" });
  const file = Buffer.from(writeProofTree(byRule.tree!)).toString("latin1");
  const said = Buffer.from(file.replace("rules asian", "rules none"), "latin1");
  said.writeUInt32LE(crc32(said.subarray(0, -4)), said.length - 4);
  expect(() => readProofTree(said)).toThrow("cannot rest on the table");
  const free = await provePosition(position, { leaves: await LeafBook.load(position, catalog) });
  expect([free.proof?.rules ?? "none", free.proof?.plies === 1]).toEqual(["none", false]);
  await asian.close();
});

test("a table that is replaced while the search runs proves nothing, and none is built", async () => {
  const folder = await mkdtemp(join(tmpdir(), "canju-leaves-"));
  await buildTables(["KRKN"], NONE, folder);
  const own = new FolderCatalog(folder, NONE);
  const leaves = await LeafBook.load(FAR, own);
  let replaced = false;
  const pause = async (): Promise<void> => {
    if (replaced) return;
    replaced = true;
    await rename(join(folder, "none/dtc/KRKN.canju"), join(folder, "away"));
    own.forget("KRKN"); // as it does by itself after a second
  };
  await expect(provePosition(FAR, { leaves, pause })).rejects.toThrow("which is not at hand");
  expect((await readdir(join(folder, "none/dtc"))).filter((file) => file.startsWith("KRKN"))).toEqual([]);
  await own.close();
  await rm(folder, { recursive: true });
});
