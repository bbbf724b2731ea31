import { createHash } from "node:crypto";
import { copyFileSync, existsSync, linkSync, renameSync, rmSync } from "node:fs";
import { appendFile, mkdir, readdir, readFile, rename, rm, stat, symlink, truncate, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { LONG } from "../../long.ts";
import { exportSite } from "../../../src/doors/cli/export-site.ts";
import { builtPath } from "../../../src/base/node/built-path.ts";
import { parseEndgame } from "../../../src/endgame/endgame.ts";
import { buildClosure } from "../../../src/solve/node/build.ts";
import { DEFAULT_COLLECTION } from "../../../src/table/catalog/catalog.ts";
import { NODE_CODECS } from "../../../src/table/node/codecs.ts";
import { disk } from "../../../src/base/node/disk.ts";
import { openFile } from "../../../src/table/node/file-source.ts";
import { FolderCatalog } from "../../../src/table/node/folder-catalog.ts";
import { unfinishedPath } from "../../../src/base/node/unfinished.ts";
import { openTable } from "../../../src/table/read/table.ts";
import { compressFolder } from "../../../src/verify/node/compress.ts";
import { newDataFolder, run, runJson } from "./program.ts";

let data: string;
/** A place for exports. */
let place: string;

beforeAll(async () => {
  data = newDataFolder();
  place = newDataFolder();
  const options = { ...DEFAULT_COLLECTION, folder: data, threads: 1 };
  await buildClosure(["KRKA", "KPK"].map(parseEndgame), options);
});
afterAll(async () => {
  for (const folder of [data, place]) await rm(folder, { recursive: true });
});

interface Site {
  readonly tables: readonly { endgame: string; bytes: number; sha256: string; file: string }[];
  readonly collection: object;
}

const listOf = async (site: string) => JSON.parse(await readFile(join(site, "tables/index.json"), "utf8")) as Site;
const namesOf = async (site: string) => (await listOf(site)).tables.map(({ endgame }) => endgame);

test("a site has the page, told where its tables are, the tables asked for with their closure, and their list", async () => {
  const site = join(place, "some");
  const { code, stdout } = await run(["export", site, "KRKA"], { data });
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^exported 4 tables \([\d.]+ kB, sharing .*\) and the page \([\d.]+ MB\)\nto .*some: any web server/,
  );
  const page = await readFile(join(site, "index.html"), "utf8");
  expect(page).toContain('<meta property="og:title" content="Canju 残局" />');
  expect(existsSync(join(site, /property="og:image" content="([^"]+)"/.exec(page)![1]!))).toBe(true);
  expect(page).toContain('<meta name="canju-tables" content="tables/index.json" />');
  expect(page).toContain('<meta name="canju-rules" content="asian" />');
  const { tables, collection } = await listOf(site);
  expect(collection).toEqual(DEFAULT_COLLECTION);
  expect(tables.map(({ endgame }) => endgame)).toEqual(["KK", "KAK", "KRK", "KRKA"]);
  for (const { bytes, sha256, file: address } of tables) {
    const [file, version] = address.split("?v=") as [string, string];
    expect(sha256.startsWith(version)).toBe(true);
    const table = await openTable(await openFile(join(site, file)), NODE_CODECS);
    await table.verifyChecksums(() => createHash("sha256"));
    expect([(await stat(join(site, file))).size, table.header.sha256]).toEqual([bytes, sha256]);
    await table.close();
  }
  expect((await readdir(site)).toSorted()).toEqual([
    ".canju-export",
    "apple-touch-icon.png",
    "assets",
    "atlas",
    "embed.html",
    "icon-192.png",
    "icon-512.png",
    "icon-maskable.png",
    "icon.svg",
    "index.html",
    "licences.txt",
    "manifest.webmanifest",
    "material",
    "sw.js",
    "tables",
  ]);
});

test("without names every table goes, and a later export replaces an earlier one", LONG, async () => {
  const site = join(place, "all");
  const report = await runJson(["export", site], { data });
  expect(report).toMatchObject({ folder: site, tables: 5 });
  expect(await namesOf(site)).toEqual(["KAK", "KK", "KPK", "KRK", "KRKA"]);
  await writeFile(join(site, "assets", "old-12345678.js"), "old");
  await appendFile(join(site, ".canju-export"), "assets/old-12345678.js\n");
  await runJson(["export", site, "KPK"], { data });
  expect(await namesOf(site)).toEqual(["KK", "KPK"]);
  expect((await readdir(join(site, "tables/asian/dtc"))).toSorted()).toEqual(["KK.canju", "KPK.canju"]);
  expect(existsSync(join(site, "assets", "old-12345678.js"))).toBe(false);
});

test("an export that was interrupted is finished by the same command", async () => {
  const site = join(place, "halfway");
  await mkdir(join(site, "tables/asian/dtc"), { recursive: true });
  await writeFile(join(site, ".canju-export"), "tables/asian/dtc/KK.canju\ntables/asian/dtc/KRK.canju\n");
  await writeFile(join(site, "tables/asian/dtc/KRK.canju"), "half");
  linkSync(join(data, "asian/dtc/KK.canju"), join(site, "tables/asian/dtc/.KK.canju.1.abcdef12.tmp"));
  await runJson(["export", site, "KRK"], { data });
  expect((await readdir(join(site, "tables/asian/dtc"))).toSorted()).toEqual(["KK.canju", "KRK.canju"]);
});

test.each(["linked", "copied"])(
  "what an interrupted export has %s is there for the next, and checked again later",
  async (how) => {
    const site = join(place, `again-${how}`);
    const link = vi.spyOn(disk, "link");
    if (how === "copied") link.mockRejectedValue(new Error("no links here"));
    const catalog = new FolderCatalog(data, DEFAULT_COLLECTION);
    const { tables } = await catalog.list();
    const pageDir = await builtPath("page");
    const put = async (most = Infinity) => {
      const names: string[] = [];
      const stop = new AbortController();
      const onTable = (_: number, endgame: string) => {
        names.push(endgame);
        if (names.length === most) stop.abort(new Error("enough"));
      };
      const result = await exportSite(site, { pageDir, catalog, tables, signal: stop.signal, onTable }).catch(String);
      return { names, result };
    };
    expect(await put(2)).toEqual({ names: ["KAK", "KK"], result: "Error: enough" });
    expect(await put(1)).toEqual({ names: ["KPK"], result: "Error: enough" });
    const rest = await put();
    expect(rest.names).toEqual(["KRK", "KRKA"]);
    expect(rest.result).toMatchObject({ tables: 5, linked: how === "linked" ? 5 : 0 });
    expect((await put()).names).toEqual(["KAK", "KK", "KPK", "KRK", "KRKA"]);
    link.mockRestore();
    await catalog.close();
  },
);

test("nothing is removed or replaced that no export has put there", LONG, async () => {
  const site = join(place, "shared");
  await runJson(["export", site, "KRKA"], { data });
  const own = join(site, "tables/none/dtc/KRK.canju");
  await mkdir(dirname(own), { recursive: true });
  await writeFile(own, "a table of somebody else");
  await writeFile(join(site, "assets/notes.txt"), "notes");
  await runJson(["export", site, "KRK"], { data });
  expect(await namesOf(site)).toEqual(["KK", "KRK"]);
  expect(existsSync(own)).toBe(true);
  expect(existsSync(join(site, "assets/notes.txt"))).toBe(true);

  await writeFile(join(site, "tables/asian/dtc/KPK.canju"), "mine");
  const refused = await run(["export", site, "KPK"], { data });
  expect(refused.code).toBe(2);
  expect(refused.stderr).toMatch(/KPK\.canju was not put there by an export: export to a new folder\n$/);
  expect(await readFile(join(site, "tables/asian/dtc/KPK.canju"), "utf8")).toBe("mine");
  expect(await namesOf(site)).toEqual(["KK", "KRK"]);
});

test(
  "a data folder in the target, a link out of it and a strange list are refused before anything changes",
  LONG,
  async () => {
    const site = join(place, "around");
    await runJson(["export", site, "KRK"], { data });
    await runJson(["build", "KRKA"], { data: join(site, "tables") });
    const before = await readdir(site, { recursive: true });
    const refused = await run(["export", site, "KK"], { data: join(site, "tables") });
    expect(refused.stderr).toMatch(/^canju: the data folder lies in .*around: export to a folder beside it\n$/);

    await rename(join(site, "assets"), join(place, "elsewhere"));
    await symlink(join(place, "elsewhere"), join(site, "assets"));
    const linked = await run(["export", site, "KK"], { data });
    expect(linked.stderr).toMatch(/assets is no folder: export to a new folder\n$/);
    await rm(join(site, "assets"));
    await rename(join(place, "elsewhere"), join(site, "assets"));

    await writeFile(join(site, ".canju-export"), "../thesis.txt\n");
    const strange = await run(["export", site, "KK"], { data });
    expect(strange.stderr).toMatch(/is no list of an export: export to a new folder\n$/);
    expect(await readdir(site, { recursive: true })).toEqual(before);
  },
);

test("a folder with files of its own, a file, and a missing or damaged table are told in one line", LONG, async () => {
  const own = join(place, "own");
  await mkdir(own);
  await writeFile(join(own, "thesis.txt"), "mine");
  const refused = await run(["export", own, "KRK"], { data });
  expect(refused).toMatchObject({ code: 2, stdout: "" });
  expect(refused.stderr).toMatch(/^canju: .*own holds files of its own: export to a new folder, or an empty one\n$/);
  expect(await readdir(own)).toEqual(["thesis.txt"]);

  const file = await run(["export", join(own, "thesis.txt")], { data });
  expect(file.stderr).toMatch(/^canju: cannot export to .*thesis.txt: it is no folder\n$/);

  const missing = await run(["export", join(place, "none"), "KRRNKRR"], { data });
  expect(missing).toMatchObject({ code: 2 });
  expect(missing.stderr).toMatch(
    /^canju: KRRNKRR has 5 attacking men \(chariots, horses, cannons, soldiers\): tables are for at most 4, or 6 with soldiers where one is asked for by name\n$/,
  );
  expect(existsSync(join(place, "none"))).toBe(false);

  const empty = await run(["export", join(place, "none"), "--rules", "none"], { data });
  expect(empty.stderr).toMatch(/^canju: there are no tables to export in /);

  const path = join(data, "asian/dtc/KRKA.canju");
  const sound = await readFile(path);
  await truncate(path, sound.length - 5);
  const rest = await run(["export", join(place, "sound")], { data });
  expect(rest).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^left out: .*KRKA.canju is damaged/) as string,
  });
  expect(await namesOf(join(place, "sound"))).not.toContain("KRKA");
  const anew = await run(["export", join(place, "sound"), "KRKA"], { data });
  expect(anew).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/KRKA.canju is damaged: .*; it is built anew/) as string,
  });
  expect(await readFile(path)).toEqual(sound);
});

test("tables that are removed or rewritten meanwhile are left out, or taken as they are now", async () => {
  const folder = newDataFolder();
  await buildClosure(["KRKA", "KPK"].map(parseEndgame), { ...DEFAULT_COLLECTION, folder, threads: 1 });
  const catalog = new FolderCatalog(folder, DEFAULT_COLLECTION);
  const { tables } = await catalog.list();
  const path = (name: string): string => catalog.pathOf(name);
  // Between the list and the export, and while the first table is put there.
  await rm(path("KAK"));
  const onTable = (number: number): void => {
    if (number !== 2) return;
    rmSync(path("KRK"));
    copyFileSync(path("KPK"), `${path("KPK")}.new`);
    renameSync(`${path("KPK")}.new`, path("KPK"));
  };
  const gone: string[] = [];
  const site = join(place, "meanwhile");
  const report = await exportSite(site, {
    pageDir: await builtPath("page"),
    catalog,
    tables,
    onTable,
    onGone: (endgame) => gone.push(endgame),
  });
  expect(gone).toEqual(["KAK", "KRK"]);
  expect(report.tables).toBe(3);
  expect(await namesOf(site)).toEqual(["KK", "KPK", "KRKA"]);
  expect((await readdir(join(site, "tables/asian/dtc"))).sort()).toEqual(["KK.canju", "KPK.canju", "KRKA.canju"]);
  await catalog.close();

  // Written anew by another program, with the same values: the site tells the file that it has.
  const entries = await new FolderCatalog(folder, DEFAULT_COLLECTION).list();
  await compressFolder({ folder });
  const now = new FolderCatalog(folder, DEFAULT_COLLECTION);
  const other = join(place, "compressed");
  await exportSite(other, { pageDir: await builtPath("page"), catalog: now, tables: entries.tables });
  for (const { endgame, sha256, file: address } of (await listOf(other)).tables) {
    const { header } = (await now.open(endgame))!;
    expect([sha256, address]).toEqual([header.sha256, expect.stringContaining(header.sha256.slice(0, 16))]);
  }
  await now.close();
  await rm(folder, { recursive: true });
});

test("a table that was proven stays so when an export has given its file another name", LONG, async () => {
  const folder = newDataFolder();
  await run(["build", "KRK"], { data: folder });
  await run(["verify", "KRK"], { data: folder });
  const proofs = async () => {
    const { tables } = await new FolderCatalog(folder, DEFAULT_COLLECTION).list();
    return tables.map(({ endgame, verified }) => [endgame, verified !== null, verified?.stated]);
  };
  const before = await proofs();
  expect(before).toEqual([
    ["KK", false, undefined],
    ["KRK", true, undefined],
  ]);
  const site = join(place, "named");
  for (let i = 0; i < 2; i++) {
    await run(["export", site], { data: folder });
    expect(await proofs()).toEqual(before);
  }
  await rm(site, { recursive: true });
  const { tables } = await runJson<{ tables: { endgame: string; verified: object | null }[] }>(["list"], {
    data: folder,
  });
  expect(tables.find(({ endgame }) => endgame === "KRK")!.verified).not.toHaveProperty("stated");
  expect(await proofs()).toEqual(before);
  await rm(folder, { recursive: true });
});

test("what a build is writing is no table that is left out, and is not named", LONG, async () => {
  const folder = newDataFolder();
  await run(["build", "KRK"], { data: folder });
  await writeFile(unfinishedPath(join(folder, "asian/dtc/KPK.canju")), "half");
  await writeFile(join(folder, "asian/dtc/notes.canju"), "mine");
  const { code, stderr } = await run(["export", join(place, "writing")], { data: folder });
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^left out: .*notes\.canju is no table.*\n$/)]);
  await rm(folder, { recursive: true });
});

test("a table whose damage shows only on reading it whole is not exported", async () => {
  const path = join(data, "asian/dtc/KPK.canju");
  const sound = await readFile(path);
  const damaged = Buffer.from(sound);
  damaged[sound.length - 2]! ^= 1;
  await rm(path);
  await writeFile(path, damaged);
  const { code, stderr } = await run(["export", join(place, "flipped"), "KPK"], { data });
  expect([code, stderr]).toEqual([2, expect.stringMatching(/KPK\.canju is damaged.*; canju build KPK mends it\n$/)]);
  expect(existsSync(join(place, "flipped", "index.html"))).toBe(false);
  await writeFile(path, sound);
});
