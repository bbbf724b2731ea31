// A starter set for engines, all outcomes of the atlas up to a size, from a host that cuts one answer of ten and lies in one table of ten.
import { cpSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { closureOfTables } from "../../src/endgame/graph.ts";
import { openAtlas } from "../../src/knowledge/atlas/node/files.ts";
import { fetchTables, tableHost, type FetchReport } from "../../src/knowledge/atlas/node/fetch.ts";
import { buildOutcomes } from "../../src/outcomes/node/build.ts";
import { DEFAULT_COLLECTION, tablePath } from "../../src/table/catalog/catalog.ts";
import { OUTCOMES_PART } from "../../src/table/format/header.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { makeValue } from "../../src/table/value.ts";
import { newFolder } from "../c/driver.ts";
import { cuttingHost } from "../knowledge/atlas/cutting-host.ts";
import { buildTables } from "../play/sampled-games.ts";
import { alterTable } from "../verify/tables.ts";

const CELLS = Number(process.env.CANJU_SET_CELLS ?? 300_000);
const folder = newFolder();
const [honest, lying] = [join(folder, "honest"), join(folder, "lying")];
let names: string[];
let lies: string[];

beforeAll(async () => {
  const { entries } = await openAtlas();
  const small = [...entries.values()].filter(({ cells }) => cells <= CELLS);
  names = closureOfTables(small.map(({ endgame }) => parseEndgame(endgame))).map(({ name }) => name);
  await buildTables(names, DEFAULT_COLLECTION, honest);
  const alterable = await namesOfPlainValues();
  lies = alterable.filter((_, i) => i % Math.floor((10 * alterable.length) / names.length) === 0);
  await makeOutcomes(honest, names);
  cpSync(honest, lying, { recursive: true });
  const won = ({ red }: { red: Uint8Array | Uint16Array }) => red.fill(2);
  // The largest first: making outcomes makes those of whatever captures lead to as well, of right values.
  for (const name of lies.toReversed()) {
    const path = tablePath(DEFAULT_COLLECTION, name);
    await alterTable(lying, name, won, { rules: "asian", values: 5_000 });
    await makeOutcomes(lying, [name]);
    cpSync(join(honest, path), join(lying, path)); // what leads to it is made of right values
  }
}, 3_600_000);

afterAll(() => rmSync(folder, { recursive: true }));

/** Of the tables that `won` makes a lie of, and whose values are those that `alterTable` writes: all distances up to the longest, of order 0. */
async function namesOfPlainValues(): Promise<string[]> {
  const catalog = new FolderCatalog(honest);
  const isPlain = async (name: string) => {
    const { values, info } = (await catalog.open(name))!.header;
    return (
      info.red.wins < info.red.positions &&
      values.length > 2 &&
      values.every((value, code) => value === (code === 0 ? 0 : makeValue(0, code - 1)))
    );
  };
  const plain = await Promise.all(names.map(isPlain));
  await catalog.close();
  return names.filter((_, i) => plain[i]);
}

async function makeOutcomes(data: string, of: readonly string[]): Promise<void> {
  const catalog = new FolderCatalog(data);
  await buildOutcomes(of.map(parseEndgame), catalog);
  await catalog.close();
}

function take(from: readonly string[], data: string): Promise<FetchReport> {
  return fetchTables(names.map(parseEndgame), {
    hosts: from.map(tableHost),
    folder: data,
    collection: DEFAULT_COLLECTION,
    kind: "outcomes",
    signal: new AbortController().signal,
  });
}

test("a set of outcomes comes whole, what lies is named and left out", { timeout: 3_600_000 }, async ({ annotate }) => {
  const data = join(folder, "fetched");
  const host = await cuttingHost(lying, 0.1);
  const { leftOut, seconds, bytes } = await take([host], data);
  const left = leftOut.map(({ endgame }) => endgame);
  expect(lies.filter((name) => !left.includes(name))).toEqual([]);
  // What captures lead from to a lie cannot be compared without the table that was lied about.
  const below = (name: string) => closureOfTables([parseEndgame(name)]).map((each) => each.name);
  expect(left.filter((name) => !below(name).some((each) => lies.includes(each)))).toEqual([]);
  expect(
    leftOut.filter(
      ({ why }) => why.length !== 1 || !/a lie: the sum over its outcomes|there is no table/.test(why[0]!),
    ),
  ).toEqual([]);

  const again = await take([host, honest], data);
  expect(again.leftOut).toEqual([]);
  expect(again.present.length + again.fetched.length).toBe(names.length);
  const bytesOf = (of: string, name: string) =>
    readFileSync(join(of, tablePath(DEFAULT_COLLECTION, name + OUTCOMES_PART)));
  expect(names.filter((name) => !bytesOf(data, name).equals(bytesOf(honest, name)))).toEqual([]);
  await annotate(
    `${names.length} tables, ${lies.length} of them lies: ${left.length} left out, ${bytes} bytes in ${seconds.toFixed(1)} s; ` +
      `with an honest host beside it whole after ${again.seconds.toFixed(1)} s more`,
  );
});
