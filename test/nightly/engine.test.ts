// A thousand games by pipe from positions of every outcome and order, judged outside the engine: none is lost or spoilt.
import { rm } from "node:fs/promises";
import { expect, test } from "vitest";
import { DEFAULT_COLLECTION } from "../../src/table/catalog/catalog.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { runEngine } from "../doors/uci/client.ts";
import { playByPipe } from "../doors/uci/games.ts";
import { buildTables } from "../play/sampled-games.ts";

const NAMES = ["KRKN", "KRKC", "KRKP", "KRKR", "KNKP", "KNKC"];
const GAMES = 1000;

test("games by pipe end as the tables promise", async () => {
  const data = await buildTables(NAMES, DEFAULT_COLLECTION);
  const catalog = new FolderCatalog(data);
  const engine = runEngine(data, "uci");
  const seed = Number(process.env.CANJU_SEED ?? Date.now() % 1_000_000);
  const failures: string[] = [];
  let games = 0;
  for (let round = 0; games < GAMES; round++) {
    for (const name of NAMES) {
      const played = await playByPipe(engine, catalog, name, 8, seed + round);
      games += played.games;
      failures.push(...played.failures);
    }
  }
  expect(failures, `CANJU_SEED=${seed}`).toEqual([]);
  await engine.end();
  await catalog.close();
  await rm(data, { recursive: true });
});
