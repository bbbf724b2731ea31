/** The thread that builds endgames in a browser: it answers one request, then it is ended. */
import { parseEndgame } from "../../src/endgame/endgame.ts";
import type { BuildState } from "../../src/solve/build/build-figures.ts";
import { teamOfOne } from "../../src/solve/host/team.ts";
import { KernelMemory } from "../../src/solve/host/memory.ts";
import { kernelOfRules } from "../../src/solve/build/content.ts";
import type { Collection } from "../../src/table/catalog/catalog.ts";
import { InputError } from "../../src/base/errors.ts";
import { CODECS } from "../../src/doors/package/zstd.ts";
import { tablesInBlobs } from "../answers/blobs.ts";
import { BLOBS } from "./blob-files.ts";
import { tablesByRange } from "../answers/host-tables.ts";
import { completed } from "../../src/table/catalog/memory-catalog.ts";
import kernelUrl from "../../build/kernel.wasm?url";
import { buildClosureInMemory, sheetsOfOne } from "../../src/solve/build/in-memory.ts";
import { canShareFiles, newShelfFiles, Shelves } from "./shelves.ts";
import { startTeam } from "./team.ts";

export interface BuildRequest {
  readonly endgame: string;
  readonly collection: Collection;
  /** Of the folder with the tables that are there. */
  readonly url: string;
  /** Canonical names of these. */
  readonly listed: readonly string[];
  /** Tables built in this browser before, by canonical name. */
  readonly built: ReadonlyMap<string, Blob>;
  /** What the kernel's memory may grow to. */
  readonly kernelBytes: number;
  /** The name of the build where it puts something aside; null: all has room in memory. */
  readonly shelves: string | null;
}

export type BuildMessage =
  | { readonly kind: "progress"; readonly progress: BuildState }
  | { readonly kind: "table"; readonly name: string; readonly file: Blob }
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly code: string; readonly message: string };

const MOST_THREADS = 8;

const tell = (message: BuildMessage) => postMessage(message);

addEventListener("message", ({ data }: MessageEvent<BuildRequest>) => {
  build(data).then(
    () => tell({ kind: "done" }),
    (error: unknown) => {
      const code = error instanceof InputError ? error.code : "unknown";
      tell({ kind: "failed", code, message: error instanceof Error ? error.message : String(error) });
    },
  );
});

async function build(request: BuildRequest): Promise<void> {
  const { endgame, collection, url, listed, built, kernelBytes } = request;
  const files = request.shelves === null ? [] : await newShelfFiles(request.shelves);
  const isTeam = self.crossOriginIsolated && (files.length === 0 || canShareFiles());
  const shelves = await Shelves.open(files, isTeam);
  const threads = isTeam ? Math.min(MOST_THREADS, navigator.hardwareConcurrency) : 1;
  const team = isTeam ? await startTeam(threads, files) : teamOfOne(shelves.open);
  const module = await WebAssembly.compile(await (await fetch(kernelUrl)).arrayBuffer());
  const memory = new KernelMemory(kernelBytes);
  await buildClosureInMemory(parseEndgame(endgame), {
    ...collection,
    kernel: kernelOfRules(module, team, memory),
    threads,
    sheets: sheetsOfOne(module, memory, shelves.open),
    memory,
    files: BLOBS,
    ...(files.length > 0 && { makeShelf: shelves.make }),
    tables: completed(tablesInBlobs(collection, built, CODECS), tablesByRange(url, collection)),
    present: new Set([...listed, ...built.keys()]),
    onProgress: (progress) => tell({ kind: "progress", progress }),
    onTable: (name, file) => tell({ kind: "table", name, file }),
  });
}
