/** What the API explains. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseEndgame } from "../../../src/endgame/endgame.ts";
import type { Explanation } from "../../../src/play/explanation.ts";
import { createApp } from "../../../src/doors/http/app.ts";
import { DataFolder } from "../../../src/doors/http/data-folder.ts";
import { ExplanationSchema } from "../../../src/doors/http/explanation-schema.ts";
import { GradedJudgementSchema } from "../../../src/doors/http/schemas.ts";
import { buildClosure } from "../../../src/solve/node/build.ts";
import { DEFAULT_COLLECTION } from "../../../src/table/catalog/catalog.ts";
import { expectTrue } from "../../play/explanations.ts";

let folder: string;
let data: DataFolder;
let app: ReturnType<typeof createApp>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "canju-explain-"));
  await buildClosure([parseEndgame("KRKN")], { ...DEFAULT_COLLECTION, folder, threads: 1 });
  await buildClosure([parseEndgame("KRKN")], { rules: "chinese", metric: "dtc", folder, threads: 1 });
  data = new DataFolder(folder);
  app = createApp({ data, page: new Map(), version: "0" });
});

afterAll(async () => {
  await data.close();
  await rm(folder, { recursive: true });
});

const ask = (query: string) => app.request(`/api/v1/explain?${query}`);

test("a win by a forbidden perpetual is explained as the schema says", async () => {
  const answer = await ask("fen=4k4/9/9/9/9/9/9/9/1n7/R2K5_w");
  expect(answer.status).toBe(200);
  const explanation = (await answer.json()) as Explanation;
  expect(ExplanationSchema.strict().parse(explanation)).toEqual(explanation);
  expect(explanation).toMatchObject({ subject: "perpetual", loser: "black", category: "win", order: 1 });
  await expectTrue(explanation, data.catalog(DEFAULT_COLLECTION));
});

test("the Chinese rules are asked for by name, for explanations, lines and judgements", async () => {
  const answer = await ask("fen=4k4/9/9/9/9/9/9/9/1n7/R2K5_w&rules=chinese");
  const explanation = (await answer.json()) as Explanation;
  expect(ExplanationSchema.strict().parse(explanation)).toEqual(explanation);
  expect(explanation).toMatchObject({ rules: "chinese", edition: "2020", loser: "black" });
  expect(explanation.cycle!.verdict).toMatchObject({
    result: "black-loss",
    certain: "black-loss",
    asian: "black-loss",
  });
  const line = await app.request("/api/v1/line?fen=4k4/9/9/9/9/9/9/9/1n7/R2K5_w&rules=chinese");
  expect(await line.json()).toMatchObject({ rules: "chinese", end: "adjudicated" });
  const moves = "d0d1,b1c3,d1d0,c3b1,d0d1,b1c3,d1d0,c3b1";
  const judged = `/api/v1/adjudicate?fen=4k4/9/9/9/9/9/9/9/1n7/R2K5_w&moves=${moves}`;
  const judgement = await (await app.request(`${judged}&rules=chinese`)).json();
  expect(GradedJudgementSchema.strict().parse(judgement)).toEqual(judgement);
  expect(judgement).toMatchObject({ result: "black-loss", certain: "black-loss" });
  expect((await app.request(`${judged}&rules=chinese&switches=checksMayChase`)).status).toBe(400);
  expect((await app.request(`${judged}&rules=chinese&edition=1999`)).status).toBe(200);
  expect((await app.request(`${judged}&edition=1999`)).status).toBe(400);
  const toMate = await ask("fen=4k4/9/9/9/9/9/9/9/1n7/R2K5_w&rules=chinese&metric=dtm");
  expect([toMate.status, await toMate.json()]).toMatchObject([400, { code: "bad-option" }]);
});

test("a position that no repetition decides has nothing to explain", async () => {
  const answer = await ask("fen=4k4/9/9/9/9/R8/9/9/1n7/3K5_w");
  expect(await answer.json()).toMatchObject({ subject: "nothing", cycle: null });
});

test.each([
  ["", 400, "bad-request"],
  ["fen=4k4/9/9/9/9/9/9/9/9/4K4_w", 400, "kings-facing"],
  ["fen=4k4/9/9/9/9/9/9/9/1c7/R2K5_w", 404, "missing-table"],
])("%j is refused with %i %s", async (query, status, code) => {
  const answer = await ask(query);
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([status, code]);
});
