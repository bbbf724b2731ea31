import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { stampAt, writeProof } from "../../src/table/node/record-file.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { alterTable } from "./tables.ts";
import { upgradeFolder, type UpgradeEvent, type UpgradeReport } from "../../src/verify/node/upgrade.ts";

const samples = fileURLToPath(new URL("../../docs/spec/samples/version-1/", import.meta.url));
const COLLECTION = { rules: "none", metric: "dtc" } as const;

let folder: string;
const pathOf = (file: string) => join(folder, "none/dtc", file);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "canju-test-"));
  await mkdir(join(folder, "none/dtc"), { recursive: true });
  for (const name of ["KRK", "KPK"]) await copyFile(join(samples, `${name}.canju`), pathOf(`${name}.canju`));
});
afterEach(() => rm(folder, { recursive: true }));

async function read(name: string) {
  const catalog = new FolderCatalog(folder, COLLECTION);
  const table = (await catalog.open(name))!;
  const { header } = table;
  const histogram = await table.readHistogram();
  const entry = (await catalog.list()).tables.find(({ endgame }) => endgame === name)!;
  await catalog.close();
  return { header, histogram, entry };
}

/** The values of legal positions: what others hold may change. */
async function answers(name: string): Promise<unknown[]> {
  const catalog = new FolderCatalog(folder, COLLECTION);
  const table = (await catalog.open(name))!;
  const list = JSON.parse(await readFile(join(samples, `${name}.json`), "utf8")) as { fen: string; cell: number }[];
  const found = await Promise.all(
    list.map(({ fen, cell }) => table.valueAt(fen.endsWith("w") ? "red" : "black", cell)),
  );
  await catalog.close();
  return found;
}

it("tables of version 1 are read, and rewritten with the same values, figures and a proof that still counts", async () => {
  const before = await read("KRK");
  expect(before.header.version).toBe(1);
  const said = await answers("KRK");
  const proof = { sha256: before.header.sha256, date: new Date().toISOString(), version: "0.1.0" };
  const rest = {
    endgame: "KRK",
    seconds: 1,
    positions: 1,
    checks: ["values"] as const,
    inputs: before.header.info.inputs,
  };
  await writeProof(pathOf("KRK.canju"), { ...proof, ...rest }, await stampAt(pathOf("KRK.canju")));
  expect((await read("KRK")).entry.verified).not.toBeNull();

  const report = await upgradeFolder({ folder });
  expect(report.upgraded.map(({ table, proven }) => [table, proven])).toEqual([
    ["none/dtc/KPK", false],
    ["none/dtc/KRK", true],
  ]);
  const after = await read("KRK");
  expect(after.header).toMatchObject({ version: 2, derived: "black", layout: "placements" });
  expect(after.header.info).toMatchObject({ ...before.header.info, upgradedFrom: before.header.sha256 });
  expect(await answers("KRK")).toEqual(said);
  expect(after.entry.verified).toMatchObject({ sha256: after.header.sha256 });
  expect(after.entry.verified).not.toHaveProperty("stated");
  const counted = ({ header, histogram }: typeof after) =>
    header.values.flatMap((value, code) => {
      const counts = [histogram.red[code], histogram.black[code]];
      return counts.some((count) => count !== 0) ? [[value, ...counts]] : [];
    });
  expect(counted(after)).toEqual(counted(before));

  const again = await upgradeFolder({ folder });
  expect([again.upgraded, again.present]).toEqual([[], 2]);
});

it("an upgrade that was interrupted goes on where it was, and leaves nothing behind", async () => {
  const stop = new AbortController();
  const onEvent = ({ kind }: { kind: string }) => kind === "upgraded" && stop.abort(new Error("stopped"));
  await expect(upgradeFolder({ folder, signal: stop.signal, onEvent })).rejects.toThrow("stopped");
  const rest: UpgradeReport = await upgradeFolder({ folder });
  expect([rest.upgraded.length, rest.present]).toEqual([1, 1]);
  expect((await readdir(join(folder, "none/dtc"))).sort()).toEqual(["KPK.canju", "KRK.canju"]);
});

it("a table that is removed meanwhile is named, and the others are rewritten", async () => {
  const onEvent = (event: UpgradeEvent): void => {
    if (event.kind === "start" && event.table.endsWith("KPK")) rmSync(pathOf("KPK.canju"));
  };
  const report = await upgradeFolder({ folder, onEvent });
  expect(report.upgraded.map(({ table }) => table)).toEqual(["none/dtc/KRK"]);
  expect(report.strays).toEqual([
    { path: pathOf("KPK.canju"), problem: expect.stringContaining("there is no such file") },
  ]);
});

it("to be published, files are rewritten once more, and are never larger", async () => {
  const usual = await upgradeFolder({ folder });
  const small = await upgradeFolder({ folder, effort: "small" });
  expect(small.upgraded.length).toBe(2);
  small.upgraded.forEach(({ bytes }, i) => expect(bytes).toBeLessThan(usual.upgraded[i]!.bytes + 200));
  expect((await upgradeFolder({ folder, effort: "small" })).upgraded).toEqual([]);
  expect((await upgradeFolder({ folder })).upgraded).toEqual([]);
});

it("a file whose values are not those of the content sum that it states stays as it is and is named", async () => {
  await upgradeFolder({ folder });
  await alterTable(folder, "KPK", () => {}, { contentSum: "0".repeat(64) });
  const bytes = await readFile(pathOf("KPK.canju"));
  await expect(upgradeFolder({ folder, effort: "small" })).rejects.toThrow(
    /KPK\.canju is damaged: its content sum is [0-9a-f]{64} instead of 0{64}/,
  );
  expect(await readFile(pathOf("KPK.canju"))).toEqual(bytes);
});

it("a file that is damaged stays as it is and is named", async () => {
  const bytes = await readFile(pathOf("KPK.canju"));
  bytes[bytes.length - 1]! ^= 1;
  await writeFile(pathOf("KPK.canju"), bytes);
  await expect(upgradeFolder({ folder })).rejects.toThrow("KPK.canju is damaged");
  expect(await readFile(pathOf("KPK.canju"))).toEqual(bytes);
});
