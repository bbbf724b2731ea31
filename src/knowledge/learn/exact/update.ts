/** The exact inputs of inference from a data folder: every solved endgame that is not counted yet is counted. */
import { attackingMen, parseEndgame, type Endgame } from "../../../endgame/endgame.ts";
import type { TableHeader } from "../../../table/format/header.ts";
import { FolderCatalog } from "../../../table/node/folder-catalog.ts";
import type { Distribution, Measured } from "../../material/paper/basic.ts";
import { countOutcomes } from "./count.ts";
export const NOTHING_MEASURED: Measured = {
  kind: "canju-material-distributions",
  rules: "asian",
  tables: {},
  materials: {},
};

export interface UpdateOptions {
  /** The data folder. */
  readonly data: string;
  /** Which endgames are counted. Those without attacking men, all drawn, never are. */
  readonly belongs: (endgame: Endgame) => boolean;
  readonly signal?: AbortSignal;
  /** A line for each table counted. */
  readonly tell?: (line: string) => void;
}

/**
 * Adds the folder's tables that `known` lacks or that were built anew since. What is known stays when its table is gone.
 * When the signal stops it, what it has counted is returned.
 */
export async function updateDistributions(
  known: Measured,
  { data, belongs, signal, tell }: UpdateOptions,
): Promise<Measured> {
  const tables = new Map(Object.entries(known.tables));
  const materials = new Map(Object.entries(known.materials));
  const catalog = new FolderCatalog(data);
  const isNew = ({ info, sha256 }: TableHeader) => {
    const endgame = parseEndgame(info.endgame);
    return attackingMen(endgame.red).length > 0 && belongs(endgame) && tables.get(endgame.name) !== sha256;
  };
  try {
    const listed = (await catalog.list()).tables.filter(({ header }) => isNew(header));
    for (const { endgame, header } of listed.sort((a, b) => a.header.cells - b.header.cells)) {
      if (signal?.aborted) break;
      const table = await catalog.open(endgame);
      if (table === null) continue; // it was removed meanwhile
      const started = performance.now();
      for (const [name, distribution] of await countOutcomes(table)) materials.set(name, distribution);
      tables.set(endgame, header.sha256);
      catalog.forget(endgame); // which closes it
      tell?.(`${endgame}: ${header.cells} cells, ${((performance.now() - started) / 1000).toFixed(1)} s`);
    }
  } finally {
    await catalog.close();
  }
  return { ...known, tables: sorted(tables), materials: sorted(materials) };
}

function sorted<T>(entries: ReadonlyMap<string, T>): Record<string, T> {
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** As JSON, one entry a line. */
export function formatMeasured({ kind, rules, tables, materials }: Measured): string {
  const lines = (entries: Readonly<Record<string, string | Distribution>>) =>
    Object.entries(entries)
      .map(([name, entry]) => `\n    ${JSON.stringify(name)}: ${JSON.stringify(entry)}`)
      .join(",");
  const head = `  "kind": ${JSON.stringify(kind)},\n  "rules": ${JSON.stringify(rules)},\n`;
  return `{\n${head}  "tables": {${lines(tables)}\n  },\n  "materials": {${lines(materials)}\n  }\n}\n`;
}
