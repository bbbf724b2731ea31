/** The tables that a command reads. */
import { stat } from "node:fs/promises";
import { attackingMen, canonicalEndgame, endgameOf, parseEndgame } from "../endgame/endgame.ts";
import { checkFits } from "../solve/estimate.ts";
import { DEFAULT_COLLECTION, openOrMissing, type TableProvider } from "../table/catalog.ts";
import { MissingTableError } from "../table/errors.ts";
import { formatBytes } from "../table/sizes.ts";
import { FolderCatalog } from "../table/node/folder-catalog.ts";
import { InputError } from "../xiangqi/errors.ts";
import type { Position } from "../xiangqi/position.ts";
import { defaultDataFolder, type TableOptions } from "./options.ts";

/** Uses the tables that the options name, and closes them. A missing one is explained by how to get it. */
export async function withTables<T>(options: TableOptions, use: (catalog: FolderCatalog) => Promise<T>): Promise<T> {
  await checkDataFolder(options.data);
  const catalog = new FolderCatalog(options.data, options);
  try {
    return await use(catalog);
  } catch (error) {
    throw explainMissing(error, options);
  } finally {
    await catalog.close();
  }
}

/** @throws InputError when something that is no folder is there. There need not be anything. */
export async function checkDataFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(({ code }: NodeJS.ErrnoException) => code);
  if (found === "ENOENT" || (typeof found === "object" && found.isDirectory())) return;
  const why = typeof found === "object" || found === "ENOTDIR" ? "it is no folder" : `it cannot be reached (${found})`;
  throw new InputError("bad-data-folder", `${folder} cannot be the data folder: ${why}`);
}

/** Names a position's own endgame when its table is missing, not one of those that a capture leads to. */
export async function requireTable(position: Position, provider: TableProvider): Promise<void> {
  const { endgame } = canonicalEndgame(endgameOf(position.board));
  if (attackingMen(endgame.red).length > 0) await openOrMissing(provider, endgame.name);
}

/** For a missing table: its estimated size and the command that builds it. Any other error as it is. */
export function explainMissing(error: unknown, options: TableOptions): unknown {
  if (!(error instanceof MissingTableError)) return error;
  const { endgame } = error;
  try {
    const { fileBytes } = checkFits(parseEndgame(endgame), "none", Infinity);
    const size = `about ${formatBytes(fileBytes)}`;
    const command = `canju build ${endgame}${flagsOf(options)}`;
    return new InputError(error.code, `there is no table for ${endgame} (${size}): "${command}" builds it`);
  } catch (reason) {
    if (!(reason instanceof InputError)) throw reason;
    return new InputError(error.code, `there is no table for ${endgame} and none can be built: ${reason.message}`);
  }
}

/** The options of a command for the same tables, where they differ from the defaults. */
function flagsOf({ metric, rules, orders, data }: TableOptions): string {
  const flags = [
    metric === DEFAULT_COLLECTION.metric ? "" : ` --metric ${metric}`,
    rules === DEFAULT_COLLECTION.rules ? "" : ` --rules ${rules}`,
    rules === "none" || orders === DEFAULT_COLLECTION.orders ? "" : ` --orders ${orders}`,
    data === defaultDataFolder() ? "" : ` --data ${/^[\w./~:\\-]+$/.test(data) ? data : JSON.stringify(data)}`,
  ];
  return flags.join("");
}
