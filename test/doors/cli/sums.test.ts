import { createHash } from "node:crypto";
import { existsSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LONG, testEach } from "../../long.ts";
import { rawCodec } from "../../../src/table/format/codec.ts";
import { openFile } from "../../../src/table/node/file-source.ts";
import { NODE_CODECS } from "../../../src/table/node/codecs.ts";
import { writeTable, type WriteOptions } from "../../../src/table/node/writer.ts";
import { openTable, type Table } from "../../../src/table/read/table.ts";
import { makeValue } from "../../../src/table/value.ts";
import { sumOfTable } from "../../../src/verify/node/content-sum.ts";
import { LegalCells, LegalWalk } from "../../../src/verify/walk.ts";
import { plainContent } from "../../table/plain-content.ts";
import { indexOfTable } from "../../../src/table/format/index-parameters.ts";
import type { Colour } from "../../../src/xiangqi/pieces.ts";
import { slowContentSum } from "../../oracle/content-sum.ts";
import { alterTable, forgeTable } from "../../verify/tables.ts";
import { dataFolderOfTest, newDataFolder, run, runJson } from "./program.ts";

const data = newDataFolder();
const newHash = () => createHash("sha256");
const pathOf = (name: string) => join(data, `${name}.canju`);

beforeAll(async () => {
  await run(["build", "KRKA", "KPPK", "KRKN"], { data });
  await run(["build", "KPK", "--metric", "dtm", "--rules", "none"], { data });
});
afterAll(() => rmSync(data, { recursive: true, force: true }));

async function listed(folder = data): Promise<Map<string, string>> {
  const { sums } = await runJson<{ sums: { table: string; sum: string }[] }>(["list", "--sums"], { data: folder });
  return new Map(sums.map(({ table, sum }) => [table, sum]));
}

async function withTable<T>(path: string, use: (table: Table) => Promise<T>): Promise<T> {
  const table = await openTable(await openFile(path), NODE_CODECS);
  try {
    return await use(table);
  } finally {
    await table.close();
  }
}

const sumAt = (path: string) => withTable(path, (table) => sumOfTable(table, newHash));

testEach(1, ["asian/dtc/KRKA", "asian/dtc/KPPK", "none/dtm/KPK", "asian/dtc/KK"])(
  "the sum that the builder states of %s is that of its definition, and of a walk over its file",
  async (name) => {
    const stated = await withTable(pathOf(name), async ({ header }) => header.info.contentSum);
    expect(stated).toMatch(/^[0-9a-f]{64}$/);
    expect(await withTable(pathOf(name), slowContentSum)).toBe(stated);
    expect(await sumAt(pathOf(name))).toBe(stated);
    expect((await listed()).get(name)).toBe(stated);
  },
);

test("a table with orders above 0 has the sum of its definition", async () => {
  const name = "asian/dtc/KRKN";
  expect(await sumAt(pathOf(name))).toBe((await listed()).get(name));
});

describe("the sum of a table says what its values are", () => {
  const name = "asian/dtc/KRKA";

  /** The same values written in another way: codes in another order with some that nothing has, other codes in illegal cells. */
  async function otherwise(table: Table, change = (_turn: Colour, _cell: number, code: number) => code) {
    const { header } = table;
    const { cells, values, info } = header;
    const legal = new LegalCells(cells);
    const index = indexOfTable(header, table.file);
    new LegalWalk(index, (turn, cell) => legal.add(turn, cell)).walk(0, index.blocks.length);
    const sides = { red: await table.readSide("red"), black: await table.readSide("black") };
    const histogram = await table.readHistogram();
    const turned = (counts: readonly number[]) => [0, ...counts.toReversed()];
    const content = plainContent({
      info,
      cells,
      values: [makeValue(7, 7), ...values.toReversed()],
      histogram: { red: turned(histogram.red), black: turned(histogram.black) },
      codes: (turn, first, count, out) => {
        for (let i = 0; i < count; i++) {
          const cell = first + i;
          out[i] = legal.has(turn, cell) ? values.length - change(turn, cell, sides[turn][cell]!) : cell % 3;
        }
      },
    });
    return { content, legal, sides };
  }

  const ways: readonly [string, WriteOptions][] = [
    ["as a builder does", {}],
    ["to be published, in blocks of 1024 cells", { effort: "small", cellsPerBlock: 1024 }],
    ["not compressed", { codec: rawCodec }],
  ];
  testEach(1, ways)("and nothing else: written %s with other codes it is the same", async (_, options) => {
    const folder = dataFolderOfTest();
    const path = join(folder, `${name}.canju`);
    await withTable(pathOf(name), async (table) => writeTable(path, (await otherwise(table)).content, options));
    const [before, after] = [await listed(), await listed(folder)];
    expect(after.get(name)).toBe(before.get(name));
    expect(await sumAt(path)).toBe(before.get(name));
    const sha256 = (at: string) => withTable(at, async ({ header }) => header.sha256);
    expect(await sha256(path)).not.toBe(await sha256(pathOf(name)));
  });

  test("one other value makes another sum", async () => {
    const path = join(dataFolderOfTest(), `${name}.canju`);
    await withTable(pathOf(name), async (table) => {
      const { sides, legal } = await otherwise(table);
      const cell = sides.red.findIndex((code, at) => legal.has("red", at) && code > 3);
      const { content } = await otherwise(table, (turn, at, code) => (turn === "red" && at === cell ? code - 2 : code));
      await writeTable(path, content);
    });
    expect(await sumAt(path)).not.toBe((await listed()).get(name));
  });

  test("a value that the histogram does not know is damage", async () => {
    const path = join(dataFolderOfTest(), `${name}.canju`);
    await withTable(pathOf(name), async (table) => {
      const { content } = await otherwise(table, (turn, at, code) =>
        turn === "red" && at < 500 ? values(table) : code,
      );
      await writeTable(path, content);
    });
    await expect(sumAt(path)).rejects.toThrow(/its histogram lacks code 0, which occurs/);
  });
  const values = (table: Table) => table.header.values.length;
});

test("a kept sum counts only with the file that it was made for", LONG, async () => {
  const folder = dataFolderOfTest();
  await run(["build", "KPK", "--rules", "none"], { data: folder });
  await alterTable(folder, "KPK", () => {}); // it does not state its sum
  const record = join(folder, "none/dtc/KPK.sum.json");
  writeFileSync(record, JSON.stringify({ endgame: "KPK", sha256: "0".repeat(64), sum: "1".repeat(64) }));
  const right = (await listed(folder)).get("none/dtc/KPK")!;
  expect(right).toBe(await sumAt(join(folder, "none/dtc/KPK.canju")));
  expect(readFileSync(record, "utf8")).toContain(right);
  rmSync(record);
  expect((await listed(folder)).get("none/dtc/KPK")).toBe(right);
  expect(readFileSync(record, "utf8")).toContain(right);
});

test("a sum that the header states needs no record", LONG, async () => {
  const folder = dataFolderOfTest();
  await run(["build", "KPK"], { data: folder });
  const right = (await listed(folder)).get("asian/dtc/KPK");
  const record = join(folder, "asian/dtc/KPK.sum.json");
  expect(existsSync(record)).toBe(false);
  expect(await run(["verify", "KPK"], { data: folder })).toMatchObject({ code: 0 });
  expect(existsSync(record)).toBe(false);
  writeFileSync(record, JSON.stringify({ endgame: "KPK", sha256: "0".repeat(64), sum: "0".repeat(64) }));
  expect((await listed(folder)).get("asian/dtc/KPK")).toBe(right);
  expect(right).toBe(await sumAt(join(folder, "asian/dtc/KPK.canju")));
});

test("list --sums prints a sum and a table a line, and marks what the file only states", LONG, async () => {
  const folder = dataFolderOfTest();
  await run(["build", "KPK", "--metric", "dtm", "--rules", "none"], { data: folder });
  const lines = async (): Promise<string[]> => {
    const { stdout, code } = await run(["list", "--sums", "--rules", "none"], { data: folder });
    expect(code).toBe(0);
    return stdout.trimEnd().split("\n");
  };
  const stated = await lines();
  expect(stated).toHaveLength(2);
  for (const line of stated) expect(line).toMatch(/^[0-9a-f]{64} {2}none\/dtm\/(KK|KPK) {2}stated$/);
  const computed = stated.map((line) => line.replace(/ +stated$/, ""));
  await run(["verify", "KPK", "--metric", "dtm", "--rules", "none"], { data: folder });
  expect(await lines()).toEqual([stated[0], computed[1]]);
  expect((await run(["verify", "--sums"], { data: folder })).code).toBe(0);
  expect(await lines()).toEqual(computed);
});

describe("a forged table in the place of a proven one", () => {
  testEach(0, [
    ["its content sum", false],
    ["its content sum and its SHA-256", true],
  ])("that states %s is proven nowhere, and found by verify --sums", async (_, stateSha256) => {
    const folder = dataFolderOfTest();
    await run(["build", "KRKA", "--rules", "none"], { data: folder });
    await run(["verify", "KRKA", "--rules", "none"], { data: folder });
    const sums = join(folder, "sums.txt");
    writeFileSync(sums, (await run(["list", "--sums"], { data: folder })).stdout);
    expect((await run(["verify", "--sums", sums], { data: folder })).code).toBe(0);
    const path = join(folder, "none/dtc/KRKA.canju");
    const { mtimeMs } = statSync(path);
    const sum = await forgeTable(folder, "KRKA", { stateSha256 });
    utimesSync(path, mtimeMs / 1000, mtimeMs / 1000);
    expect(await sumAt(path)).not.toBe(sum);

    const { code, stdout } = await run(["verify", "--sums", sums], { data: folder });
    expect([code, stdout]).toEqual([
      2,
      expect.stringContaining(stateSha256 ? "does not match its SHA-256" : `instead of ${sum}, which it states`),
    ]);
    const list = await runJson<{ tables: { endgame: string; verified: object | null }[]; damaged: object[] }>(
      ["list"],
      { data: folder },
    );
    expect(list.damaged).toHaveLength(stateSha256 ? 1 : 0);
    expect(list.tables.filter(({ endgame }) => endgame === "KRKA").map(({ verified }) => verified)).toEqual(
      stateSha256 ? [] : [null],
    );
    const line = (await run(["list", "--sums"], { data: folder })).stdout
      .split("\n")
      .find((each) => each.includes("KRKA"));
    // What was computed before the file was replaced is not what it holds.
    expect(line).not.toBe(`${sum}  none/dtc/KRKA`);
    expect((await run(["stats", "KRKA", "--rules", "none"], { data: folder })).stdout).toContain(
      "as the file states them",
    );
    expect((await run(["verify", "KRKA", "--rules", "none"], { data: folder })).code).toBe(2);
  });
});

describe("verify --sums", () => {
  const file = () => join(dataFolderOfTest(), "sums.txt");

  test("says nothing is wrong, of the tables that Canju knows and of a list of one's own", LONG, async () => {
    const sums = file();
    writeFileSync(sums, `# all of them\n\n${(await run(["list", "--sums"], { data })).stdout}`);
    expect(await runJson(["verify", "--sums", sums], { data })).toEqual({
      data,
      same: 10,
      unknown: 0,
      differences: [],
    });
    expect(await runJson(["verify", "--sums"], { data })).toMatchObject({ same: 10, differences: [] });
    expect((await run(["verify", "--sums"], { data })).stdout).toBe("10 tables are as expected\n");
  });

  test("reads tables as well of which no sum is known", async () => {
    const folder = dataFolderOfTest();
    await run(["build", "KPK"], { data: folder });
    const sums = file();
    writeFileSync(sums, `${(await listed(folder)).get("asian/dtc/KK")}  asian/dtc/KK`);
    expect(await runJson(["verify", "--sums", sums], { data: folder })).toMatchObject({ same: 1, unknown: 1 });
    writeFileSync(join(folder, "asian/dtc/KPK.canju"), "");
    const { code, stdout } = await run(["verify", "--sums", sums], { data: folder });
    expect([code, stdout]).toEqual([2, expect.stringMatching(/KPK\.canju.* is empty\n$/)]);
  });

  test("names each difference: other values, damage, nothing there", LONG, async () => {
    const folder = dataFolderOfTest();
    await run(["build", "KPK", "KNK"], { data: folder });
    const right = await listed(folder);
    const sums = file();
    const wrong = "0".repeat(64);
    const lines = ["asian/dtc/KPK", "asian/dtc/KRK"].map((name) => `${wrong}  ${name}`);
    writeFileSync(sums, [...lines, `${right.get("asian/dtc/KNK")}  asian/dtc/KNK`].join("\n"));
    const path = join(folder, "asian/dtc/KNK.canju");
    const bytes = readFileSync(path);
    bytes[bytes.length - 300]! ^= 1;
    writeFileSync(`${path}.new`, bytes);
    renameSync(`${path}.new`, path);
    const { code, stdout } = await run(["verify", "--sums", sums, "--json"], { data: folder });
    expect(code).toBe(2);
    const { same, differences } = JSON.parse(stdout) as {
      same: number;
      differences: { table: string; message: string }[];
    };
    expect([same, differences.map(({ table }) => table).sort()]).toEqual([
      0,
      ["asian/dtc/KNK", "asian/dtc/KPK", "asian/dtc/KRK"],
    ]);
    const messages = differences.map(({ message }) => message).join("\n");
    expect(messages).toContain(`asian/dtc/KPK: its content sum is ${right.get("asian/dtc/KPK")} instead of ${wrong}`);
    expect(messages).toContain("asian/dtc/KRK: there is no such table");
    expect(messages).toMatch(/KNK\.canju.*does not match its/);
  });

  test("refuses a file that holds something else", LONG, async () => {
    const sums = file();
    writeFileSync(sums, "hello\n");
    expect(await run(["verify", "--sums", sums], { data })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("line 1: a line is a content sum, two spaces, asian/dtc/KRKAABB"),
    });
    expect((await run(["verify", "--sums", join(sums, "no")], { data })).code).toBe(2);
    writeFileSync(sums, "# none\n");
    expect((await run(["verify", "--sums", sums], { data })).stderr).toContain("has no content sums");
    expect((await run(["verify"], { data })).code).toBe(2);
    expect((await run(["verify", "KRK", "--sums", sums], { data })).code).toBe(2);
  });
});

test("all tables of docs/spec/sums.txt are built with the sums that it lists", LONG, async () => {
  const folder = dataFolderOfTest();
  const list = readFileSync(join(import.meta.dirname, "../../../docs/spec/sums.txt"), "utf8");
  const wanted = Map.groupBy(list.match(/(?<= {2})\S+$/gm)!, (name) => dirname(name));
  for (const [collection, names] of wanted) {
    const [rules = "", metric = ""] = collection.split("/");
    const orders = rules === "asian-chessdb" ? ["--orders", "chessdb"] : [];
    const endgames = names.map((name) => basename(name));
    const options = ["--rules", rules.replace("-chessdb", ""), "--metric", metric, ...orders];
    expect((await run(["build", ...endgames, ...options], { data: folder })).code).toBe(0);
  }
  expect(await runJson(["verify", "--sums"], { data: folder })).toEqual({
    data: folder,
    same: 79,
    unknown: 0,
    differences: [],
  });
});
