/** The tables that a command reads. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import {
  type Endgame,
  attackingMen,
  canonicalEndgame,
  coneOf,
  endgameOf,
  isBeyondOffers,
  parseEndgame,
} from "../../endgame/endgame.ts";
import { closureOfTables } from "../../endgame/graph.ts";
import { collectionPath, openOrMissing, TABLE_SUFFIX, type TableProvider } from "../../table/catalog/catalog.ts";
import { buildCommand } from "../../table/catalog/collection.ts";
import { DamagedTableError, MissingTableError } from "../../table/format/errors.ts";
import { formatCollection } from "../../table/format/header.ts";
import { FolderCatalog, type CatalogEntry } from "../../table/node/folder-catalog.ts";
import { isProofStale, readProof, renewProof, stampAt } from "../../table/node/record-file.ts";
import type { ProofRecord } from "../../table/format/proof.ts";
import { InputError } from "../../base/errors.ts";
import { LimitedMemoryError } from "../../base/program-memory.ts";
import { holding } from "../../query/lookup.ts";
import type { Position } from "../../xiangqi/position.ts";
import { interruptible } from "./errors.ts";
import { formatSeconds } from "./output.ts";
import { type TableOptions, checkDataFolder } from "./options.ts";

/** What commands about a position are told beside where its tables lie. */
export interface PositionOptions extends TableOptions {
  /** What is missing is built however long that takes. */
  readonly build?: true;
}

/**
 * Uses the tables that the options name, and closes them. One that is missing is built, where that takes not long, and `use` begins again.
 * @param position what is looked up, as in `buildingMissing`
 */
export async function withTables<T>(
  options: PositionOptions,
  use: (catalog: FolderCatalog) => Promise<T>,
  position?: Position,
): Promise<T> {
  await checkDataFolder(options.data);
  const catalog = new FolderCatalog(options.data, options);
  try {
    return await buildingMissing(options, () => use(catalog), position);
  } finally {
    await catalog.close();
  }
}

/**
 * Does something with tables; one that is missing is built with all it needs, and the work begins again. Of one that is damaged is said what mends it.
 * @param position whatever is missing is missing for it: where its endgame has soldiers and takes long, what it can reach is built instead
 * @throws InputError where what is missing takes long, and nobody has asked for it
 */
export async function buildingMissing<T>(
  options: PositionOptions,
  work: () => Promise<T>,
  position?: Position,
): Promise<T> {
  const built = new Set<string>();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof DamagedTableError && error.endgame !== null) {
        const remedy = `${buildCommand(error.endgame, options)} mends it`;
        throw new InputError(error.code, `${error.message}; ${remedy}`, { cause: error });
      }
      if (!(error instanceof MissingTableError)) throw error;
      const name = await tableFor(error, options, position);
      if (built.has(name)) throw error;
      built.add(name);
      await buildMissing(name, options);
    }
  }
}

/** Of what is told to take longer nothing is built unasked. */
const UNASKED_SECONDS = 10;

/**
 * What is built in place of a missing table: the endgame that is missing, where it takes no longer than UNASKED_SECONDS;
 * else the cone of the position that it is missing for, if there is one.
 * @throws InputError where that takes longer, and nobody has asked for it
 */
async function tableFor(missing: MissingTableError, options: PositionOptions, position?: Position): Promise<string> {
  const cone = position && canonicalEndgame(coneOf(position.board)).endgame;
  const hasCones = cone?.from !== undefined && options.rules !== "chinese" && options.orders === "fang";
  const { secondsToBuild } = await import("../../solve/build/estimate.ts");
  const told = (endgame: Endgame): readonly [least: number, most: number] => {
    const path = (name: string) => join(options.data, collectionPath(options), `${name}${TABLE_SUFFIX}`);
    const absent = closureOfTables([endgame]).filter(({ name }) => !existsSync(path(name)));
    return secondsToBuild(absent, options.rules, availableParallelism());
  };
  // The middle of what is told, which spans a factor of five.
  const isSoon = ([least, most]: readonly [number, number]) => Math.sqrt(least * most) <= UNASKED_SECONDS;
  const isBeyond = isBeyondOffers(missing.endgame);
  if (isBeyond && !hasCones) {
    if (cone?.from !== undefined) (await import("../../solve/build/content.ts")).checkCones([cone], options);
    throw missing;
  }
  const whole = parseEndgame(missing.endgame);
  if (!isBeyond && isSoon(told(whole))) return whole.name;
  const [wanted, what] = hasCones ? [cone, `what this position can reach, ${cone.name},`] : [whole, whole.name];
  const [least, most] = told(wanted);
  if (options.build || isSoon([least, most])) return wanted.name;
  const takes = `${what} takes ${formatSeconds(least)} to ${formatSeconds(most)} to build`;
  const remedy = position === undefined ? `${buildCommand(wanted.name, options)} makes it` : "say --build";
  throw new InputError("missing-table", `there is no table (${formatCollection(options)}); ${takes}: ${remedy}`);
}

async function buildMissing(name: string, options: TableOptions): Promise<void> {
  // Loaded only here: mostly the tables are there.
  const { buildTables, BuildProgress } = await import("./building.ts");
  const progress = new BuildProgress(name);
  try {
    await interruptible(
      (signal) => buildTables([parseEndgame(name)], options, signal, progress),
      () => progress.note("stopping ..."),
    );
  } catch (error) {
    if (!(error instanceof InputError) || error.code === "too-many-attacking-men") throw error;
    // Most commands that build what is missing have no --memory.
    const problem =
      error instanceof LimitedMemoryError
        ? `${error.problem}: ${buildCommand(name, options)} ${error.remedy}`
        : error.message;
    const why = `there is no table for ${name} (${formatCollection(options)}) and none can be built: ${problem}`;
    throw new InputError("missing-table", why, { cause: error });
  }
}

/**
 * The proof of a table. Of a file to which something was done since it was proven, such as a copy, the bytes are compared with
 * its SHA-256 first.
 * @throws DamagedTableError if they do not fit
 */
export async function proofOf(
  catalog: FolderCatalog,
  { endgame, path, header, verified }: CatalogEntry,
): Promise<ProofRecord | null> {
  if (verified !== null || !(await isProofStale(path, header))) return verified;
  const stamp = await stampAt(path);
  catalog.forget(endgame);
  await (await openOrMissing(catalog, endgame)).verifyBytes(() => createHash("sha256"));
  await renewProof(path, header, stamp).catch(() => {}); // where nothing can be written it is read again next time
  return readProof(path, header);
}

/** Names a position's own endgame when its table is missing, not one of those that a capture leads to. */
export async function requireTable(position: Position, provider: TableProvider): Promise<void> {
  const { endgame } = canonicalEndgame(endgameOf(position.board));
  if (attackingMen(endgame.red).length > 0) await holding(position, provider);
}
