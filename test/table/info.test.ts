import { expect, test } from "vitest";
import { isTableInfo, unknownWord } from "../../src/table/format/info.ts";
import { MAX_DISTANCE, MAX_ORDER } from "../../src/table/value.ts";
import { info } from "./fixtures.ts";

/** The description with another value at a path such as `orders.0.kind`. */
function changed(path: string, value: unknown): unknown {
  const copy: unknown = structuredClone(info);
  const names = path.split(".");
  const last = names.pop()!;
  let at = copy as Record<string, unknown>;
  for (const name of names) at = at[name] as Record<string, unknown>;
  if (value === undefined) delete at[last];
  else at[last] = value;
  return copy;
}

test.each<[path: string, ...good: unknown[]]>([
  ["endgame", "KRKN"],
  ["metric", "dtm"],
  ["rules", "asian"],
  ["switches", { a: "b", c: 1, d: true }],
  ["orderForm", "fang", "chessdb"],
  ["index.parameters", { any: [1] }],
  ["red.positions", 0, 2 ** 53 - 1],
  ["red.longestWin", -1, MAX_DISTANCE],
  ["black.longestLossFen", "any text", null],
  ["orders", []],
  ["orders.0.order", MAX_ORDER],
  ["orders.0.kind", "check", "chase"],
  ["orders.0", { order: 0, kind: "conversion" }],
  ["dependentOrders", [], info.orders, [{ order: 1, kind: "weak attack" }]],
  ["red.depends", { wins: 0, draws: 1, losses: 2 }],
  ["certificate", { innerPatterns: 0, correctedLosses: 0 }],
  ["bracket", { edition: "2020", classes: ["idle"], reading: "default", bounds: ["narrow", "wide"], clauses: [] }],
  ["inputs", []],
  ["inputs.0.sum", "12"],
  ["contentSum", "12"],
  ["something", 5],
])("a description may have another %s", (path, ...good) => {
  expect(isTableInfo(info)).toBe(true);
  for (const value of good) expect([value, isTableInfo(changed(path, value))]).toEqual([value, true]);
});

test.each<[path: string, ...bad: unknown[]]>([
  ["endgame", undefined, 5, "KRRRK", "K", ""],
  ["metric", undefined, "dtz", null],
  ["rules", undefined, "japanese", null],
  ["switches", undefined, null, 5, "text", { a: 1, b: null }, { a: [] }],
  ["orderForm", undefined, "other"],
  ["index", undefined, null, 5],
  ["index.scheme", undefined, 5],
  ["index.version", undefined, "1"],
  ["index.parameters", undefined, null, "RN"],
  ["red", undefined, null],
  ["red.positions", undefined, -1, 0.5, 2 ** 53, "1"],
  ["red.wins", undefined, -1],
  ["red.losses", undefined, -1],
  ["red.draws", undefined, -1],
  ["black.checkmated", undefined, -1],
  ["black.stalemated", undefined, -1],
  ["black.longestWin", undefined, -2, 0.5, MAX_DISTANCE + 1],
  ["black.longestLoss", undefined, -2, "3"],
  ["black.longestWinFen", undefined, 5],
  ["black.longestLossFen", undefined, 5],
  ["orders", undefined, null, {}, [null], [info.orders[0], 5]],
  ["orders.0.order", undefined, -1, MAX_ORDER + 1],
  ["orders.0.kind", undefined, "other", 5],
  ["orders.0.red", undefined, null],
  ["orders.0.black.wins", undefined, -1],
  ["dependentOrders", null, {}, [null]],
  ["red.depends", null, {}, { wins: 0, draws: 1 }],
  ["certificate", null, {}, { innerPatterns: 0, correctedLosses: 0, mutual: 5 }],
  ["bracket", null, {}, { edition: 2020 }],
  ["builder", undefined, null],
  ["builder.name", undefined, 5],
  ["builder.version", undefined, 5],
  ["inputs", undefined, {}, [info.inputs[0], 5]],
  ["inputs.0.name", undefined, 5],
  ["inputs.0.sha256", undefined, 5],
  ["inputs.0.sum", null, 5],
  ["contentSum", null, 5],
])("a description is none with another %s", (path, ...bad) => {
  for (const value of bad) expect([value, isTableInfo(changed(path, value))]).toEqual([value, false]);
});

test.each([null, undefined, 5, "text", []])("%j is no description", (value) => {
  expect(isTableInfo(value)).toBe(false);
  expect(unknownWord(value)).toBeNull();
});

test("a word of later programs is told apart from a fault", () => {
  const words = (path: string, value: unknown) => unknownWord(changed(path, value));
  expect(unknownWord(info)).toBeNull();
  expect(words("metric", "dtz")).toBe("its metric (dtz) is");
  expect(words("rules", "japanese")).toBe("its rules (japanese) are");
  expect(words("orderForm", "other")).toBe("its orderForm (other) is");
  expect(words("orderForm", "fang")).toBeNull();
  expect(words("metric", 5)).toBeNull();
  expect(words("metric", null)).toBe("its metric (null) is");
  expect(words("orders.0.kind", "sacrifice")).toBe("a kind of its orders (sacrifice) is");
  expect(words("dependentOrders", [{ kind: "sacrifice" }])).toBe("a kind of its orders (sacrifice) is");
  expect(words("orders.0.kind", 5)).toBeNull();
  expect(words("orders", [null, {}])).toBeNull();
  expect(words("orders", 5)).toBeNull();
});
