import { copyFile, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { tablesFrom } from "../../src/query/lookup.ts";
import { probe } from "../../src/query/probe.ts";
import { buildClosure } from "../../src/solve/node/build.ts";
import { decodeHeader, setSha256 } from "../../src/table/format/format.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { verifyEndgame } from "../../src/verify/node/verify.ts";
import { canonicalEndgame, coneOf, parseEndgame } from "../../src/endgame/endgame.ts";
import { parseFen } from "../../src/xiangqi/fen.ts";
import { legalPosition } from "../../src/xiangqi/validate.ts";
import { dataFolderOfTest, run, runJson } from "../doors/cli/program.ts";
import { LONG, testEach } from "../long.ts";
import { compareWithWhole } from "./cone-tables.ts";

type Rules = "asian" | "none";

async function built(rules: Rules, ...names: string[]): Promise<FolderCatalog> {
  const folder = dataFolderOfTest();
  await buildClosure(names.map(parseEndgame), { folder, rules, metric: "dtc", threads: 1 });
  return new FolderCatalog(folder, { rules });
}

const CASES: [cone: string, rules: Rules][] = [
  ["KPPK.from66-", "asian"],
  ["KPKP.from5-4", "asian"],
  ["KRKP.from-8", "none"],
  ["KPKP.from8-7", "none"],
  ["KNKP.from-6", "asian"],
  ["KPKPA.from6-5", "asian"],
];

describe("tables of cones", () => {
  testEach(1, CASES)("%s, rules %s: every value is the whole table's, and all are proven", async (asked, rules) => {
    const { name } = canonicalEndgame(parseEndgame(asked)).endgame;
    const cones = await built(rules, name);
    const wholes = await built(rules, name.split(".")[0]!);
    const cone = (await cones.open(name))!;
    const whole = (await wholes.open(name.split(".")[0]!))!;
    expect(cone.header.info.endgame).toBe(name);
    expect(cone.header.cells).toBeLessThan(whole.header.cells);
    const stride = 2 * Math.floor(cone.header.cells / 200_000) + 1;
    const { positions } = await compareWithWhole(cone, whole, stride);
    expect(positions).toBeGreaterThan(1000);
    for (const each of await cones.names()) {
      const report = await verifyEndgame(each, { threads: 1, provider: cones });
      expect(report).toMatchObject({ endgame: each, proven: true, problems: [] });
    }
    await Promise.all([cones.close(), wholes.close()]);
  });

  it("answer where no whole table is there, in either colours", async () => {
    const fen = "3k5/9/4P4/9/9/9/4p4/9/9/4K4 w";
    const cones = await built("none", canonicalEndgame(coneOf(parseFen(fen).board)).endgame.name);
    const wholes = await built("none", "KPKP");
    for (const each of [fen, "4k4/9/9/4P4/9/9/9/4p4/9/3K5 b"]) {
      expect(await probe(parseFen(each), cones)).toEqual(await probe(parseFen(each), wholes));
    }
    await expect(probe(parseFen("3k5/9/9/9/4P4/9/4p4/9/9/4K4 w"), cones)).rejects.toThrow("KPKP");
    await Promise.all([cones.close(), wholes.close()]);
  });

  it("are not built where a larger one is there, of the whole endgame or of a cone", async () => {
    const folder = dataFolderOfTest();
    const build = (name: string) =>
      buildClosure([parseEndgame(name)], { folder, rules: "none", metric: "dtc", threads: 1 });
    const names = async (name: string) => (await build(name)).built.map(({ endgame }) => endgame);
    expect(await names("KPKP.from7-5")).toContain("KPKP.from7-5");
    expect(await names("KPKP.from8-5")).toEqual([]);
    expect(await names("KPKP.from5-7")).toEqual([]);
    expect(await names("KPKP.from6-5")).toContain("KPKP.from6-5");
    expect(await names("KPKP")).toContain("KPKP");
    expect(await names("KPKP.from3-4")).toEqual([]);
  });

  it.each(["KPKP", "KPKP.from7-6"])("answer where %s is damaged, which is named where none is sound", async (name) => {
    const position = parseFen("3k5/4P4/9/9/9/9/9/4p4/9/4K4 w");
    const cones = await built("none", "KPKP.from8-7", "KPKP.from8-8");
    const value = await probe(position, cones);
    const larger = cones.pathOf(name);
    await copyFile(cones.pathOf("KPKP.from8-7"), larger);
    const again = new FolderCatalog(cones.folder, { rules: "none" });
    expect(await probe(position, again)).toEqual(value);
    const from = await tablesFrom(legalPosition(position), again);
    expect(await from.conesOf!("KPKP")).toEqual(["KPKP.from8-7"]);
    for (const sound of ["KPKP.from8-7", "KPKP.from8-8"]) await rm(cones.pathOf(sound), { force: true });
    const damaged = new FolderCatalog(cones.folder, { rules: "none" });
    await expect(probe(position, damaged)).rejects.toThrow(`${larger} is damaged: it holds KPKP.from8-7`);
    await Promise.all([cones.close(), again.close(), damaged.close()]);
  });

  it("say in the header that they are cones, and are damaged where header and name differ", async () => {
    const cones = await built("none", "KPK.from8-");
    const bytes = await readFile(cones.pathOf("KPK.from8-"));
    const header = bytes.subarray(0, bytes.readUInt32LE(12));
    expect(header.readUInt16LE(90)).toBe(1);
    const { sha256, info } = decodeHeader(header, "cone");
    expect(info.endgame).toBe("KPK.from8-");
    header.writeUInt16LE(0, 90);
    setSha256(header, sha256);
    expect(() => decodeHeader(header, "cone")).toThrow("what it needs is not what KPK.from8- does");
    await cones.close();
  });

  it("are refused where their values would not be the whole's", async () => {
    const folder = dataFolderOfTest();
    const cone = [parseEndgame("KPKP.from6-6")];
    const common = { folder, metric: "dtc", threads: 1 } as const;
    await expect(buildClosure(cone, { ...common, rules: "chinese" })).rejects.toThrow("KPKP.from6-6 cannot be built");
    await expect(buildClosure(cone, { ...common, rules: "asian", orders: "chessdb" })).rejects.toThrow("chessdb");
  });
});

test("canju build --position builds a position's cone, which verify proves and probe reads", LONG, async () => {
  const data = dataFolderOfTest();
  const fen = "3k5/9/4P4/9/9/9/4p4/9/9/4K4 w";
  const { endgames } = await runJson<{ endgames: string[] }>(["build", "--position", fen], { data });
  expect(endgames).toEqual(["KPKP.from7-6"]);
  expect(await readdir(join(data, "asian/dtc"))).toContain("KPKP.from7-6.canju");
  expect(await runJson(["verify", "KPKP.from7-6"], { data })).toMatchObject({ proven: true });
  expect(await runJson(["verify", "KPKP.from7-6", "--plain"], { data })).toMatchObject({ proven: true });
  expect(await runJson(["probe", fen], { data })).toMatchObject({ endgame: "KPKP" });
  expect(await readdir(join(data, "asian/dtc"))).not.toContain("KPKP.canju");
  const none = await run(["build"], { data });
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining("--position")]);
});
