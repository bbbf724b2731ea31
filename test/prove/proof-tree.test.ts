import { expect, test } from "vitest";
import { crc32 } from "../../src/base/crc32.ts";
import { InputError } from "../../src/base/errors.ts";
import { parseLegalFen } from "../../src/xiangqi/fen.ts";
import { provePosition } from "../../src/prove/prove.ts";
import { checkProofTree } from "../../src/prove/check.ts";
import { MOST_TREE_BYTES, readProofTree, writeProofTree } from "../../src/prove/proof-tree.ts";
import { randomBy } from "../table/fuzzing.ts";
import { FIVE_TIGERS, treeOf } from "./trees.ts";

const SUM = "a".repeat(64);
const TREE = treeOf("4k4/9/9/9/9/9/9/9/3R5/3K5 w", [1, 2, 255], {
  tables: [
    { path: "none/dtc/KPK", sum: SUM },
    { path: "none/dtm/KRK", sum: SUM },
  ],
});

/** A file of this text, with the right checksum. */
function fileOf(text: string): Uint8Array {
  const bytes = Buffer.concat([Buffer.from(text, "latin1"), Buffer.alloc(4)]);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, -4)), bytes.length - 4);
  return bytes;
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes.subarray(0, -4)).toString("latin1");

function problemOf(bytes: Uint8Array): string {
  try {
    readProofTree(bytes);
    return "sound";
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return error.message;
  }
}

test("a tree that was written is read again", () => {
  expect(readProofTree(writeProofTree(TREE))).toEqual(TREE);
});

test("a file that was cut anywhere is refused", () => {
  const bytes = writeProofTree(TREE);
  for (let length = 0; length < bytes.length; length++) {
    expect(problemOf(bytes.subarray(0, length)), `${length} bytes`).toMatch(/^this is no sound proof tree: /);
  }
});

test("a file of which any bit was altered is refused", () => {
  const bytes = writeProofTree(TREE);
  for (let bit = 0; bit < 8 * bytes.length; bit++) {
    const altered = bytes.slice();
    altered[bit >> 3]! ^= 1 << (bit & 7);
    expect(problemOf(altered), `bit ${bit}`).toMatch(/proof tree/);
  }
});

test.each([
  ["of another version", /tree 1/, "tree 2", "this proof tree has version 2; this program reads version 1"],
  ["without a version", /tree 1/, "tree", "it does not begin with"],
  ["of unknown rules", /rules none/, "rules chinese", 'there are no rules "chinese"'],
  ["of an impossible position", /4k4/, "9", "impossible position"],
  ["of no position", /position .*/, "position ", "malformed FEN"],
  ["of a position with more to say", / w\n/, " w - - 0 1\n", "not written in the shortest way"],
  ["of a winner that there is not", /winner red/, "winner white", 'the winner is "white"'],
  ["with the tables the other way round", /(table .*\n)(table .*\n)/, "$2$1", "not in order"],
  ["with a table twice", /(table .*KPK .*\n)/, "$1$1", "not in order"],
  ["with two tables of an endgame", /none\/dtm\/KRK/, "none/dtm/KPK", "two tables of one endgame"],
  ["with a table of the Asian rules", /none\/dtc/, "asian/dtc", "cannot rest on the table"],
  ["with a path that leads elsewhere", /none\/dtc\/KPK/, "none/dtc/../../KPK", "cannot rest on the table"],
  ["with a name that is not canonical", /none\/dtc\/KPK/, "none/dtc/KKP", "is no name of a table"],
  ["with a table without a sum", ` ${SUM}\ntable none/dtm`, "\ntable none/dtm", "has no content sum"],
  ["with a hostile size", /moves 3/, "moves 999999999", "does not have the 999999999 moves"],
  ["with a size that is no number", /moves 3/, "moves -3", "the number of its moves is none"],
  ["with a size that begins with 0", /moves 3/, "moves 03", "the number of its moves is none"],
  ["with a line without an end", /winner red\n/, `winner red${"d".repeat(300)}\n`, 'the line "winner" does not end'],
])("a file %s is refused", (_, what, instead, problem) => {
  const text = textOf(writeProofTree(TREE));
  const altered = text.replace(what, instead);
  expect(altered).not.toBe(text);
  expect(problemOf(fileOf(altered))).toContain(problem);
});

test("a file larger than any tree is refused before it is looked at", () => {
  expect(problemOf(new Uint8Array(MOST_TREE_BYTES + 1))).toContain("more than");
});

test("what is altered in the moves of a proof, with the right checksum, is refused or is another proof of the same position", async () => {
  const { tree } = await provePosition(parseLegalFen(FIVE_TIGERS));
  const random = randomBy(32);
  let refused = 0;
  for (let i = 0; i < 500; i++) {
    const moves = tree!.moves.slice(0, random(8) === 0 ? random(tree!.moves.length) : undefined);
    for (let j = random(3); j >= 0; j--) moves[random(moves.length)] = random(256);
    try {
      const { outcome } = await checkProofTree(readProofTree(writeProofTree({ ...tree!, moves })));
      expect(outcome).toBe("win");
    } catch (error) {
      expect(error).toBeInstanceOf(InputError);
      refused++;
    }
  }
  expect(refused).toBeGreaterThan(450);
});

test("no bytes prove a position that is not won", async () => {
  const random = randomBy(33);
  for (let i = 0; i < 500; i++) {
    const moves = Array.from({ length: random(200) }, () => random(4));
    const drawn = treeOf("3aka3/9/9/9/9/9/9/9/4A4/3K1A3 w", moves);
    await expect(checkProofTree(drawn)).rejects.toThrow("the proof is refused");
  }
});
