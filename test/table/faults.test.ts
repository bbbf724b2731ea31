import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { exportSite } from "../../src/doors/cli/export-site.ts";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { ANSWERING_FILES, MATERIAL_FILES } from "../../src/knowledge/material/base.ts";
import { buildInto } from "../../src/solve/node/build.ts";
import { DEFAULT_COLLECTION } from "../../src/table/catalog/catalog.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { writeSum } from "../../src/table/node/record-file.ts";
import { parseUnfinished } from "../../src/base/node/unfinished.ts";
import { writeTable } from "../../src/table/node/writer.ts";
import { openOrMissing } from "../../src/table/catalog/catalog.ts";
import { InputError } from "../../src/base/errors.ts";
import { faultsOf, onDisk, withFault } from "./faults.ts";
import { content } from "./fixtures.ts";
import { LONG } from "../long.ts";

const folders: string[] = [];
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true })));

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "canju-faults-"));
  folders.push(folder);
  return folder;
}

/** Every file below a folder with its bytes, without those that are unfinished. */
function filesIn(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files
      .filter(({ name }) => parseUnfinished(name) === null)
      .map(({ parentPath, name }) => [
        join(parentPath, name).slice(folder.length),
        readFileSync(join(parentPath, name), "latin1"),
      ]),
  );
}

const leftIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((file) => parseUnfinished(basename(file)) !== null);

test("a table whose writing fails at any step is the old one or the new, and nothing is left", async () => {
  const folder = newFolder();
  const path = join(folder, "asian/dtc/KRK.canju");
  const write = (cells: number) => writeTable(path, content(cells), { cellsPerBlock: 1024 });
  await write(5_000);
  const old = readFileSync(path);
  const faults = await faultsOf(() => write(20_000), true);
  const made = readFileSync(path);
  expect(new Set(faults.map(({ step }) => step))).toEqual(
    new Set(["mkdir", "open", "write", "read", "truncate", "sync", "close", "rename"]),
  );
  for (const { n, step, code } of faults) {
    writeFileSync(path, old);
    const error = await withFault(n, code, () => write(20_000));
    const now = readFileSync(path);
    expect(error, `${code} at ${step} ${n}`).toBeInstanceOf(InputError);
    expect(now.equals(old) || now.equals(made), `${code} at ${step} ${n}`).toBe(true);
    expect(leftIn(folder), `${code} at ${step} ${n}`).toEqual([]);
  }
  expect(existsSync(path)).toBe(true);
});

test("writes that take only some bytes make the same table; one that takes none fails", async () => {
  const folder = newFolder();
  const write = (name: string) => writeTable(join(folder, name), content(20_000), { cellsPerBlock: 1024 });
  await write("whole.canju");
  await onDisk(
    () => {},
    () => write("pieces.canju"),
    1000,
  );
  expect(readFileSync(join(folder, "pieces.canju")).equals(readFileSync(join(folder, "whole.canju")))).toBe(true);
  await expect(
    onDisk(
      () => {},
      () => write("none.canju"),
      0,
    ),
  ).rejects.toThrow(/the disk takes no byte/);
  expect(readdirSync(folder).sort()).toEqual(["pieces.canju", "whole.canju"]);
});

test("a record whose writing fails at any step is the old one or the new, and nothing is left", async () => {
  const folder = newFolder();
  const path = join(folder, "KRK.canju");
  const record = (sum: string) => ({ endgame: "KRK", sha256: "ab".repeat(32), sum: sum.repeat(64) });
  await writeSum(path, record("1"), null);
  for (const { n, step, code } of await faultsOf(() => writeSum(path, record("1"), null), true)) {
    const error = await withFault(n, code, () => writeSum(path, record("2"), null));
    const { sum } = JSON.parse(readFileSync(join(folder, "KRK.sum.json"), "utf8")) as { sum: string };
    expect([error instanceof InputError, sum], `${code} at ${step}`).toEqual([true, "1".repeat(64)]);
    expect(readdirSync(folder)).toEqual(["KRK.sum.json"]);
  }
});

const build = (folder: string) =>
  buildInto([parseEndgame("KPK")], { ...DEFAULT_COLLECTION, folder, threads: 1, memoryBytes: 2 ** 34 });

test(
  "a build that fails at any step of its files leaves whole tables, and the next one completes them",
  LONG,
  async () => {
    const whole = newFolder();
    const faults = await faultsOf(() => build(whole), false);
    const expected = filesIn(whole);
    expect(faults.length).toBeGreaterThan(20);
    for (const { n, step, code } of faults) {
      const folder = newFolder();
      const error = await withFault(n, code, () => build(folder));
      expect(error, `${code} at ${step} ${n}`).toBeInstanceOf(InputError);
      expect(leftIn(folder), `${code} at ${step} ${n}`).toEqual([]);
      for (const [file, bytes] of filesIn(folder))
        expect(bytes === expected.get(file), `${file}, ${code} at ${step}`).toBe(true);
      await build(folder);
      for (const [file, bytes] of expected)
        expect(filesIn(folder).get(file) === bytes, `${file}, ${code} at ${step}`).toBe(true);
    }
  },
);

test("an export that fails at any step leaves whole files, says so, and is finished by the next", LONG, async () => {
  const data = newFolder();
  await build(data);
  const pageDir = newFolder();
  mkdirSync(join(pageDir, "assets"));
  writeFileSync(join(pageDir, "index.html"), "<html><head></head></html>");
  writeFileSync(join(pageDir, "assets/page.js"), "page");
  const proven = { atlas: newFolder(), material: newFolder() };
  writeFileSync(join(proven.atlas, "KPK.json"), "{}");
  for (const file of ANSWERING_FILES) writeFileSync(join(proven.material, MATERIAL_FILES[file]), file);
  const catalog = new FolderCatalog(data);
  const { tables } = await catalog.list();
  const run = (site: string) => exportSite(site, { pageDir, catalog, tables, proven });
  const exportBefore = async (site: string) => {
    await run(site);
    writeFileSync(join(site, "assets/page.js"), "an old page");
  };
  for (const prepare of [async () => {}, exportBefore]) {
    const whole = newFolder();
    await prepare(whole);
    const faults = await faultsOf(() => run(whole), true);
    const expected = filesIn(whole);
    for (const { n, step, code } of faults) {
      const site = newFolder();
      await prepare(site);
      const error = await withFault(n, code, () => run(site));
      // Where no link can be made there is a copy, and what an export failed to remove the next one does.
      if (step !== "link" && step !== "rm") expect(error, `${code} at ${step} ${n}`).toBeInstanceOf(InputError);
      for (const [file, bytes] of filesIn(site)) {
        const isOld = file === "/assets/page.js" && bytes === "an old page";
        expect(isOld || bytes === expected.get(file), `${file}, ${code} at ${step} ${n}`).toBe(true);
      }
      await run(site);
      expect(filesIn(site), `${code} at ${step} ${n}`).toEqual(expected);
      expect(leftIn(site), `${code} at ${step} ${n}`).toEqual([]);
    }
  }
  const table = await openOrMissing(catalog, "KPK");
  await table.verifyChecksums(() => createHash("sha256"));
  await catalog.close();
});
