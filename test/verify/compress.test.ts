import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { stampAt, writeProof } from "../../src/table/node/record-file.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { canonicalEndgame, endgameOf } from "../../src/endgame/endgame.ts";
import { parseFen } from "../../src/xiangqi/fen.ts";
import { opponent } from "../../src/xiangqi/pieces.ts";
import { alterTable } from "./tables.ts";
import { compressFolder, type CompressEvent, type CompressReport } from "../../src/verify/node/compress.ts";

const samples = fileURLToPath(new URL("../../docs/spec/samples/", import.meta.url));
/** By endgame: one as this program writes it, and one whose cells lie by their numbers, both sides stored as they are. */
const SAMPLES = { KPPK: "KPPK", KPK: "KPK-plain" } as const;
const COLLECTION = { rules: "asian", metric: "dtc" } as const;

let folder: string;
const pathOf = (file: string) => join(folder, "asian/dtc", file);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "canju-test-"));
  await mkdir(join(folder, "asian/dtc"), { recursive: true });
  for (const [name, sample] of Object.entries(SAMPLES))
    await copyFile(join(samples, `${sample}.canju`), pathOf(`${name}.canju`));
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
async function answers(name: keyof typeof SAMPLES): Promise<unknown[]> {
  const catalog = new FolderCatalog(folder, COLLECTION);
  const table = (await catalog.open(name))!;
  const list = JSON.parse(await readFile(join(samples, `${SAMPLES[name]}.json`), "utf8")) as Answer[];
  const found = await Promise.all(
    list.map(async ({ fen, cell, value }) => {
      const { board, turn } = parseFen(fen);
      const isSwapped = canonicalEndgame(endgameOf(board)).swapped;
      return [await table.valueAt(isSwapped ? opponent(turn) : turn, cell), value];
    }),
  );
  await catalog.close();
  return found;
}

interface Answer {
  readonly fen: string;
  readonly cell: number;
  readonly value: number;
}

it("tables are rewritten with the same values, figures and a proof that still counts", async () => {
  const before = await read("KPPK");
  expect((await read("KPK")).header).toMatchObject({ derived: null, layout: "index" });
  const { sha256, info } = before.header;
  await writeProof(
    pathOf("KPPK.canju"),
    {
      endgame: "KPPK",
      sha256,
      date: new Date().toISOString(),
      version: "0.1.0",
      seconds: 1,
      positions: 1,
      checks: ["values"],
      inputs: info.inputs,
    },
    await stampAt(pathOf("KPPK.canju")),
  );
  expect((await read("KPPK")).entry.verified).not.toBeNull();

  const report = await compressFolder({ folder });
  expect(report.compressed.map(({ table, proven }) => [table, proven])).toEqual([
    ["asian/dtc/KPK", false],
    ["asian/dtc/KPPK", true],
  ]);
  for (const { bytes, bytesBefore } of report.compressed) expect(bytes).toBeLessThan(bytesBefore + 200);
  expect((await read("KPK")).header).toMatchObject({ derived: "black", layout: "placements" });
  const after = await read("KPPK");
  const { inputs: _, ...same } = info;
  expect(after.header.info).toMatchObject({ ...same, upgradedFrom: sha256, small: true });
  for (const name of ["KPK", "KPPK"] as const)
    for (const [found, value] of (await answers(name)) as [number, number][]) expect(found).toBe(value);
  expect(after.entry.verified).toMatchObject({ sha256: after.header.sha256 });
  expect(after.entry.verified).not.toHaveProperty("stated");
  const counted = ({ header, histogram }: typeof after) =>
    header.values.flatMap((value, code) => {
      const counts = [histogram.red[code], histogram.black[code]];
      return counts.some((count) => count !== 0) ? [[value, ...counts]] : [];
    });
  expect(counted(after)).toEqual(counted(before));

  const again = await compressFolder({ folder });
  expect([again.compressed, again.present]).toEqual([[], 2]);
});

it("a run that was interrupted goes on where it was, and leaves nothing behind", async () => {
  const stop = new AbortController();
  const onEvent = ({ kind }: { kind: string }) => kind === "compressed" && stop.abort(new Error("stopped"));
  await expect(compressFolder({ folder, signal: stop.signal, onEvent })).rejects.toThrow("stopped");
  const rest: CompressReport = await compressFolder({ folder });
  expect([rest.compressed.length, rest.present]).toEqual([1, 1]);
  expect((await readdir(join(folder, "asian/dtc"))).sort()).toEqual(["KPK.canju", "KPPK.canju"]);
});

it("a table that is removed meanwhile is named, and the others are rewritten", async () => {
  const onEvent = (event: CompressEvent): void => {
    if (event.kind === "start" && event.table.endsWith("KPK")) rmSync(pathOf("KPK.canju"));
  };
  const report = await compressFolder({ folder, onEvent });
  expect(report.compressed.map(({ table }) => table)).toEqual(["asian/dtc/KPPK"]);
  expect(report.strays).toEqual([
    { path: pathOf("KPK.canju"), problem: expect.stringContaining("there is no such file") },
  ]);
});

it("a file whose values are not those of the content sum that it states stays as it is and is named", async () => {
  await alterTable(folder, "KPK", () => {}, { contentSum: "0".repeat(64), rules: "asian" });
  const bytes = await readFile(pathOf("KPK.canju"));
  await expect(compressFolder({ folder })).rejects.toThrow(
    /KPK\.canju is damaged: its content sum is [0-9a-f]{64} instead of 0{64}/,
  );
  expect(await readFile(pathOf("KPK.canju"))).toEqual(bytes);
});

it("a file that is damaged stays as it is and is named", async () => {
  const bytes = await readFile(pathOf("KPK.canju"));
  bytes[bytes.length - 1]! ^= 1;
  await writeFile(pathOf("KPK.canju"), bytes);
  await expect(compressFolder({ folder })).rejects.toThrow("KPK.canju is damaged");
  expect(await readFile(pathOf("KPK.canju"))).toEqual(bytes);
});
