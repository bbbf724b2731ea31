/**
 * How fast the server answers probes over loopback, from a warm cache: a server in a child process, a few keep-alive
 * connections that each ask again as soon as they have their answer. Limits: 1,000 probes a second on one
 * core, the 99th percentile under 5 ms.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { Agent, get } from "node:http";
import { join } from "node:path";
import { applyMove, legalMoves } from "../src/xiangqi/moves.ts";
import { formatFen, parseFen } from "../src/xiangqi/fen.ts";
import { beginStore, makeIdentity } from "../packages/fleet/src/identity.ts";
import { DEFAULT_COLLECTION } from "../src/table/catalog/collection.ts";
import { FolderCatalog } from "../src/table/node/folder-catalog.ts";
import type { Section } from "./report.ts";
import { openStore } from "../packages/fleet/src/open-store.ts";

const CONNECTIONS = [1, 2, 4];
const WARM_UP = 1_000;
const REQUESTS = 5_000;
/** Moves played from each example position, so that many different blocks are asked for. */
const WALK = 20;
const LEAST_PER_SECOND = 1_000;
/** On one core, from a store with a warm cache. */
const LEAST_OF_STORE = 2_000;
const MOST_MILLISECONDS = 5;

/** Probes positions of all tables in the folder. */
export async function benchProbes(dataDir: string, log: (line: string) => void): Promise<Section> {
  const fens = await examplePositions(dataDir);
  const rows: string[][] = [];
  for (const connections of CONNECTIONS) {
    log(`probing ${fens.length} positions on ${connections} connections`);
    rows.push([String(connections), ...(await probeAll(fens, connections, LEAST_PER_SECOND, [dataDir]))]);
  }
  return {
    title: "Probes",
    about:
      `GET /api/v1/probe over loopback, ${fens.length} positions in turn, ${REQUESTS} probes a row, every answer with all ` +
      "its moves. The server is one process and computes on one thread; probes for each second of its CPU time are what " +
      "one core gives when the client takes nothing of it.",
    columns: ["connections", ...FIGURES],
    rows,
  };
}

/** The same tables from their folder, and from a store with everything in the server's caches. */
export async function benchStoreProbes(dataDir: string, root: string, log: (line: string) => void): Promise<Section> {
  const store = await openStore(`file:${dataDir}`); // laid out alike
  await beginStore(store, makeIdentity(DEFAULT_COLLECTION));
  const fens = await examplePositions(dataDir);
  const cache = mkdtempSync(join(root, "cache-"));
  const rows: string[][] = [];
  for (const [what, args] of [
    ["a data folder", [dataDir]],
    ["a store", [cache, store.url]],
  ] as const) {
    log(`probing ${fens.length} positions of ${what}`);
    rows.push([what, ...(await probeAll(fens, 2, LEAST_OF_STORE, args))]);
  }
  return {
    title: "Probes of a fleet's store",
    about: `As above, 2 connections: tables of the server's own folder, and the same from a store when the caches are warm, without a request to it.`,
    columns: ["tables of", ...FIGURES],
    rows,
  };
}

const FIGURES = ["probes/s", "per CPU second", "at least", "p50 ms", "p99 ms", "limit", "slowest ms"];

/** @param args of probe-server.ts */
async function probeAll(
  fens: readonly string[],
  connections: number,
  least: number,
  args: readonly string[],
): Promise<string[]> {
  const server = fork(join(import.meta.dirname, "probe-server.ts"), args);
  try {
    const [{ url }] = (await once(server, "message")) as [{ url: string }];
    const urls = fens.map((fen) => `${url}api/v1/probe?rules=asian&fen=${fen.replaceAll(" ", "_")}`);
    await measure(urls, 1, WARM_UP);
    /** Microseconds of CPU that the server has used. */
    const serverCpu = async (): Promise<number> => {
      server.send("cpu");
      const [{ cpu }] = (await once(server, "message")) as [{ cpu: number }];
      return cpu;
    };
    const before = await serverCpu();
    const started = performance.now();
    const times = await measure(urls, connections, REQUESTS);
    const seconds = (performance.now() - started) / 1000;
    const cpu = ((await serverCpu()) - before) / 1e6 / REQUESTS;
    times.sort((a, b) => a - b);
    const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))]!.toFixed(2);
    const rates = [(REQUESTS / seconds).toFixed(0), (1 / cpu).toFixed(0), String(least)];
    return [...rates, at(0.5), at(0.99), String(MOST_MILLISECONDS), at(1)];
  } finally {
    server.kill();
  }
}

/** Positions on random walks from the longest wins of the endgames, the same every time. */
async function examplePositions(dataDir: string): Promise<string[]> {
  const catalog = new FolderCatalog(dataDir, { rules: "asian" });
  const { tables } = await catalog.list();
  const found: string[] = [];
  let random = 1;
  for (const { header } of tables) {
    for (const start of [header.info.red.longestWinFen, header.info.black.longestWinFen]) {
      if (start === null) continue;
      let position = parseFen(start);
      for (let ply = 0; ply < WALK; ply++) {
        found.push(formatFen(position));
        const moves = legalMoves(position);
        if (moves.length === 0) break;
        random = (random * 48_271) % 2_147_483_647;
        position = applyMove(position, moves[random % moves.length]!);
      }
    }
  }
  if (found.length === 0) throw new Error(`no table in ${dataDir} with a win in it`);
  return found;
}

/** Milliseconds of each request. */
async function measure(urls: readonly string[], connections: number, requests: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  let next = 0;
  const ask = async () => {
    while (next < requests) {
      const started = performance.now();
      await request(urls[next++ % urls.length]!, agent);
      times.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: connections }, ask));
  agent.destroy();
  return times;
}

function request(address: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = get(address, { agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${address}: status ${response.statusCode}`));
      response.resume().on("end", resolve);
    });
    asked.on("error", reject);
  });
}
