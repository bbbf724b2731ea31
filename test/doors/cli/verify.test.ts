import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LONG } from "../../long.ts";
import type { VerifyReport } from "../../../src/verify/report.ts";
import { replaceFile } from "../../table/rot.ts";
import { alterTable } from "../../verify/tables.ts";
import { newDataFolder, run, runJson, withoutLayout } from "./program.ts";

const data = newDataFolder();
const old = newDataFolder();

beforeAll(async () => {
  await run(["build", "KRKA", "KRKN"], { data });
  await run(["build", "KRKA", "--rules", "none"], { data });
});
afterAll(() => [data, old].forEach((each) => rmSync(each, { recursive: true, force: true })));

test("verify proves a table, whichever colours it is asked in", async () => {
  const report = await runJson<VerifyReport>(["verify", "KAKR"], { data });
  expect(report).toMatchObject({
    endgame: "KRKA",
    proven: true,
    problems: [],
    positions: { red: 18507, black: 22806 },
  });
  const { stdout } = await run(["verify", "KRKA", "--threads", "1"], { data });
  expect(withoutLayout(stdout)).toMatch(/KRKA \(dtc, rules asian\): proven/);
});

test("verify proves several tables at once, each of them once", LONG, async () => {
  const told = await runJson<{ endgames: string[]; proven: boolean; reports: VerifyReport[] }>(
    ["verify", "KRK", "KAKR", "KRKA"],
    { data },
  );
  expect(told).toMatchObject({ endgames: ["KRK", "KAKR", "KRKA"], proven: true });
  expect(told.reports.map(({ endgame }) => endgame)).toEqual(["KRK", "KRKA"]);
});

test("a proof is recorded beside its table, shown by list, and gone when the table fails", LONG, async () => {
  await run(["verify", "KRK"], { data });
  const list = async () => {
    const { tables } = await runJson<{ tables: { endgame: string; rules: string; verified: unknown }[] }>(["list"], {
      data,
    });
    return tables.find(({ endgame, rules }) => endgame === "KRK" && rules === "asian")!.verified;
  };
  const checks = ["checksums", "values", "levels", "statistics"];
  expect(await list()).toMatchObject({ endgame: "KRK", version: "0.1.0", checks });
  const path = join(data, "asian/dtc/KRK.canju");
  const sound = readFileSync(path);
  const changed = Buffer.from(sound);
  changed[sound.length - 200]! ^= 1;
  writeFileSync(path, changed);
  await run(["verify", "KRK"], { data });
  writeFileSync(path, sound);
  expect(await list()).toBeNull();
});

test(
  "verify keeps the content sum of a file that does not state it, and replaces one that says otherwise",
  LONG,
  async () => {
    await run(["build", "KPK", "--rules", "none"], { data: old });
    await alterTable(old, "KPK", () => {}); // states none
    const record = join(old, "none/dtc/KPK.sum.json");
    const verify = ["verify", "KPK", "--rules", "none"];
    await run(verify, { data: old });
    const kept = JSON.parse(readFileSync(record, "utf8")) as { sum: string };
    writeFileSync(record, JSON.stringify({ ...kept, sum: "0".repeat(64) }));
    // Which nobody believes in the meantime: this user's program has not written it.
    const listed = await run(["list", "--sums", "--rules", "none"], { data: old });
    expect(listed.stdout).toContain(`${kept.sum}  none/dtc/KPK\n`);
    const { stdout } = await run(verify, { data: old });
    expect(stdout).toContain(kept.sum);
    expect(JSON.parse(readFileSync(record, "utf8"))).toEqual(kept);
  },
);

test("list shows no proof for a file that changed since, but for a copy", LONG, async () => {
  await run(["verify", "KRKA"], { data });
  const path = join(data, "asian/dtc/KRKA.canju");
  const verified = async () => {
    const listed = await runJson<{ tables: { path: string; verified: object | null }[]; damaged: { path: string }[] }>(
      ["list", "--rules", "asian"],
      { data },
    );
    return {
      proof: listed.tables.find((table) => table.path === path)?.verified ?? null,
      damaged: listed.damaged.map((file) => file.path),
    };
  };
  expect(await verified()).toMatchObject({ proof: { endgame: "KRKA" }, damaged: [] });
  const sound = readFileSync(path);
  replaceFile(path, sound);
  expect(await verified()).toMatchObject({ proof: { endgame: "KRKA", checked: expect.any(String) }, damaged: [] });
  const changed = Buffer.from(sound);
  changed[sound.length - 200]! ^= 1;
  replaceFile(path, changed);
  expect(await verified()).toEqual({ proof: null, damaged: [path] });
  replaceFile(path, sound);
});

test("verify proves orders by perpetuals, and tables of other rules", LONG, async () => {
  const [asian, none] = await Promise.all([
    run(["verify", "KRKN"], { data }),
    run(["verify", "KRKA", "--rules", "none"], { data }),
  ]);
  expect([asian.code, asian.stderr]).toEqual([0, ""]);
  expect(withoutLayout(asian.stdout)).toMatch(/KRKN \(dtc, rules asian\): proven/);
  expect(withoutLayout(none.stdout)).toMatch(/KRKA \(dtc, rules none\): proven/);
});

test("verify --closure proves all that a proof takes for granted", async () => {
  const { proven, reports } = await runJson<{ proven: boolean; reports: VerifyReport[] }>(
    ["verify", "KRKA", "--closure"],
    { data },
  );
  expect(proven).toBe(true);
  expect(reports.map(({ endgame }) => endgame).sort()).toEqual(["KAK", "KK", "KRK", "KRKA"]);
});

test("verify reports a changed block on stdout, names it on stderr and ends with exit code 2", async () => {
  const path = join(data, "asian/dtc/KRKA.canju");
  const sound = readFileSync(path);
  const changed = Buffer.from(sound);
  const middle = sound.length - 200;
  changed[middle] = changed[middle]! ^ 1;
  writeFileSync(path, changed);
  const json = await run(["verify", "KRKA", "--json"], { data });
  const text = await run(["verify", "KRKA"], { data });
  writeFileSync(path, sound);
  for (const { code, stderr } of [json, text]) {
    expect(stderr).toMatch(/^canju: KRKA is not proven: .*KRKA\.canju is damaged: .*\n$/);
    expect(code).toBe(2);
  }
  expect(JSON.parse(json.stdout)).toMatchObject({ endgame: "KRKA", proven: false, problems: [{ kind: "damage" }] });
  expect(withoutLayout(text.stdout)).toMatch(/KRKA \(dtc, rules asian\): NOT proven/);
});
