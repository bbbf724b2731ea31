import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { openAtlas } from "../../../src/knowledge/atlas/node/files.ts";
import { parseEndgame } from "../../../src/endgame/endgame.ts";
import { dataFolderOfTest, finish, run, start } from "./program.ts";
import { LONG } from "../../long.ts";

const CENSUS = ["census", "--cells", "6000", "--threads", "1", "--atlas"];

function filesOf(folder: string): Map<string, string> {
  return new Map(readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), "latin1")]));
}

test("a census that was killed goes on, and its atlas has the same bytes", LONG, async () => {
  const whole = dataFolderOfTest();
  const json = await run([...CENSUS, join(whole, "atlas"), "--json"], { data: whole });
  expect(json).toMatchObject({ code: 0 });
  const told = JSON.parse(json.stdout) as { endgames: number; proven: number };
  expect(told.proven).toBe(told.endgames);

  const data = dataFolderOfTest();
  for (const milliseconds of [700, 1500]) {
    const killed = start([...CENSUS, join(data, "atlas")], { data });
    const ended = finish(killed);
    await wait(milliseconds);
    killed.kill("SIGKILL");
    await ended;
  }
  const again = await run([...CENSUS, join(data, "atlas")], { data });
  expect(again).toMatchObject({ code: 0 });
  expect(again.stdout).toContain(`${told.endgames} endgames are built and proven`);
  expect(filesOf(join(data, "atlas"))).toEqual(filesOf(join(whole, "atlas")));

  // What the atlas has of the same proofs is taken over, what is damaged is found anew.
  const details = join(data, "atlas", "KNK.json.gz");
  for (const damage of [() => {}, () => appendFileSync(details, "more"), () => rmSync(details)]) {
    damage();
    expect(await run([...CENSUS, join(data, "atlas")], { data })).toMatchObject({ code: 0 });
    expect(filesOf(join(data, "atlas"))).toEqual(filesOf(join(whole, "atlas")));
  }

  // A record that somebody else has put there is no proof.
  const record = join(data, "asian/dtc/KNK.proof.json");
  const { file: _, ...planted } = JSON.parse(readFileSync(record, "utf8")) as { file: string; survey: object };
  writeFileSync(
    record,
    JSON.stringify({ ...planted, survey: { ...planted.survey, zugzwangs: { both: 9, red: 9, black: 9 } } }),
  );
  const proven = await run([...CENSUS, join(data, "atlas"), "--json"], { data });
  expect(JSON.parse(proven.stdout)).toMatchObject({ proven: 1 });
  expect(filesOf(join(data, "atlas"))).toEqual(filesOf(join(whole, "atlas")));

  const atlas = await openAtlas(join(data, "atlas"));
  expect(atlas.entries.size).toBe(told.endgames);
  const { red, black } = (await atlas.find(parseEndgame("KPK")))!;
  expect(atlas.entries.get("KPK")).toMatchObject({ red: [red.wins, red.draws, red.losses], highestOrder: 0 });
  expect(black.losses).toBeGreaterThan(0);
});

test("a census needs a size, and a folder for its atlas", async () => {
  const data = dataFolderOfTest();
  expect((await run(["census"], { data })).stderr).toContain("--cells");
  expect((await run(["census", "--cells", "many"], { data })).code).toBe(2);
}, 120_000);

test("stats and list tell what the atlas knows of endgames without a table", LONG, async () => {
  const data = dataFolderOfTest();
  const { stdout } = await run(["stats", "KNKR"], { data });
  expect(stdout).toContain("KNKR, dtc, rules asian");
  expect(stdout).toContain("From the atlas: proven by canju");
  expect(stdout).toContain("There is no table of KNKR here");
  const { stdout: json } = await run(["stats", "KRKN", "--json"], { data });
  expect(JSON.parse(json)).toMatchObject({
    red: { wins: 346_935 },
    atlas: { sum: expect.stringMatching(/^[0-9a-f]{64}$/), outcomeSum: expect.stringMatching(/^[0-9a-f]{32}$/) },
    typical: { red: { win: expect.stringMatching(/ w$/) }, black: { win: expect.stringMatching(/ b$/) } },
  });
  expect(stdout).toMatch(/^Typical draw for Black to move +\S+ b$/m);
  expect(stdout).toMatch(/content sum [0-9a-f]{64}, sum over outcomes [0-9a-f]{32}\./);
  expect(readdirSync(data)).toEqual([]);
  const { stdout: known } = await run(["list", "--known"], { data });
  expect(known).toMatch(/^KRKN +\d/m);
  expect(known).toMatch(/Red wins +Red draws +Red loses +Black wins/);
});
