/** Builds endgames with their closures into a data folder. What is there is kept; each table is complete or absent. */
import { createHash } from "node:crypto";
import { cpus } from "node:os";
import { readFile, rm } from "node:fs/promises";
import type { Endgame } from "../../endgame/endgame.ts";
import { checkFits, type Estimate } from "../estimate.ts";
import { availableMemory } from "../../endgame/node/memory.ts";
import { closure, subEndgames } from "../../endgame/graph.ts";
import { DamagedTableError } from "../../table/errors.ts";
import { FolderCatalog } from "../../table/node/folder-catalog.ts";
import { readSum, writeSum } from "../../table/node/record-file.ts";
import { writeTable } from "../../table/node/writer.ts";
import { InputError } from "../../xiangqi/errors.ts";
import type { Effort } from "../../table/codec.ts";
import type { TableInfo } from "../../table/header.ts";
import type { Table } from "../../table/table.ts";
import { rulesOf, solveContent, type Reading } from "../content.ts";
import type { Kernel, SolveProgress } from "../kernel.ts";
import { MOST_BYTES } from "../vector/memory.ts";
import { vectorKernel } from "../vector/vector-kernel.ts";
import { builtPath } from "../../endgame/node/built-path.ts";
import { startTeam } from "./team.ts";

export interface BuildOptions extends Reading {
  readonly folder: string;
  /** Default: one for each processor. */
  readonly threads?: number;
  /** How small the files are to be. Default `fast`. */
  readonly effort?: Effort;
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: BuildEvent) => void;
  /** Memory that may be used; default: what is free now. */
  readonly memoryBytes?: number;
}

export type BuildEvent =
  | { readonly kind: "plan"; readonly endgames: readonly string[]; readonly present: readonly string[] }
  | { readonly kind: "start"; readonly endgame: string; readonly number: number; readonly estimate: Estimate }
  | { readonly kind: "solving"; readonly endgame: string; readonly progress: SolveProgress }
  | { readonly kind: "writing"; readonly endgame: string; readonly done: number }
  | { readonly kind: "built"; readonly endgame: string; readonly table: BuiltTable }
  | { readonly kind: "damaged"; readonly endgame: string; readonly message: string };

export interface BuiltTable {
  readonly endgame: string;
  readonly path: string;
  readonly cells: number;
  readonly fileBytes: number;
  readonly bitsPerPosition: number;
  /** CPU seconds of all threads in the solving phase. */
  readonly solveSeconds: number;
  /** Wall seconds of everything. */
  readonly seconds: number;
  readonly memoryBytes: number;
  readonly subMemoryBytes: number;
}

export interface BuildReport {
  readonly built: readonly BuiltTable[];
  readonly present: readonly string[];
}

/**
 * Builds the closure of the endgames, smallest first, skipping what exists. A damaged table that is met on the way is
 * rebuilt. Interrupting it loses at most the endgame in work.
 * @throws InputError when one of them cannot fit or be built, before anything is built
 */
export async function buildClosure(endgames: readonly Endgame[], options: BuildOptions): Promise<BuildReport> {
  const { folder, metric, rules, orders, signal, onEvent } = options;
  const catalog = new FolderCatalog(folder, { metric, rules, orders });
  const wanted = closure(endgames);
  const limit = Math.min(options.memoryBytes ?? availableMemory(), MOST_BYTES);
  // The largest first: what cannot be built is then named as it was asked for.
  const estimates = new Map(wanted.toReversed().map((each) => [each.name, checkFits(each, rules, limit)]));
  const threads = options.threads ?? cpus().length;
  const present: string[] = [];
  const built: BuiltTable[] = [];
  const team = startTeam(threads);
  try {
    const kernel = vectorKernel(await kernelModule(), team, { reuseMemory: true });
    for (const endgame of wanted) {
      if (await isPresent(catalog, endgame, options)) present.push(endgame.name);
    }
    onEvent?.({ kind: "plan", endgames: wanted.map(({ name }) => name), present });
    const build = async (endgame: Endgame): Promise<void> => {
      signal?.throwIfAborted();
      onEvent?.({ kind: "start", endgame: endgame.name, number: built.length, estimate: estimates.get(endgame.name)! });
      try {
        const table = await buildOne(endgame, catalog, kernel, threads, options);
        built.push(table);
        onEvent?.({ kind: "built", endgame: endgame.name, table });
      } catch (error) {
        // A sub-endgame's blocks are checked only as they are read: rebuild the damaged one, then try again.
        const damaged = error instanceof DamagedTableError && subOfFile(endgame, catalog, error.file);
        if (!damaged) throw error;
        onEvent?.({ kind: "damaged", endgame: damaged.name, message: error.message });
        catalog.forget(damaged.name);
        await rm(error.file, { force: true });
        await build(damaged);
        await build(endgame);
      }
    };
    for (const endgame of wanted) if (!present.includes(endgame.name)) await build(endgame);
    return { built, present };
  } finally {
    await team.close();
    await catalog.close();
  }
}

/**
 * Whether a table is there and its bytes fit its SHA-256: others are built from it.
 * @throws InputError when a table is there that was built under another reading of the rules
 */
async function isPresent(catalog: FolderCatalog, { name }: Endgame, options: BuildOptions): Promise<boolean> {
  let table: Table | null;
  try {
    table = await catalog.open(name);
    await table?.verifyBytes(newHash);
  } catch (error) {
    if (!(error instanceof DamagedTableError)) throw error;
    catalog.forget(name);
    options.onEvent?.({ kind: "damaged", endgame: name, message: error.message });
    return false;
  }
  if (table === null) return false;
  const wanted = rulesOf(options).switches;
  const found = table.header.info.switches;
  const other = Object.keys(wanted).find((key) => wanted[key] !== found[key]);
  if (other === undefined) return true;
  const stand = `${other} = ${found[other]}, wanted ${wanted[other]}`;
  throw new InputError("other-rules", `${table.file} was built under other rules (${stand}): use another data folder`);
}

function subOfFile(endgame: Endgame, catalog: FolderCatalog, file: string): Endgame | undefined {
  return subEndgames(endgame).find((sub) => catalog.pathOf(sub.name) === file);
}

async function buildOne(
  endgame: Endgame,
  catalog: FolderCatalog,
  kernel: Kernel,
  threads: number,
  options: BuildOptions,
): Promise<BuiltTable> {
  const { signal, onEvent, effort } = options;
  const started = performance.now();
  const { content, solution, sum } = await solveContent(endgame, {
    ...options,
    kernel,
    threads,
    open: (name) => openSub(catalog, name),
    knownSum: ({ file, header }) => readSum(file, header),
    onProgress: (progress) => onEvent?.({ kind: "solving", endgame: endgame.name, progress }),
  });
  const { cells } = content;
  const contentSum = sum(newHash);
  const info: TableInfo = { ...content.info, contentSum, ...(effort === "small" && { small: true }) };
  const written = await writeTable(
    catalog.pathOf(endgame.name),
    { ...content, info },
    {
      effort,
      threads,
      signal,
      onProgress: (done) =>
        onEvent?.({ kind: "writing", endgame: endgame.name, done: Math.min(1, done / (2 * cells)) }),
    },
  );
  const { sha256 } = written.header;
  await writeSum(written.path, { endgame: endgame.name, sha256, sum: contentSum });
  return {
    endgame: endgame.name,
    path: written.path,
    cells,
    fileBytes: written.fileBytes,
    bitsPerPosition: written.bitsPerPosition,
    solveSeconds: solution.seconds,
    seconds: (performance.now() - started) / 1000,
    memoryBytes: solution.memoryBytes,
    subMemoryBytes: solution.subMemoryBytes,
  };
}

async function openSub(catalog: FolderCatalog, name: string): Promise<Table> {
  const table = await catalog.open(name);
  if (table === null) throw new Error(`${name} vanished from the data folder while it was needed`);
  return table;
}

const newHash = () => createHash("sha256");

let compiled: Promise<WebAssembly.Module> | undefined;

/** The compiled vector kernel. */
export function kernelModule(): Promise<WebAssembly.Module> {
  compiled ??= builtPath("kernel").then(async (path) => WebAssembly.compile(await readFile(path)));
  return compiled;
}
