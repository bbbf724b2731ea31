/** The server for hours' worth of requests: fuzzed, soaked, and besieged by clients that use all of their limits. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createApp } from "../../src/doors/http/app.ts";
import { BuildQueue } from "../../src/doors/http/build-queue.ts";
import { DataFolder } from "../../src/doors/http/data-folder.ts";
import { Prover } from "../../src/doors/http/prover.ts";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { buildClosure } from "../../src/solve/node/build.ts";
import { DEFAULT_COLLECTION } from "../../src/table/catalog/catalog.ts";
import { fuzzApi } from "../doors/http/api-fuzz.ts";
import { askOfLyingFiles } from "../doors/http/lying-files.ts";
import { longGame } from "../doors/http/long-game.ts";
import { runServer, type Running } from "../doors/http/running.ts";
import { soak, writeSoakTables } from "../doors/http/soak.ts";
import { DEAR } from "../rules/dear-labels.ts";

let folder: string;
let damaged: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "canju-nightly-"));
  damaged = await mkdtemp(join(tmpdir(), "canju-nightly-"));
  const names = ["KRKA", "KRKN", "KRKC", "KRKR", "KNKP"];
  await buildClosure(names.map(parseEndgame), { ...DEFAULT_COLLECTION, folder, threads: 1 });
  await writeSoakTables(damaged);
});

afterAll(() => Promise.all([folder, damaged].map((each) => rm(each, { recursive: true }))));

test("100,000 requests made from the API's description are answered as it describes", async () => {
  const logged = vi.spyOn(console, "error");
  const data = new DataFolder(folder);
  const builds = new BuildQueue(data, { maxPositions: 1 }, 1);
  const prover = new Prover(data);
  await fuzzApi(createApp({ data, page: new Map(), version: "0", builds, prover }), 7, 100_000);
  expect(logged).not.toHaveBeenCalled();
  await builds.close();
  await prover.close();
  await data.close();
});

test("20,000 requests about 2,000 tables that lie with right checksums meet no fault of the server's own", async () => {
  await askOfLyingFiles(1, 2_000);
});

test("100,000 requests on a folder with a damaged table: files, memory and the delay of the event loop stay flat", async () => {
  const samples = await soak(damaged, 10, 10_000);
  console.log(
    samples.map(({ files, bytes, delay }) => `${files} files, ${bytes >> 20} MiB, ${(1000 * delay).toFixed(0)} ms`),
  );
  // The heap finds its size in the first half.
  const [before, after] = [samples.slice(2, 6), samples.slice(6)];
  const most = (part: typeof samples, of: "files" | "bytes") => Math.max(...part.map((sample) => sample[of]));
  expect(most(after, "files")).toBeLessThanOrEqual(most(before, "files") * 1.05);
  expect(most(after, "bytes")).toBeLessThanOrEqual(most(before, "bytes") * 1.05);
  for (const { delay } of samples) expect(delay).toBeLessThan(0.1);
});

/** A label that takes long, each time in another position: what is known of one is not searched again. */
function dearLabel(number: number): string {
  const [fen, move] = DEAR[0];
  const soldier = [..."111111111"].with(number % 9, "P").join("");
  const other = [..."111111111"].with((number >> 3) % 9, "p").join("");
  const rows = fen.split("/").with(3, soldier).with(4, other);
  return `/api/v1/adjudicate?rules=chinese&fen=${rows.join("/").replace(" ", "_")}&moves=${move}`;
}

/** The dearest of each kind. */
const HOSTILE = [
  `/api/v1/adjudicate?${longGame()}`,
  "/api/v1/explain?fen=9/9/5k3/4R4/9/9/9/9/3K5/7r1_w",
  "/api/v1/line?fen=5k3/9/9/9/9/R8/9/4n4/9/3K5_w",
  "/api/v1/random?endgame=KRKC&outcome=draw",
  "/api/v1/tables",
  "/api/v1/material/map?name=KRNKCCAABB",
  "/api/v1/probe?fen=9/9/5k3/4R4/9/9/9/9/3K5/7r1_w",
];

test("20 clients that use all of their limits for half a minute do not keep /health waiting", async () => {
  const server = await runServer(folder);
  const end = performance.now() + 30_000;
  let answered = 0;
  const besiege = async (client: number): Promise<void> => {
    // Each from a line of its own, with eight requests at a time.
    const one = async (first: number): Promise<void> => {
      for (let i = first; performance.now() < end; i++) {
        const kind = i % (HOSTILE.length + 1);
        const path = HOSTILE[kind] ?? dearLabel(i + 100 * client);
        const { status } = await server.ask(path, `198.51.100.${client}`);
        if (status === 429) await setTimeout(100);
        else answered++;
      }
    };
    await Promise.all(Array.from({ length: 8 }, (_, i) => one(i)));
  };
  const sieges = Array.from({ length: 20 }, (_, client) => besiege(client));
  await expectHealth(server, Promise.all(sieges));
  console.log(`${answered} answers`);
});

test("45 searches of one client for what is rare in a large table do not keep /health waiting, and find it", async () => {
  const large = await mkdtemp(join(tmpdir(), "canju-nightly-"));
  await buildClosure([parseEndgame("KRCKR")], { ...DEFAULT_COLLECTION, folder: large, threads: 1 });
  const server = await runServer(large);
  const answers = Array.from({ length: 45 }, () => server.ask("/api/v1/random?endgame=KRCKR&min=41", "198.51.100.1"));
  await expectHealth(server, Promise.all(answers));
  await rm(large, { recursive: true });
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  console.log(`answered: ${[200, 503, 504].map((each) => `${each} ${statuses.filter((one) => one === each).length}`)}`);
  expect(statuses.at(-1)).toBe(200);
});

/** Asks how a server does until a siege is over, and ends it. */
async function expectHealth(server: Running, siege: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  void siege.finally(() => over.abort());
  const waits: number[] = [];
  while (!over.signal.aborted) {
    waits.push((await server.ask("/api/v1/health", "203.0.113.1")).milliseconds);
    await setTimeout(50);
  }
  const delay = await server.metric("canju_event_loop_delay_seconds");
  await server.stop();
  waits.sort((a, b) => a - b);
  const at = (share: number) => waits[Math.floor(share * waits.length)]!.toFixed(0);
  console.log(
    `/health ${waits.length} times: median ${at(0.5)} ms, p99 ${at(0.99)} ms, most ${at(0.9999)} ms; the event loop was held for ${(1000 * delay).toFixed(0)} ms at most`,
  );
  expect(Number(at(0.99))).toBeLessThan(100);
}
