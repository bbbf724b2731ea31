import { open } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { parseEndgame } from "../../../src/endgame/endgame.ts";
import { buildClosure } from "../../../src/solve/node/build.ts";
import { DEFAULT_COLLECTION } from "../../../src/table/catalog/catalog.ts";
import { longGame } from "./long-game.ts";
import { runServer, type Running } from "./running.ts";

/** What visitors ask, damaged tables included: KRKN's blocks are, its header is not. */
const PATHS = [
  "/api/v1/probe?fen=4k4/9/9/9/9/9/9/9/1n7/R2K5_w",
  "/api/v1/probe?fen=3k5/4a4/9/9/9/9/9/9/4R4/4K4_w",
  "/api/v1/probe?fen=4k4/9/9/9/9/9/9/9/1c7/R2K5_w",
  "/api/v1/line?fen=3k5/4a4/9/9/9/9/9/9/4R4/4K4_w",
  "/api/v1/explain?fen=4k4/9/9/9/9/9/9/9/1n7/R2K5_w",
  "/api/v1/random?endgame=KRKA&outcome=draw",
  "/api/v1/random?endgame=KRKN&outcome=win",
  "/api/v1/tables",
  "/api/v1/tables/KRKA",
  `/api/v1/adjudicate?${longGame(24)}`,
  "/api/v1/material?name=KRNKCCAABB",
  "/tables/asian/dtc/KRKA.canju",
  "/tables/asian/dtc/KRKN.canju",
  "/api/v1/nothing",
];

interface Sample {
  readonly files: number;
  readonly bytes: number;
  /** Seconds. */
  readonly delay: number;
}

async function sampleOf(server: Running): Promise<Sample> {
  const names = ["process_open_fds", "process_resident_memory_bytes", "canju_event_loop_delay_seconds"];
  const [files, bytes, delay] = await Promise.all(names.map((name) => server.metric(name)));
  return { files: files!, bytes: bytes!, delay: delay! };
}

/** KRKA, and KRKN with every block damaged. */
export async function writeSoakTables(folder: string): Promise<void> {
  await buildClosure(["KRKA", "KRKN"].map(parseEndgame), { ...DEFAULT_COLLECTION, folder, threads: 1 });
  const file = await open(join(folder, "asian/dtc/KRKN.canju"), "r+");
  const { size } = await file.stat();
  const first = 20_000; // behind the header and the directory
  await file.write(new Uint8Array(size - first).fill(0xa5), 0, size - first, first);
  await file.close();
}

/** Asks so many times in each of some rounds; gives what the server took after each. */
export async function soak(folder: string, rounds: number, requests: number): Promise<Sample[]> {
  const server = await runServer(folder, "--rate-limit", "0");
  const samples: Sample[] = [];
  try {
    for (let round = 0; round < rounds; round++) {
      let left = requests;
      const client = async (): Promise<void> => {
        while (left-- > 0) {
          const path = PATHS[left % PATHS.length]!;
          const { status, body } = await server.ask(path);
          if (status >= 500) expect([path, body]).toEqual([path, expect.stringContaining("KRKN.canju is damaged")]);
        }
      };
      await Promise.all(Array.from({ length: 8 }, client));
      samples.push(await sampleOf(server));
    }
    return samples;
  } finally {
    await server.stop();
  }
}
