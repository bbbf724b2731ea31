import { join } from "node:path";
import { expect, test } from "vitest";
import { checkProofTree, type CheckerTable, type CheckOptions } from "../../src/prove/check.ts";
import { openLeafTable } from "../../src/prove/leaf-tables.ts";
import type { LeafTable, ProofTree } from "../../src/prove/proof-tree.ts";
import type { TableProvider } from "../../src/table/catalog/catalog.ts";
import { NODE_CODECS } from "../../src/table/node/codecs.ts";
import { openFile } from "../../src/table/node/file-source.ts";
import { openTable } from "../../src/table/read/table.ts";
import type { Category } from "../../src/table/value.ts";
import { parseLegalFen } from "../../src/xiangqi/fen.ts";
import { numberOf, treeOf } from "./trees.ts";

const SUM = "b".repeat(64);

async function problemOf(tree: ProofTree, options?: CheckOptions): Promise<string> {
  return checkProofTree(tree, options).then(
    () => "sound",
    (error: Error) => error.message,
  );
}

/** A table that says the same of every position. */
const saying = (category: Category, sum: string | undefined = SUM): CheckOptions => ({
  open: (): Promise<CheckerTable> => Promise.resolve({ sum, outcomeOf: () => Promise.resolve(category) }),
});

const MATE_IN_1 = "3k5/9/9/9/8R/9/9/9/9/4K4 w";

test("a mate in one is a tree of one move", async () => {
  const tree = treeOf(MATE_IN_1, [numberOf(parseLegalFen(MATE_IN_1), "i5d5")]);
  expect(await checkProofTree(tree)).toMatchObject({ plies: 1, positions: 1, mates: 1, stalemates: 0, byChecks: true });
});

test("stalemate is a loss", async () => {
  const tree = treeOf(MATE_IN_1, [numberOf(parseLegalFen(MATE_IN_1), "i5i8")]);
  expect(await checkProofTree(tree)).toMatchObject({ plies: 1, mates: 0, stalemates: 1, byChecks: false });
});

test("a position that is mate is lost in 0 plies without a move", async () => {
  const tree = treeOf("3k5/9/9/9/3R5/9/9/9/9/4K4 b", [], { winner: "red" });
  expect(await checkProofTree(tree)).toMatchObject({ outcome: "loss", plies: 0, mates: 1, positions: 0 });
});

test("kings attack each other along an open file", async () => {
  // The black king may not step to the file e.
  const blocked = "3k5/9/9/9/8R/9/4p4/9/9/4K4 w";
  const move = (text: string) => numberOf(parseLegalFen(text), "i5d5");
  expect(await problemOf(treeOf(MATE_IN_1, [move(MATE_IN_1)]))).toBe("sound");
  expect(await problemOf(treeOf(blocked, [move(blocked)]))).toContain("it ends before everything is proven");
});

test("a proof that goes round for ever is refused at the first position that comes back", async () => {
  // Both kings have two squares to go between: every number is answered by the way back.
  const fen = "9/3k5/9/9/9/9/9/9/9/5K3 w";
  const problems = new Set<string>();
  for (let first = 0; first < 2; first++) {
    problems.add(
      await problemOf(
        treeOf(
          fen,
          Array.from({ length: 500 }, (_, i) => (i === 0 ? first : 0)),
        ),
      ),
    );
  }
  for (const problem of problems) expect(problem).toContain("a line of it repeats");
});

test("moves that nothing asks for are refused", async () => {
  const move = numberOf(parseLegalFen(MATE_IN_1), "i5d5");
  expect(await problemOf(treeOf(MATE_IN_1, [move, 0]))).toContain("the proof is refused");
});

test("a proof of another position is refused where one is asked for", async () => {
  const tree = treeOf(MATE_IN_1, [numberOf(parseLegalFen(MATE_IN_1), "i5d5")]);
  expect(await problemOf(tree, { position: parseLegalFen(PAWN) })).toContain("it is of another position");
  expect(await problemOf(tree, { position: parseLegalFen(MATE_IN_1) })).toBe("sound");
});

const PAWN = "9/4k4/9/9/9/8P/9/9/9/3K5 w";
const KPK: LeafTable = { path: "none/dtc/KPK", sum: SUM };
const RESTING = treeOf(PAWN, [], { tables: [KPK] });

test("a table decides a leaf", async () => {
  const checked = await checkProofTree(RESTING, saying("win"));
  expect([checked.plies, [...checked.leaves]]).toEqual([0, [["none/dtc/KPK", 1]]]);
});

test.each<[string, CheckOptions, string]>([
  ["that is not there", {}, "rests on the table none/dtc/KPK, which is not at hand"],
  ["of another sum", saying("win", "c".repeat(64)), "the content sums differ"],
  [
    "whose sum nobody knows",
    { open: () => Promise.resolve({ sum: undefined, outcomeOf: () => Promise.resolve("win") }) },
    "differ",
  ],
  ["that says draw", saying("draw"), "the side to move has a draw, no win"],
  ["that says loss", saying("loss"), "the side to move has a loss, no win"],
])("a proof that rests on a table %s is refused", async (_, options, problem) => {
  expect(await problemOf(RESTING, options)).toContain(problem);
});

test("a position without moves needs no table, and none is asked", async () => {
  const tables = [{ path: "none/dtc/KRKN", sum: SUM }];
  const tree = treeOf(MATE_IN_1, [numberOf(parseLegalFen(MATE_IN_1), "i5d5")], { tables });
  const checked = await checkProofTree(tree, saying("draw"));
  expect([checked.mates, checked.leaves.size]).toEqual([1, 0]);
  // Also where it has the very men of the table.
  const mated = treeOf("3k5/9/9/9/3R5/9/9/9/9/4K4 b", [], {
    winner: "red",
    tables: [{ path: "none/dtc/KRK", sum: SUM }],
  });
  expect((await checkProofTree(mated, saying("draw"))).mates).toBe(1);
});

test("a table that changes while it is read ends the checking", async () => {
  const open = () => Promise.resolve({ sum: SUM, outcomeOf: () => Promise.reject(new Error("the file was replaced")) });
  expect(await problemOf(RESTING, { open })).toBe("the file was replaced");
});

test("leaves are read from a real table, in either colours", async () => {
  const file = join(import.meta.dirname, "../../docs/spec/samples/KPK-plain.canju");
  const table = await openTable(await openFile(file), NODE_CODECS);
  const provider: TableProvider = { rules: "none", metric: "dtc", open: () => Promise.resolve(table) };
  const open = (leaf: LeafTable) => openLeafTable(leaf, provider, () => Promise.resolve(SUM));
  expect(await problemOf(RESTING, { open })).toBe("sound");
  const turned = treeOf("5k3/9/9/9/p8/9/9/9/4K4/9 b", [], { tables: [KPK] });
  expect(await problemOf(turned, { open })).toBe("sound");
  const drawn = treeOf("8P/4k4/9/9/9/9/9/9/9/3K5 w", [], { tables: [KPK] });
  expect(await problemOf(drawn, { open })).toContain("the side to move has a draw, no win");
});
