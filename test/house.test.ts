import { describe, expect, test } from "vitest";
import { findFaults, HOUSE, importsOf, type SourceFile } from "../scripts/house.ts";

// `npm run lint` holds the house against its rules; here they are held against houses that break them.

const file = (path: string, ...lines: string[]): SourceFile => ({ path, text: `${lines.join("\n")}\n` });

const SMALL = [
  { folder: "src/ground", floors: [".", "node"] },
  { folder: "src/table", floors: ["format", "."] },
  { folder: "src/solve", floors: ["kernel/assembly", ".", "node"] },
  { folder: "src/verify", without: ["src/solve"] },
  { folder: "src/doors", imports: "any" },
] as const;

const faultsOf = (...files: SourceFile[]): string[] =>
  findFaults(files, SMALL).map(({ path, message }) => `${path}: ${message}`);

describe("a file", () => {
  const ground = file("src/ground/sums.ts", `export const sum = 1;`);
  const above = file("src/table/table.ts", `import { sum } from "../ground/sums.ts";`);

  test("may import what is below it, and what is on its floor", () => {
    const beside = file("src/table/lists.ts", `import type { Table } from "./table.ts";`);
    expect(faultsOf(ground, above, beside)).toEqual([]);
  });

  test.each([
    ["by a statement", `import { table } from "../table/table.ts";`],
    ["for a type", `import type { Table } from "../table/table.ts";`],
    ["by exporting it", `export * from "../table/table.ts";`],
    ["when it is needed", `const { table } = await import("../table/table.ts");`],
    ["as a thread's", `new Worker(new URL("../table/table.ts", import.meta.url));`],
  ])("does not import what is above it %s", (_, line) => {
    const low = file("src/ground/low.ts", line);
    expect(faultsOf(low, file("src/table/table.ts"))).toEqual([
      "src/ground/low.ts: imports src/table/table.ts, which is above it",
    ]);
  });

  test("does not import from a higher floor of its room", () => {
    const low = file("src/table/format/header.ts", `import { table } from "../table.ts";`);
    expect(faultsOf(low, file("src/table/table.ts"))).toHaveLength(1);
  });

  test("imports Node's modules on floors for Node alone, and packages in doors", () => {
    const nodes = `import { readFile } from "node:fs/promises";`;
    const packages = `import { z } from "zod";`;
    expect(faultsOf(file("src/ground/node/disk.ts", nodes), file("src/doors/api.ts", nodes, packages))).toEqual([]);
    expect(faultsOf(file("src/ground/sums.ts", nodes))).toHaveLength(1);
    expect(faultsOf(file("src/ground/node/disk.ts", packages))).toHaveLength(1);
  });

  test("lies in a room", () => expect(faultsOf(file("src/attic/box.ts"))).toHaveLength(1));
});

test("files that need each other are a fault, by whatever imports", () => {
  const circle = [
    file("src/solve/a.ts", `import { b } from "./b.ts";`),
    file("src/solve/b.ts", `import type { C } from "./c.ts";`),
    file("src/solve/c.ts", `export const a = () => import("./a.ts");`),
  ];
  expect(faultsOf(...circle)).toEqual([
    "src/solve/c.ts: is part of a circle: src/solve/a.ts > src/solve/b.ts > src/solve/c.ts > src/solve/a.ts",
  ]);
});

test("a room that is to know nothing of another reaches it by no path", () => {
  const files = [
    file("src/solve/kernel.ts"),
    file("src/verify/prove.ts", `import "./check.ts";`),
    file("src/verify/check.ts", `import "../solve/kernel.ts";`),
  ];
  expect(faultsOf(...files)).toEqual(["src/verify/check.ts: leads from src/verify to src/solve/kernel.ts"]);
});

test("an exported type has a name of its own in src, and a file in its room", () => {
  const types = [
    file("src/ground/a.ts", "export type Value = 1;"),
    file("src/table/b.ts", "export interface Value {}"),
  ];
  expect(faultsOf(...types)).toEqual(["src/table/b.ts: exports a type Value, as src/ground/a.ts does"]);
  expect(faultsOf(file("src/solve/sets.ts"), file("src/solve/node/sets.ts"))).toHaveLength(1);
  expect(
    faultsOf(file("src/solve/sets.ts"), file("src/solve/kernel/assembly/sets.ts"), file("src/table/sets.ts")),
  ).toEqual([]);
});

test("only what is there counts as imported", () => {
  const { path, text } = file("web/page.ts", `import "./a.css"; import x from "./x.ts"; const text = "../y.ts";`);
  expect(importsOf({ path, text }, (each) => each !== "web/a.css")).toEqual(["web/x.ts", "y.ts"]);
});

test("the prover of tables is to reach neither solver nor queries", () => {
  expect(HOUSE.find(({ folder }) => folder === "src/verify")?.without).toEqual(["src/solve", "src/query"]);
});
