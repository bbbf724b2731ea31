/** Tables are the same when their values are: a proof knows them by the content sum, whatever their files look like. */
import { createHash } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { readProof, readSum, renewProof, stampAt, writeProof, writeSum } from "../../src/table/node/record-file.ts";
import { sumOfTable } from "../../src/verify/node/content-sum.ts";
import { proofRecordOf } from "../../src/verify/report.ts";
import { alterTable, buildTables, buildTablesUnder, catalogOf, copyTables, verifyIn } from "./tables.ts";

let folder: string;
beforeAll(async () => {
  folder = await buildTables("dtc", "KRKA");
});

const pathIn = (data: string, name: string) => catalogOf(data).pathOf(name);

async function statedSum(data: string, name: string): Promise<string> {
  return (await catalogOf(data).open(name))!.header.info.contentSum!;
}

/** Computes the sum of a table and keeps it, as `canju verify --sums` does. */
async function keepSum(data: string, name: string): Promise<string> {
  const path = pathIn(data, name);
  const stamp = await stampAt(path);
  const table = (await catalogOf(data).open(name))!;
  const sum = await sumOfTable(table, () => createHash("sha256"));
  await writeSum(path, { endgame: name, sha256: table.header.sha256, sum }, stamp);
  return sum;
}

test.each(["KRKA", "KPPK"])(
  "a proof of %s states the content sum that its builder stated, by either program",
  async (name) => {
    const rules = { metric: "dtc", rules: "none" } as const;
    const data = name === "KRKA" ? folder : await buildTablesUnder(rules, name);
    const kept = await statedSum(data, name);
    expect(await verifyIn(data, name)).toMatchObject({ proven: true, by: "kernel", sum: kept });
    expect(await verifyIn(data, name, { plain: true })).toMatchObject({ proven: true, by: "plain", sum: kept });
  },
);

test("a header that states another content sum than that of its values is not proven", async () => {
  const data = await copyTables(folder);
  const found = await statedSum(data, "KRKA");
  const stated = "0".repeat(64);
  await alterTable(data, "KRKA", () => {}, { contentSum: stated });
  expect(await verifyIn(data, "KRKA")).toMatchObject({
    proven: false,
    problems: [{ kind: "header", field: "contentSum", stated, found }],
  });
});

test("a table names the content sums of those it was built from", async () => {
  const { inputs } = (await catalogOf(folder).open("KRKA"))!.header.info;
  expect(inputs.map(({ name }) => name)).toContain("KRK");
  for (const { name, sum } of inputs) expect(sum).toBe(await statedSum(folder, name));
});

test("an input in another file is the one that was recorded if the content sum of its values is, whatever it states", async () => {
  const data = await copyTables(folder);
  const right = await statedSum(data, "KRK");
  await alterTable(data, "KRK", () => {}, { contentSum: "0".repeat(64) });
  const report = await verifyIn(data, "KRKA");
  expect(report).toMatchObject({ proven: true, problems: [] });
  expect(report.inputs.find(({ name }) => name === "KRK")).toMatchObject({ sum: right });
  expect(await keepSum(data, "KRK")).toBe(right);
  expect(await verifyIn(data, "KRKA")).toMatchObject({ proven: true, inputs: report.inputs });

  for (const contentSum of [right, undefined]) {
    await alterTable(data, "KRK", ({ black }) => black.fill(0, 0, black.length / 2), { contentSum });
    const wrong = await verifyIn(data, "KRKA");
    expect(wrong.problems).toMatchObject([
      { kind: "input", endgame: "KRK", message: expect.stringContaining("its SHA-256 differs, its values, too") },
      { kind: "values" },
    ]);
  }
});

test("a table that is stored anew keeps its proof, once its bytes were compared and its values summed", async () => {
  const data = await copyTables(folder);
  const path = pathIn(data, "KRKA");
  const proof = proofRecordOf(await verifyIn(data, "KRKA"), new Date(), "0.1.0")!;
  await writeProof(path, proof, await stampAt(path));
  await alterTable(data, "KRKA", () => {}, { contentSum: proof.sum! });
  const { header } = (await catalogOf(data).open("KRKA"))!;
  expect(header.sha256).not.toBe(proof.sha256);
  expect(await readSum(path, header)).toEqual({ sum: proof.sum, stated: true });
  await renewProof(path, header, await stampAt(path));
  expect(await readProof(path, header)).toBeNull();
  expect(await keepSum(data, "KRKA")).toBe(proof.sum);
  expect(await readSum(path, header)).toEqual({ sum: proof.sum, stated: false });
  expect(await readProof(path, header)).toBeNull(); // written to since
  await renewProof(path, header, await stampAt(path));
  expect(await readProof(path, header)).toEqual({ ...proof, checked: expect.any(String) });
});
