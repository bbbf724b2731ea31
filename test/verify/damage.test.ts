import { copyFile, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { MissingTableError, UnsupportedTableError } from "../../src/table/format/errors.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { alterTable, buildTables, copyTables, verifyIn } from "./tables.ts";

let folder: string;
beforeAll(async () => {
  folder = await buildTables("dtc", "KRKA");
});

const pathIn = (copy: string, name: string) => join(copy, "none/dtc", `${name}.canju`);

async function flipBit(path: string, at: number, bit = 0): Promise<void> {
  const bytes = await readFile(path);
  bytes[at]! ^= 1 << bit;
  await writeFile(path, bytes);
}

async function layoutOf(name: string) {
  const catalog = new FolderCatalog(folder, { rules: "none" });
  const { header } = (await catalog.open(name))!;
  await catalog.close();
  return { header, bytes: header.details.offset + header.details.length };
}

describe("a damaged file", () => {
  test("a flipped bit in a block is found, and the block named", async () => {
    const { header } = await layoutOf("KRKA");
    const copy = await copyTables(folder);
    await flipBit(pathIn(copy, "KRKA"), header.data.offset + 30, 3);
    await flipBit(pathIn(copy, "KRKA"), header.data.offset + header.data.length - 1, 3);
    const report = await verifyIn(copy, "KRKA");
    expect(report).toMatchObject({ proven: false, positions: null, checked: 0 });
    expect(report.problems).toMatchObject([
      { kind: "damage", block: { turn: "red", number: 0 } },
      { kind: "damage", block: { turn: "black", number: 0 } },
    ]);
    expect(report.problems[0]!.message).toContain("KRKA.canju is damaged: block 0 of red to move: ");
  });

  test.each([
    ["header", async () => 40],
    ["description", async () => (await layoutOf("KRKA")).header.pages[0]!.offset - 20],
    ["directory", async () => (await layoutOf("KRKA")).header.pages[0]!.offset],
    ["histogram", async () => (await layoutOf("KRKA")).header.details.offset + 5],
  ])("a flipped bit in the %s is found", async (what, at) => {
    const copy = await copyTables(folder);
    await flipBit(pathIn(copy, "KRKA"), await at());
    const report = await verifyIn(copy, "KRKA");
    expect(report).toMatchObject({ proven: false, problems: [{ kind: "damage", block: null }] });
    expect(report.problems[0]!.message).toContain(what === "description" ? "header" : what);
  });

  test("any flipped bit is found", async () => {
    const { bytes } = await layoutOf("KRKA");
    const copy = await copyTables(folder);
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes - 1), fc.nat(7), async (at, bit) => {
        await flipBit(pathIn(copy, "KRKA"), at, bit);
        try {
          expect(await verifyIn(copy, "KRKA")).toMatchObject({ proven: false, problems: [{ kind: "damage" }] });
        } catch (error) {
          // The bit that makes it a file of a later version.
          if (!(error instanceof UnsupportedTableError)) throw error;
        }
        await flipBit(pathIn(copy, "KRKA"), at, bit);
      }),
      { numRuns: 60 },
    );
  });

  test("any truncation is found", async () => {
    const { bytes } = await layoutOf("KRKA");
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes - 1), async (length) => {
        const copy = await copyTables(folder);
        await truncate(pathIn(copy, "KRKA"), length);
        expect(await verifyIn(copy, "KRKA")).toMatchObject({ proven: false, problems: [{ kind: "damage" }] });
      }),
      { numRuns: 12 },
    );
  });
});

describe("the sub-endgames' tables", () => {
  test("another endgame's file in the place of one is found", async () => {
    const copy = await copyTables(folder);
    await copyFile(pathIn(copy, "KAK"), pathIn(copy, "KRK"));
    const report = await verifyIn(copy, "KRKA");
    expect(report).toMatchObject({ proven: false, problems: [{ kind: "input", endgame: "KRK" }] });
    expect(report.problems[0]!.message).toContain("it holds KAK");
  });

  test("one with other values is found, and the values that no longer follow", async () => {
    const copy = await copyTables(folder);
    await alterTable(copy, "KRK", (draft) => draft.black.fill(0));
    const report = await verifyIn(copy, "KRKA");
    expect(report.problems).toMatchObject([{ kind: "input", endgame: "KRK" }, { kind: "values" }]);
    expect(report.problems[0]!.message).toContain("SHA-256");
    expect(report.counterexample!.moves.some(({ capturesInto }) => capturesInto === "KRK")).toBe(true);
  });

  test("a damaged one is found", async () => {
    const copy = await copyTables(folder);
    const { header } = await layoutOf("KRK");
    await flipBit(pathIn(copy, "KRK"), header.data.offset + 6);
    const report = await verifyIn(copy, "KRKA");
    expect(report).toMatchObject({ proven: false, problems: [{ kind: "input", endgame: "KRK" }] });
    expect(report.problems[0]!.message).toContain("block 0 of red to move");
  });

  test("one that the header does not name, and one too many, are found", async () => {
    const copy = await copyTables(folder);
    await alterTable(copy, "KRKA", (draft) => {
      const inputs = draft.info.inputs.map((input) => (input.name === "KRK" ? { ...input, name: "KNK" } : input));
      draft.info = { ...draft.info, inputs };
    });
    const { problems } = await verifyIn(copy, "KRKA");
    expect(problems).toMatchObject([
      { kind: "input", endgame: "KRK" },
      { kind: "input", endgame: "KNK" },
    ]);
  });

  test("a missing one is said to be missing", async () => {
    const copy = await copyTables(folder);
    await rm(pathIn(copy, "KRK"));
    await expect(verifyIn(copy, "KRKA")).rejects.toThrow(MissingTableError);
  });
});
