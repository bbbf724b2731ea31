/** The tables that a command reads. */
import { createHash } from "node:crypto";
import { attackingMen, canonicalEndgame, endgameOf, parseEndgame } from "../../endgame/endgame.ts";
import { openOrMissing, type TableProvider } from "../../table/catalog/catalog.ts";
import { MissingTableError } from "../../table/format/errors.ts";
import { formatCollection } from "../../table/format/header.ts";
import { FolderCatalog, type CatalogEntry } from "../../table/node/folder-catalog.ts";
import { isProofStale, readProof, renewProof, stampAt } from "../../table/node/record-file.ts";
import type { ProofRecord } from "../../table/format/proof.ts";
import { InputError } from "../../base/errors.ts";
import { holding } from "../../query/lookup.ts";
import type { Position } from "../../xiangqi/position.ts";
import { interruptible } from "./errors.ts";
import { type TableOptions, checkDataFolder } from "./options.ts";

/** Uses the tables that the options name, and closes them. One that is missing is built, and `use` begins again. */
export async function withTables<T>(options: TableOptions, use: (catalog: FolderCatalog) => Promise<T>): Promise<T> {
  await checkDataFolder(options.data);
  const catalog = new FolderCatalog(options.data, options);
  try {
    return await buildingMissing(options, () => use(catalog));
  } finally {
    await catalog.close();
  }
}

/** Does something with tables; one that is missing is built with all it needs, and the work begins again. */
export async function buildingMissing<T>(options: TableOptions, work: () => Promise<T>): Promise<T> {
  const built = new Set<string>();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof MissingTableError) || built.has(error.endgame)) throw error;
      built.add(error.endgame);
      await buildMissing(error.endgame, options);
    }
  }
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
    const why = `there is no table for ${name} (${formatCollection(options)}) and none can be built: ${error.message}`;
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
