import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, it, test } from "vitest";
import { describeEach } from "../long.ts";
import { perfectLine } from "../../src/play/line.ts";
import type { Collection } from "../../src/table/catalog/catalog.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { DRAW, orderOf } from "../../src/table/value.ts";
import { formatFen, parseLegalFen } from "../../src/xiangqi/fen.ts";
import { Adjudicator } from "../../src/rules/adjudicator.ts";
import { asianRules } from "../../src/rules/asian/asian-rules.ts";
import { parseUci } from "../../src/xiangqi/notation/coordinates.ts";
import { randomNumbers } from "../oracle/random-graphs.ts";
import { samplePositions } from "./games.ts";
import { buildTables } from "./sampled-games.ts";

const COLLECTIONS: readonly Collection[] = [
  { rules: "none", metric: "dtc" },
  { rules: "none", metric: "dtm" },
  { rules: "asian", metric: "dtc", orders: "fang" },
];
let folder: string;
const catalogs: FolderCatalog[] = [];

beforeAll(async () => {
  folder = await buildTables(["KRKA"], COLLECTIONS[0]!);
  for (const collection of COLLECTIONS) {
    await buildTables(["KRKA", "KRKN"], collection, folder);
    catalogs.push(new FolderCatalog(folder, collection));
  }
});
afterAll(async () => {
  for (const catalog of catalogs) await catalog.close();
  await rm(folder, { recursive: true });
});

describeEach(1, [0, 1, 2])("by the tables of collection %i", (number) => {
  it("lets a perfect line take as long as the value says, and longer only after a conversion", async () => {
    const catalog = catalogs[number]!;
    const isWanted = (value: number) => value === DRAW || orderOf(value) === 0;
    for (const name of ["KRKA", "KRKN"]) {
      for (const position of await samplePositions(catalog, name, isWanted, 60, randomNumbers(1))) {
        const line = await perfectLine(position, catalog);
        expect(line.verdict).toBeNull();
        if (line.category === "draw") {
          expect(["limit", "repetition", "bare"]).toContain(line.end);
          continue;
        }
        expect(["checkmate", "stalemate"]).toContain(line.end);
        const capture = line.moves.findIndex((move) => move.capture);
        if (catalog.metric === "dtm" || capture < 0) expect(line.moves.length).toBe(line.distance);
        // The winner's capture ends the count; a loser who can only capture has 0 left and does so.
        else expect([line.distance, line.distance! + 1]).toContain(capture + 1);
      }
    }
  });
});

test("a line of a higher order ends when the adjudicator decides the perpetual", async () => {
  const catalog = catalogs[2]!;
  const isWanted = (value: number) => value !== DRAW && orderOf(value) > 0;
  for (const start of await samplePositions(catalog, "KRKN", isWanted, 30, randomNumbers(2))) {
    const line = await perfectLine(start, catalog);
    const loser = (line.category === "win") === (start.turn === "red") ? "black" : "red";
    expect(line).toMatchObject({ order: 1, end: "adjudicated", verdict: { result: `${loser}-loss` } });
    expect(line.verdict!.reason).toMatch(/checks on every move/);
    const adjudicator = new Adjudicator(start, asianRules());
    const verdicts = line.moves.map(({ uci }) => adjudicator.play(parseUci(adjudicator.position, uci)));
    expect(verdicts.map((verdict) => verdict?.result ?? null)).toEqual([
      ...line.moves.slice(1).map(() => null),
      `${loser}-loss`,
    ]);
    expect(formatFen(adjudicator.position)).toBe(line.finalFen);
    expect(await perfectLine(start, catalog)).toEqual(line);
  }
});

test("a line ends at once where there is nothing to win", async () => {
  const line = await perfectLine(parseLegalFen("3k5/9/9/9/9/9/9/9/4A4/3AK4 w"), catalogs[2]!);
  expect(line).toMatchObject({ category: "draw", moves: [], end: "bare" });
});

test("a line goes on after moves played, with their repetitions in mind", async () => {
  const catalog = catalogs.find(({ rules, metric }) => rules === "asian" && metric === "dtc")!;
  const start = parseLegalFen("4k4/9/9/9/9/9/9/9/1n7/R2K5 w");
  const whole = await perfectLine(start, catalog);
  const ucis = whole.moves.map(({ uci }) => uci);
  for (const count of [1, 2, 5]) {
    const rest = await perfectLine(start, catalog, { played: ucis.slice(0, count), maxPlies: 1 });
    expect(rest.moves.map(({ uci }) => uci)).toEqual(ucis.slice(count, count + 1));
  }
  expect(await perfectLine(start, catalog, { played: ucis })).toMatchObject({ moves: [], end: "adjudicated" });
  await expect(perfectLine(start, catalog, { played: ["a0a0"] })).rejects.toMatchObject({ code: "illegal-move" });
});

test("a loser who chooses at random loses as late, and the same seed gives the same line", async () => {
  const catalog = catalogs.find(({ rules, metric }) => rules === "asian" && metric === "dtc")!;
  const start = parseLegalFen("3k5/4a4/9/9/9/9/9/9/3R5/4K4 b");
  const lines = await Promise.all([1, 2, 3, 1].map((seed) => perfectLine(start, catalog, { seed })));
  for (const line of lines) expect(line.moves.at(-1)).toMatchObject({ category: "loss", distance: 0 });
  expect(lines[3]).toEqual(lines[0]);
});
