/**
 * Proofs beside solved endgames under rules `none`, whose tables the prover does not see: nothing is won that is not, and short mates are
 * found. `CANJU_POSITIONS` changes how many positions are drawn (1000 and 300); seconds are those of the process's CPU.
 */
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { provePosition } from "../../src/prove/prove.ts";
import { samplePosition } from "../../src/query/sample.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { categoryOf, distanceOf } from "../../src/table/value.ts";
import { formatFen } from "../../src/xiangqi/fen.ts";
import { randomNumbers } from "../oracle/random-graphs.ts";
import { buildTables } from "../play/sampled-games.ts";

const NAMES = ["KRKAABB", "KNPKAA", "KRKN", "KCPKBB", "KRNKR", "KPPKAAB"];
const COLLECTION = { rules: "none", metric: "dtm", orders: "fang" } as const;
const [FALSE_WINS, MATES] = [1000, 300].map((usual) => Number(process.env.CANJU_POSITIONS ?? usual)) as [
  number,
  number,
];

let data: string;
let catalog: FolderCatalog;

beforeAll(async () => {
  data = await buildTables(NAMES, COLLECTION);
  catalog = new FolderCatalog(data, COLLECTION);
}, 1_800_000);

afterAll(async () => {
  await catalog.close();
  await rm(data, { recursive: true });
});

/** Of this process, in milliseconds. */
function clock(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

test("no win is proven that is none, and none in fewer plies than it takes", { timeout: 7_200_000 }, async () => {
  const random = randomNumbers(32);
  const results = { win: 0, loss: 0, unknown: 0 };
  for (let i = 0; i < FALSE_WINS; i++) {
    const { position, value } = (await samplePosition(parseEndgame(NAMES[i % NAMES.length]!), {}, catalog, random))!;
    const { result, proof } = await provePosition(position, { seconds: 2, clock, memoryBytes: 2 ** 26 });
    results[result]++;
    if (proof === null) continue;
    expect([formatFen(position), result]).toEqual([formatFen(position), categoryOf(value)]);
    expect(proof.plies).toBeGreaterThanOrEqual(distanceOf(value));
  }
  console.log(results);
  expect(results.win).toBeGreaterThan(0);
});

test("nineteen of twenty mates within 15 plies are found in 10 seconds", { timeout: 7_200_000 }, async () => {
  const random = randomNumbers(15);
  const missed: string[] = [];
  for (let i = 0; i < MATES; i++) {
    const wish = { outcome: "win", max: 15 } as const;
    const { position, value } = (await samplePosition(parseEndgame(NAMES[i % NAMES.length]!), wish, catalog, random))!;
    const { result } = await provePosition(position, { seconds: 10, clock, memoryBytes: 2 ** 26 });
    if (result !== "win") missed.push(`${formatFen(position)} ${distanceOf(value)}`);
  }
  console.log(`${MATES - missed.length} of ${MATES} found; missed:`, missed);
  expect(missed.length).toBeLessThanOrEqual(MATES / 20);
});
