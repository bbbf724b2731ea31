/** The table files beside the page, read by HTTP ranges. */
import { decompress } from "fzstd";
import type { Collection, TableProvider } from "../../src/table/catalog.ts";
import { rawCodec, zstdReader } from "../../src/table/codec.ts";
import { httpCatalog } from "../../src/table/http-catalog.ts";

export const CODECS = [rawCodec, zstdReader((stored) => decompress(stored))];

export function tablesByRange(collection: Collection): TableProvider {
  return httpCatalog(new URL("tables", document.baseURI).href, collection, { codecs: CODECS });
}
