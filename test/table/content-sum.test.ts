import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { contentSum, parseSum, type SummedInfo } from "../../src/table/format/content-sum.ts";
import { info, valuesUpTo } from "./fixtures.ts";

const newHash = () => createHash("sha256");

const summed: SummedInfo = {
  ...info,
  rules: "asian",
  switches: { suspendedIsNew: true, checksMayChase: false, another: true },
  orderForm: "chessdb",
  index: { scheme: "formations", version: 1, parameters: { outer: "n", inner: "R" } },
};

const LINES = [
  "canju content sum 1",
  "endgame KRK",
  "metric dtc",
  "rules asian",
  "switch another true",
  "switch suspendedIsNew true",
  "orders chessdb",
  "index formations 1",
  "inner R",
  "outer n",
  "cells 3",
];

test("a sum is that of what a table is, of its values and of the place of each cell's value", () => {
  const sum = contentSum(summed, 3, [5, 2, 5], newHash);
  expect([sum.values, sum.mark]).toEqual([[0, 2, 5], 0xff]);
  const ranks = sum.newRanks(6);
  ranks.set([2, 0, 0xff, 1, 1, 2]);
  expect(ranks).toBeInstanceOf(Uint8Array);
  sum.update(ranks.subarray(0, 3));
  sum.update(ranks.subarray(3));
  const wanted = newHash()
    .update([...LINES, "values 0 2 5", ""].join("\n"))
    .update(ranks);
  expect(sum.digest()).toBe(wanted.digest("hex"));
});

test("places take two bytes, the lower first, with more than 255 values", () => {
  expect(contentSum(summed, 3, valuesUpTo(255), newHash).mark).toBe(0xff);
  const sum = contentSum(summed, 3, valuesUpTo(256), newHash);
  const ranks = sum.newRanks(2);
  ranks.set([0x1234, 0xffff]);
  sum.update(ranks);
  const wanted = newHash().update([...LINES, `values ${valuesUpTo(256).join(" ")}`, ""].join("\n"));
  expect([sum.mark, sum.digest()]).toEqual([0xffff, wanted.update(Buffer.from("3412ffff", "hex")).digest("hex")]);
});

test("a sum without orders and switches does not name them", () => {
  const plain = { ...summed, switches: {}, orderForm: null };
  const wanted = LINES.filter((line) => !/^(switch|orders) /.test(line));
  const hash = newHash().update([...wanted, "values 0", ""].join("\n"));
  expect(contentSum(plain, 3, [], newHash).digest()).toBe(hash.digest("hex"));
});

test("a switch that is neither on nor off has no sum", () => {
  const start = () => contentSum({ ...summed, switches: { another: "so" } }, 3, [], newHash);
  expect(start).toThrow("its switch another (so) has no place in a content sum");
});

test("more values than two bytes can tell apart have no sum", () => {
  const values = Array.from({ length: 0xffff }, (_, i) => i);
  expect(contentSum(summed, 3, values, newHash).values.length).toBe(0xffff);
  expect(() => contentSum(summed, 3, [...values, 0xffff], newHash)).toThrow(
    "KRK cannot be read: it holds too many values",
  );
});

const RECORD = { endgame: "KRK", sha256: "ab".repeat(32), sum: "12".repeat(32) };

test("the record of a sum is read back", () => {
  expect(parseSum(JSON.stringify({ ...RECORD, more: 1 }), RECORD.sha256)).toEqual(RECORD);
});

test.each([
  "",
  "7",
  "null",
  JSON.stringify({ ...RECORD, endgame: 5 }),
  JSON.stringify({ ...RECORD, sha256: "cd".repeat(32) }),
  JSON.stringify({ ...RECORD, sum: 12 }),
  JSON.stringify({ ...RECORD, sum: `${RECORD.sum}0` }),
  JSON.stringify({ ...RECORD, sum: "1 ".repeat(32) }),
])("%j is no record of a sum", (text) => {
  expect(parseSum(text, RECORD.sha256)).toBeNull();
});
