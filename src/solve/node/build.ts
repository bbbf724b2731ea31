/** Builds endgames with their closures into a data folder. What is there is kept; each table is complete or absent. */
import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import type { Endgame } from "../../endgame/endgame.ts";
import { checkFits, planMemory } from "../estimate.ts";
import { availableMemory } from "../../endgame/node/memory.ts";
import { closure, subEndgames } from "../../endgame/graph.ts";
import { DamagedTableError } from "../../table/errors.ts";
import { FolderCatalog } from "../../table/node/folder-catalog.ts";
import { InputError } from "../../xiangqi/errors.ts";
import type { Table } from "../../table/table.ts";
import { rulesOf } from "../content.ts";
import { startPipeline, type BuildOptions, type BuiltTable } from "./pipeline.ts";

export type { BuildEvent, BuildOptions, BuiltTable } from "./pipeline.ts";

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
  const memory = options.memoryBytes ?? availableMemory();
  // The largest first: what cannot be built is then named as it was asked for.
  const estimates = new Map(wanted.toReversed().map((each) => [each.name, checkFits(each, rules, memory, metric)]));
  const present: string[] = [];
  try {
    for (const endgame of wanted) {
      if (await isPresent(catalog, endgame, options)) present.push(endgame.name);
    }
    const absent = wanted.filter(({ name }) => !present.includes(name));
    const memoryPlan = planMemory(absent, ({ name }) => estimates.get(name)!, memory);
    const names = wanted.map(({ name }) => name);
    onEvent?.({ kind: "plan", endgames: names, present, memoryBytes: memoryPlan.bytes });
    if (absent.length === 0) return { built: [], present };
    const pipeline = await startPipeline(absent, catalog, estimates, memoryPlan, options);
    try {
      const build = async (endgame: Endgame): Promise<void> => {
        signal?.throwIfAborted();
        try {
          await pipeline.build(endgame);
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
      for (const endgame of absent) await build(endgame);
      return { built: await pipeline.finish(), present };
    } finally {
      await pipeline.close();
    }
  } finally {
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

const newHash = () => createHash("sha256");
