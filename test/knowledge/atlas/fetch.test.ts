/** Tables from hosts that cut connections, lie, or have what nobody knows: what is kept is right, the rest is named. */
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LONG } from "../../long.ts";
import { parseEndgame } from "../../../src/endgame/endgame.ts";
import { closureOfTables } from "../../../src/endgame/graph.ts";
import { partialPath } from "../../../src/base/node/unfinished.ts";
import { DEFAULT_COLLECTION, tablePath } from "../../../src/table/catalog/catalog.ts";
import { download } from "../../../src/table/node/download.ts";
import { FolderCatalog } from "../../../src/table/node/folder-catalog.ts";
import { memorySource } from "../../../src/table/read/source.ts";
import { buildOutcomes } from "../../../src/outcomes/node/build.ts";
import { knownOutcomeFiles } from "../../../src/knowledge/atlas/node/files.ts";
import { fetchTables, tableHost, type FetchOptions } from "../../../src/knowledge/atlas/node/fetch.ts";
import { alterTable, buildTablesUnder, copyTables } from "../../verify/tables.ts";
import { cuttingHost } from "./cutting-host.ts";

const NAMES = ["KRKAA", "KNKAA", "KNKBB", "KPKBB", "KRKN"];
const WANTED = closureOfTables(NAMES.map(parseEndgame)).map(({ name }) => name);

let honest: string;
/** Every tenth table is another than it says, sound as a file. */
let lying: string;
let lies: string[];
const folder = mkdtempSync(join(tmpdir(), "canju-fetch-"));
afterAll(() => rmSync(folder, { recursive: true }));

beforeAll(async () => {
  honest = await buildTablesUnder({ metric: "dtc", rules: "asian" }, ...NAMES);
  lying = await copyTables(honest);
  lies = WANTED.filter((name, i) => i % 10 === 5 && name !== "KRKN");
  for (const name of lies) {
    const { contentSum } = (await new FolderCatalog(lying).open(name))!.header.info;
    const change = ({ black }: { black: Uint8Array | Uint16Array }) => black.fill(0, 0, black.length / 2);
    await alterTable(lying, name, change, { rules: "asian", contentSum: contentSum! });
  }
}, 60_000);

const newData = () => mkdtempSync(join(folder, "data-"));
const bytesOf = (data: string, name: string) => readFileSync(join(data, tablePath(DEFAULT_COLLECTION, name)));
const present = (data: string) =>
  readdirSync(join(data, "asian/dtc"))
    .filter((file) => file.endsWith(".canju"))
    .map((file) => file.replace(".canju", ""))
    .sort();

function take(from: readonly string[], data: string, options: Partial<FetchOptions> = {}) {
  const signal = new AbortController().signal;
  const hosts = from.map(tableHost);
  return fetchTables(NAMES.map(parseEndgame), {
    hosts,
    folder: data,
    collection: DEFAULT_COLLECTION,
    signal,
    ...options,
  });
}

describe("fetched tables", () => {
  test("arrive whole from a host that cuts one answer of ten, and lies in one table of ten", async () => {
    const data = newData();
    const report = await take([await cuttingHost(lying, 0.1)], data);
    expect(report.leftOut.map(({ endgame }) => endgame)).toEqual(lies);
    for (const { why } of report.leftOut)
      expect(why).toEqual([expect.stringMatching(/: a lie: the content sum of its values is /)]);
    expect(present(data)).toEqual(WANTED.filter((name) => !lies.includes(name)).sort());
    for (const name of present(data)) expect(bytesOf(data, name)).toEqual(bytesOf(honest, name));
    const { tables } = await new FolderCatalog(data).list();
    expect(new Set(tables.map(({ sum }) => sum?.stated))).toEqual(new Set([false]));

    // Another host has what the first has not as it should be.
    const again = await take([lying, honest], data);
    expect(again).toMatchObject({ leftOut: [], present: expect.any(Array) as string[] });
    expect(again.fetched.map(({ endgame }) => endgame)).toEqual(lies);
    expect(present(data)).toEqual(WANTED.toSorted());
  });

  test("that were interrupted go on behind what has come", async () => {
    const data = newData();
    const path = join(data, tablePath(DEFAULT_COLLECTION, "KRKN"));
    mkdirSync(dirname(path), { recursive: true });
    const bytes = bytesOf(honest, "KRKN");
    const [source, asked] = counted(bytes);
    writeFileSync(partialPath(path), bytes.subarray(0, 20_000));
    await download(source, partialPath(path));
    expect(asked).toEqual([
      [0, 65_536],
      [20_000, bytes.length - 20_000],
    ]);
    expect(readFileSync(partialPath(path))).toEqual(bytes);
    // What is there of another file, or beyond the end, is no part of this one.
    for (const other of [bytesOf(honest, "KRKAA"), Buffer.concat([bytes, bytes])]) {
      writeFileSync(partialPath(path), other);
      await download(source, partialPath(path));
      expect(readFileSync(partialPath(path))).toEqual(bytes);
    }
    const { unfinished, strays } = await new FolderCatalog(data).list();
    expect([unfinished, strays]).toEqual([[partialPath(path)], []]);
  });

  test("that are damaged, cut short or another's are left out and leave nothing", async () => {
    const bad = await copyTables(honest);
    const place = (name: string) => join(bad, tablePath(DEFAULT_COLLECTION, name));
    const damaged = bytesOf(bad, "KRKN");
    damaged[damaged.length - 3_000]! ^= 1;
    writeFileSync(place("KRKN"), damaged);
    truncateSync(place("KRKA"), 2_000);
    cpSync(place("KRKAA"), place("KNKAA"));
    rmSync(place("KPKBB"));
    const data = newData();
    const { leftOut } = await take([bad], data);
    expect(leftOut.map(({ endgame, why }) => [endgame, why.length])).toEqual(
      WANTED.filter((name) => ["KRKN", "KRKA", "KNKAA", "KPKBB"].includes(name)).map((name) => [name, 1]),
    );
    expect(readdirSync(join(data, "asian/dtc")).filter((file) => file.startsWith("."))).toEqual([]);
  });

  test("whose sums nobody has published are proven here, on those that came before", async () => {
    const collection = { rules: "none", metric: "dtc", orders: "fang" } as const;
    const cone = "KPKA.from5-"; // the atlas has whole endgames
    const source = await buildTablesUnder(collection, cone);
    const fetchAll = (from: string, data: string) =>
      fetchTables([parseEndgame(cone)], {
        hosts: [tableHost(from)],
        folder: data,
        collection,
        threads: 1,
        signal: new AbortController().signal,
      });
    const { fetched, leftOut } = await fetchAll(source, newData());
    expect(fetched.find(({ endgame }) => endgame === cone)).toMatchObject({ by: "proof" });
    expect(leftOut).toEqual([]);
    await alterTable(source, cone, ({ red }) => red.fill(0, 0, red.length / 2));
    const wrong = await fetchAll(source, newData());
    expect(wrong.leftOut).toMatchObject([{ endgame: cone, why: [expect.stringContaining("a lie: it is not proven")] }]);
  });

  test.each([
    ["known by their bytes, where this version has made them", "asian", false],
    ["compared by the sum over what they and those before them give", "none", true],
  ] as const)("of outcomes are %s, and a lie by the sum", LONG, async (_, rules, isSummed) => {
    const NAME = "KNKAA";
    const collection = { ...DEFAULT_COLLECTION, rules };
    const source =
      rules === "asian" ? await copyTables(honest) : await buildTablesUnder({ metric: "dtc", rules }, NAME);
    const forged = await copyTables(source);
    await alterTable(forged, NAME, ({ red }) => red.fill(2, 0, red.length / 2), { rules }); // wins in a ply
    const closure = closureOfTables([parseEndgame(NAME)]).map(({ name }) => name);
    for (const from of [source, forged]) await buildOutcomes([parseEndgame(NAME)], new FolderCatalog(from, collection));
    const outcomes = (of: string, name: string) => join(of, tablePath(collection, `${name}.outcomes`));
    const summed = new Set<string>();
    const fetch = (from: readonly string[], to: string) =>
      fetchTables([parseEndgame(NAME)], {
        hosts: from.map(tableHost),
        folder: to,
        collection,
        kind: "outcomes",
        signal: new AbortController().signal,
        onProgress: ({ endgame, check }) => void (check !== null && summed.add(endgame)),
      });
    const data = newData();
    expect((await fetch([forged], data)).leftOut).toEqual([
      { endgame: NAME, why: [expect.stringMatching(/: a lie: the sum over its outcomes is /)] },
    ]);
    expect(existsSync(outcomes(data, NAME))).toBe(false);
    expect([...summed]).toEqual(isSummed ? closure : [NAME]);
    expect(await fetch([forged, source], data)).toMatchObject({
      leftOut: [],
      fetched: [{ endgame: NAME, by: "atlas" }],
    });
    for (const name of closure)
      expect(readFileSync(outcomes(data, name))).toEqual(readFileSync(outcomes(source, name)));
  });

  test("of outcomes are known under their own names alone", async () => {
    const isKnown = await knownOutcomeFiles();
    const source = await copyTables(honest);
    const names = closureOfTables([parseEndgame("KNKBB")]).map(({ name }) => name);
    await buildOutcomes([parseEndgame("KNKBB")], new FolderCatalog(source));
    const sha256 = (name: string) => createHash("sha256").update(bytesOf(source, name)).digest("hex");
    const path = (name: string) => tablePath(DEFAULT_COLLECTION, `${name}.outcomes`);
    expect(names.filter((name) => !isKnown(sha256(`${name}.outcomes`), path(name)))).toEqual([]);
    expect(isKnown(sha256("KNKB.outcomes"), path("KNKBB"))).toBe(false);
    expect(isKnown(sha256("KNKB"), tablePath(DEFAULT_COLLECTION, "KNKB"))).toBe(false);
  });

  test("come from the hosts that answer, and where none does it ends at once", async () => {
    const data = newData();
    const dead = "http://127.0.0.1:9";
    const started = performance.now();
    await expect(take([dead], data)).rejects.toMatchObject({
      code: "unreachable",
      message: `${dead}: no answer from the server; 0 of ${WANTED.length} tables are there, and the next fetch goes on with the others`,
    });
    expect(performance.now() - started).toBeLessThan(5_000);
    const rates: (number | null)[] = [];
    const onProgress: FetchOptions["onProgress"] = ({ bytes, bytesPerSecond }) => {
      rates.push(bytesPerSecond);
      expect(bytesPerSecond === null).toBe(bytes === 0);
    };
    expect(await take([dead, honest], data, { onProgress })).toMatchObject({ leftOut: [] });
    expect([rates[0], rates.at(-1)]).toEqual([null, expect.any(Number)]);
  });

  test("that are built sooner are not taken", async () => {
    const { fetched } = await take([honest], newData(), { isWorth: ({ name }) => name === "KRKN" });
    expect(fetched.map(({ endgame }) => endgame)).toEqual(["KRKN"]);
  });
});

/** A source, and what is read of it. */
function counted(bytes: Uint8Array): [source: ReturnType<typeof memorySource>, asked: number[][]] {
  const asked: number[][] = [];
  const source = memorySource(bytes);
  const read: typeof source.read = (offset, length) => {
    asked.push([offset, length]);
    return source.read(offset, length);
  };
  return [{ ...source, read }, asked];
}
