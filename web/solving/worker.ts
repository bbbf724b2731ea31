/** The thread that builds endgames in a browser: it answers one request, then it is ended. */
import { parseEndgame } from "../../src/endgame/endgame.ts";
import type { BuildState } from "../../src/solve/build-figures.ts";
import type { TeamResult } from "../../src/solve/vector/member.ts";
import { joined, teamOfOne, type Team } from "../../src/solve/vector/team.ts";
import { KernelMemory } from "../../src/solve/vector/memory.ts";
import { kernelOfRules } from "../../src/solve/kernel-of-rules.ts";
import type { Collection } from "../../src/table/catalog.ts";
import { InputError } from "../../src/xiangqi/errors.ts";
import { tablesByRange } from "../answers/host-tables.ts";
import { completed, tablesInMemory } from "../../src/table/memory-catalog.ts";
import kernelUrl from "../../build/kernel.wasm?url";
import { buildClosureInMemory } from "../../src/solve/in-memory.ts";
import { MOST_BYTES } from "./plan.ts";

export interface BuildRequest {
  readonly endgame: string;
  readonly collection: Collection;
  /** Of the folder with the tables that are there. */
  readonly url: string;
  /** Canonical names of these. */
  readonly listed: readonly string[];
  /** Tables built in this browser before, by canonical name. */
  readonly built: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
}

export type BuildMessage =
  | { readonly kind: "progress"; readonly progress: BuildState }
  | { readonly kind: "table"; readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly code: string; readonly message: string };

const MOST_THREADS = 8;

const tell = (message: BuildMessage) => postMessage(message);

addEventListener("message", ({ data }: MessageEvent<BuildRequest>) => {
  build(data).then(
    () => tell({ kind: "done" }),
    (error: unknown) => {
      const code = error instanceof InputError ? error.code : "internal";
      tell({ kind: "failed", code, message: error instanceof Error ? error.message : String(error) });
    },
  );
});

async function build({ endgame, collection, url, listed, built }: BuildRequest): Promise<void> {
  const threads = self.crossOriginIsolated ? Math.min(MOST_THREADS, navigator.hardwareConcurrency) : 1;
  const team = self.crossOriginIsolated ? teamOfWorkers(threads) : teamOfOne();
  const module = await WebAssembly.compile(await (await fetch(kernelUrl)).arrayBuffer());
  await buildClosureInMemory(parseEndgame(endgame), {
    ...collection,
    kernel: kernelOfRules(module, team, new KernelMemory(MOST_BYTES)),
    threads,
    tables: completed(tablesInMemory(collection, built), tablesByRange(url, collection)),
    present: new Set([...listed, ...built.keys()]),
    onProgress: (progress) => tell({ kind: "progress", progress }),
    onTable: (name, bytes) => tell({ kind: "table", name, bytes }),
  });
}

/** The kernel's threads: workers that share one memory. Only for pages that are cross-origin isolated. */
function teamOfWorkers(threads: number): Team {
  const workers = Array.from(
    { length: threads },
    (_, thread) => new Worker(new URL("./member-worker.ts", import.meta.url), { type: "module", name: String(thread) }),
  );
  const ask = (worker: Worker, work: Parameters<Team["run"]>[0]): Promise<TeamResult> =>
    new Promise((resolve, reject) => {
      worker.addEventListener("message", ({ data }: MessageEvent<TeamResult>) => resolve(data), { once: true });
      worker.addEventListener("error", ({ message }) => reject(new Error(message)), { once: true });
      worker.postMessage(work, []);
    });
  return {
    threads,
    async run(work) {
      const started = performance.now();
      const results = await Promise.all(workers.map((worker) => ask(worker, work)));
      return { ...joined(results), seconds: ((performance.now() - started) / 1000) * threads };
    },
    async close() {
      for (const worker of workers) worker.terminate();
    },
  };
}
