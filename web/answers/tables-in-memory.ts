/** Tables whose files are in memory, and tables that complete others. */
import { openPlaced, OpenTables, type Collection, type TableProvider } from "../../src/table/catalog.ts";
import { rawCodec } from "../../src/table/codec.ts";
import { SourceError } from "../../src/table/errors.ts";
import { memorySource } from "../../src/table/source.ts";

/** @param files by canonical name; may grow. Their blocks are not compressed. */
export function tablesInMemory(
  collection: Collection,
  files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
): TableProvider {
  const tables = new OpenTables(async (name) => {
    const file = files.get(name);
    if (file === undefined) throw new SourceError("not-found", `${name} is not in memory`);
    return openPlaced(memorySource(file, name), [rawCodec], collection, name);
  });
  return { ...collection, open: (name, signal) => tables.open(name, signal) };
}

/** The tables of the first provider, and those of the second that it lacks. */
export function completed(first: TableProvider, second: TableProvider): TableProvider {
  return { ...second, open: async (name, signal) => (await first.open(name, signal)) ?? second.open(name, signal) };
}
