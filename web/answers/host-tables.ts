/** The table files of a host, read by HTTP ranges. */
import { isBeyondOffers } from "../../src/endgame/endgame.ts";
import type { Collection, TableProvider } from "../../src/table/catalog/catalog.ts";
import { CODECS } from "../../src/doors/package/zstd.ts";
import { httpCatalog } from "../../src/table/catalog/http-catalog.ts";
import type { Source } from "../../src/table/read/source.ts";
import { breathe } from "../base/in-pieces.ts";
import { keptSource } from "./kept.ts";
import { beginUnpacking, PAGE_CODECS } from "./unpacking.ts";
import type { Listing } from "./fetching.ts";

/** @param url of the folder of tables */
export function tablesByRange(url: string, collection: Collection): TableProvider {
  return httpCatalog(url, collection, { codecs: CODECS });
}

/**
 * The same, of which all that is read is kept in the browser; what is computed from them lets the browser go on.
 * @param list all tables there are, or were: those that are not in it are asked for only where `grows`, and somebody may have been offered one
 */
export function keptTables(url: string, { tables, collection }: Listing, grows: boolean): TableProvider {
  const versions = new Map(tables.map(({ endgame, sha256 }) => [endgame, sha256]));
  const wrap = (source: Source, name: string): Source => {
    const version = versions.get(name);
    return version === undefined ? source : keptSource(source, version);
  };
  beginUnpacking();
  const all = httpCatalog(url, collection, { codecs: PAGE_CODECS, versions, wrap });
  return {
    ...all,
    pause: breathe,
    open: async (name, signal) =>
      versions.has(name) || (grows && !isBeyondOffers(name)) ? all.open(name, signal) : null,
  };
}
