/** Random positions are as wished, and all of them come equally often. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { buildClosure } from "../../src/solve/node/build.ts";
import { MissingTableError } from "../../src/table/format/errors.ts";
import { BlockCache } from "../../src/table/read/blocks.ts";
import { valueOf } from "../../src/query/lookup.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { strideOf } from "../../src/query/rare-cells.ts";
import { samplePosition, type SampleWish } from "../../src/query/sample.ts";
import { Table } from "../../src/table/read/table.ts";
import { categoryOf, distanceOf, makeValue } from "../../src/table/value.ts";
import { formatFen } from "../../src/xiangqi/fen.ts";
import type { Colour } from "../../src/xiangqi/pieces.ts";
import { isLegalPosition } from "../../src/xiangqi/validate.ts";

let folder: string;
let catalog: FolderCatalog;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "canju-sample-"));
  const options = { folder, rules: "none", metric: "dtc", threads: 1, level: 1 } as const;
  await buildClosure(["KRKA", "KPPK"].map(parseEndgame), options);
  catalog = new FolderCatalog(folder, options);
});

afterAll(async () => {
  await catalog.close();
  await rm(folder, { recursive: true });
});

/** How often each position is to come when they are counted. */
const MEAN = 3;

/** The same numbers every time (Lehmer). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

const sample = (name: string, wish: SampleWish, seed: number) =>
  samplePosition(parseEndgame(name), wish, catalog, seeded(seed));

describe("a random position", () => {
  it("is drawn with a pause after each block that was waited for", async () => {
    const cold = new FolderCatalog(folder, { rules: "none", metric: "dtc", cache: new BlockCache(0) });
    let pauses = 0;
    const { rules, metric } = cold;
    const provider = { rules, metric, open: (name: string) => cold.open(name), pause: async () => void pauses++ };
    let waits = 0;
    const { valueAt } = Table.prototype;
    const asking = vi.spyOn(Table.prototype, "valueAt").mockImplementation(function (this: Table, ...asked) {
      expect(pauses).toBeGreaterThan(waits++); // one before the first, one after each
      return valueAt.apply(this, asked);
    });
    for (let seed = 1; seed <= 40; seed++) {
      await samplePosition(parseEndgame("KPPK"), { turn: "red", outcome: "win", max: 9 }, provider, seeded(seed));
    }
    expect(waits).toBeGreaterThan(80);
    asking.mockRestore();
    await cold.close();
  });

  describe("that is rare", () => {
    /** Of a table that is read anew; `times` says how often each of its cells was. */
    async function counted(turn: Colour) {
      const fresh = new FolderCatalog(folder, { rules: "none", metric: "dtc" });
      const table = (await fresh.open("KPPK"))!;
      const times = new Uint8Array(table.header.cells);
      const places: number[] = [];
      const { readCodes } = table;
      vi.spyOn(table, "readCodes").mockImplementation(async (side, first, count, pause) => {
        expect(side).toBe(turn);
        places.push(first);
        for (let cell = first; cell < first + count; cell++) times[cell]!++;
        return readCodes.call(table, side, first, count, pause);
      });
      return { fresh, table, times, places };
    }
    const longest = ({ header }: Table, less = 0) =>
      ({ turn: "red", outcome: "win", min: header.info.red.longestWin - less }) satisfies SampleWish;

    it("is looked for in each cell of a table once, whoever asks for whatever", async () => {
      const { fresh, table, times } = await counted("red");
      const wishes: SampleWish[] = [longest(table), longest(table, 4), { turn: "red", outcome: "draw" }];
      const found = await Promise.all(
        [1, 2, 3].flatMap((seed) =>
          wishes.map((wish) => samplePosition(parseEndgame("KPPK"), wish, fresh, seeded(seed))),
        ),
      );
      for (const [i, each] of found.entries()) {
        const { outcome, min = 0 } = wishes[i % wishes.length]!;
        expect(categoryOf(each!.value)).toBe(outcome);
        if (outcome === "win") expect(distanceOf(each!.value)).toBeGreaterThanOrEqual(min);
      }
      expect(times.every((each) => each <= 1)).toBe(true);
      expect(times.includes(1)).toBe(true);
      await fresh.close();
    });

    it("is found in a large table though not all of it has been read, and other calls read on", async () => {
      const { fresh, table, places } = await counted("red");
      const ask = (seed: number) =>
        samplePosition(parseEndgame("KPPK"), longest(table, 4), fresh, seeded(seed), {
          few: 4096,
          small: 0,
        });
      expect(await ask(1)).not.toBeNull();
      expect(places.length).toBe(1);
      for (let seed = 2; seed < 9; seed++) expect(await ask(seed)).not.toBeNull();
      expect(new Set(places).size).toBe(places.length);
      await fresh.close();
    });

    it("goes on where somebody gave it up", async () => {
      const { fresh, table, places } = await counted("red");
      let pauses = 0;
      const { rules, metric } = fresh;
      const open = (name: string) => fresh.open(name);
      const pause = async () => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        if (++pauses > 4) throw new Error("given up");
      };
      const given = samplePosition(parseEndgame("KPPK"), longest(table), { rules, metric, open, pause });
      await vi.waitUntil(() => pauses > 1, { interval: 0 });
      const waiting = samplePosition(parseEndgame("KPPK"), longest(table), fresh);
      await expect(given).rejects.toThrow("given up");
      expect(await waiting).not.toBeNull();
      expect(places.length).toBeGreaterThan(1);
      await fresh.close();
    });

    it("and has more of its kind in a large table is looked for in neighbouring cells, wherever that begins", async () => {
      const { fresh, table, times, places } = await counted("red");
      let asked = 0;
      const last = () => (asked++ === 1 ? 0.9999 : 0); // of the places to begin at
      const bounds = { few: 0, small: 0 };
      const found = await samplePosition(parseEndgame("KPPK"), longest(table), fresh, last, bounds);
      expect(distanceOf(found!.value)).toBe(longest(table).min);
      expect(places).toEqual([131_072, 0]);
      expect(times.every((each) => each === 1)).toBe(true);
      await fresh.close();
    });
  });

  it("comes from all over a table: steps come to each piece once, and to no neighbours one after the other", () => {
    for (const places of [1, 2, 3, 8, 97, 224, 20_000]) {
      const stride = strideOf(places);
      const seen = new Set(Array.from({ length: places }, (_, i) => (i * stride) % places));
      expect(seen.size).toBe(places);
      if (places > 8) expect(Math.min(stride, places - stride)).toBeGreaterThan(places / 4);
    }
  });

  it.each<[string, SampleWish]>([
    ["KRKA", { turn: "red", outcome: "win" }],
    ["KRKA", { turn: "black", outcome: "draw" }],
    ["KAKR", { turn: "red", outcome: "loss", order: 0, min: 6 }],
    ["KAKR", { outcome: "win", min: 5, max: 7 }],
    ["KPPK", { turn: "red", outcome: "draw" }],
    ["KPPK", { outcome: "loss", max: 0 }],
  ])("of %s is %j", async (name, wish) => {
    for (let seed = 1; seed <= 40; seed++) {
      const { position, value, count } = (await sample(name, wish, seed))!;
      expect(isLegalPosition(position)).toBe(true);
      expect(value).toBe(await valueOf(position, catalog));
      expect(count).toBeGreaterThan(0);
      if (wish.turn !== undefined) expect(position.turn).toBe(wish.turn);
      expect(categoryOf(value)).toBe(wish.outcome);
      if (value !== 0) expect(distanceOf(value)).toBeGreaterThanOrEqual(wish.min ?? 0);
      if (value !== 0) expect(distanceOf(value)).toBeLessThanOrEqual(wish.max ?? Infinity);
    }
  });

  it.each<[string, Colour, number]>([
    ["KRK", "black", makeValue(0, 0)], // rare: found by searching blocks
    ["KPK", "red", makeValue(0, 1)], // drawn
    ["KPPK", "black", makeValue(0, 20)], // with twins
  ])("of %s with %s to move worth %i is any of them equally often", async (name, turn, value) => {
    const wish = { turn, outcome: categoryOf(value), min: distanceOf(value), max: distanceOf(value) };
    const random = seeded(7);
    const seen = new Map<string, number>();
    const draw = async () => {
      const { position, count } = (await samplePosition(parseEndgame(name), wish, catalog, random))!;
      expect([position.turn, await valueOf(position, catalog)]).toEqual([turn, value]);
      const fen = formatFen(position);
      seen.set(fen, (seen.get(fen) ?? 0) + 1);
      return count;
    };
    const count = await draw();
    for (let i = 1; i < MEAN * count; i++) expect(await draw()).toBe(count);
    // Pearson's statistic has the mean n - 1 and the variance 2 (n - 1); the numbers are the same every time.
    const ofSeen = [...seen.values()].reduce((sum, times) => sum + (times - MEAN) ** 2 / MEAN, 0);
    const statistic = ofSeen + (count - seen.size) * MEAN;
    expect(Math.abs(statistic - (count - 1))).toBeLessThan(4 * Math.sqrt(2 * count));
  });

  it("comes from all legal positions when nothing is wished, and tells how many there are", async () => {
    const { info } = (await catalog.open("KPPK"))!.header;
    const found = (await sample("KPPK", {}, 3))!;
    expect(found.count).toBe(info.red.positions + info.black.positions);
  });

  it.each<SampleWish>([
    { turn: "black", outcome: "win" },
    { outcome: "win", min: 9 },
    { order: 1 },
    { outcome: "draw", min: 1 },
  ])("is null where there is none: %j", async (wish) => {
    expect(await sample("KRKA", wish, 1)).toBeNull();
  });

  it("needs a table", async () => {
    await expect(sample("KRRK", {}, 1)).rejects.toBeInstanceOf(MissingTableError);
  });
});
