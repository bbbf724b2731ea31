/** Tables whose files are in memory, and tables that complete others. */
import { checkCollection, conesIn, openPlaced, OpenTables, type Collection, type TableProvider } from "./catalog.ts";
import { rawCodec, type Codec } from "../format/codec.ts";
import { memorySource, type Source } from "../read/source.ts";
import { SourceError } from "../../base/errors.ts";

/**
 * @param files by canonical name; may grow
 * @param codecs default: for blocks that are not compressed
 * @throws InputError for what is no collection
 */
export function tablesInMemory(
  collection: Collection,
  files: ReadonlyMap<string, Uint8Array>,
  codecs: readonly Codec[] = [rawCodec],
): TableProvider {
  return tablesOf(collection, files, memorySource, codecs);
}

/** The same of files that are read in any way. */
export function tablesOf<File>(
  collection: Collection,
  files: ReadonlyMap<string, File>,
  sourceOf: (file: File, name: string) => Source,
  codecs: readonly Codec[],
): TableProvider {
  checkCollection(collection);
  const tables = new OpenTables(async (name) => {
    const file = files.get(name);
    if (file === undefined) throw new SourceError("not-found", `${name} is not in memory`);
    return openPlaced(sourceOf(file, name), codecs, collection, name);
  });
  return {
    ...collection,
    open: (name, signal) => tables.open(name, signal),
    conesOf: async (endgame) => conesIn(files.keys()).get(endgame) ?? [],
  };
}

/** The tables of the first provider, and those of the second that it lacks. */
export function completed(first: TableProvider, second: TableProvider): TableProvider {
  return {
    ...second,
    open: async (name, signal) => (await first.open(name, signal)) ?? second.open(name, signal),
    conesOf: async (endgame) => {
      const cones = await Promise.all([first, second].map((each) => each.conesOf?.(endgame)));
      return conesIn(cones.flatMap((names) => names ?? [])).get(endgame) ?? [];
    },
  };
}
