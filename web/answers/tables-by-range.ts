/** The table files of a host, read by HTTP ranges. */
import { decompress } from "fzstd";
import type { Collection, TableProvider } from "../../src/table/catalog.ts";
import { rawCodec, zstdReader } from "../../src/table/codec.ts";
import { httpCatalog } from "../../src/table/http-catalog.ts";

const CODECS = [rawCodec, zstdReader((stored) => decompress(stored))];

/**
 * @param url of the folder of tables
 * @param listed canonical names of all tables there are, where that is known: no others are asked for
 */
export function tablesByRange(url: string, collection: Collection, listed?: ReadonlySet<string>): TableProvider {
  const tables = httpCatalog(url, collection, { codecs: CODECS });
  if (listed === undefined) return tables;
  return { ...tables, open: async (name) => (listed.has(name) ? tables.open(name) : null) };
}
