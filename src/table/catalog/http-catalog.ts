/** Tables of a web server, by byte ranges. */
import { checkText } from "../../base/errors.ts";
import { BlockCache } from "../read/blocks.ts";
import {
  checkCollection,
  openPlaced,
  OpenTables,
  tableAddress,
  tablePath,
  type Collection,
  type TableProvider,
} from "./catalog.ts";
import { type Source, coalescingSource, headSource } from "../read/source.ts";
import type { Codec } from "../format/codec.ts";
import { httpSource } from "../read/http-source.ts";

/** How tables of a host are read. */
export interface HttpCatalogOptions {
  readonly codecs: readonly Codec[];
  /** For the blocks of all tables together. Default: 32 MiB. */
  readonly cache?: BlockCache;
  readonly fetch?: typeof fetch;
  /** The SHA-256 of tables by name, as a list of the host states them. */
  readonly versions?: ReadonlyMap<string, string>;
  /** Puts something between a table and its file. */
  readonly wrap?: (source: Source, name: string) => Source;
}

/** The tables of a data folder on a web server. `url` is that of the folder, with or without a slash at its end. */
export function httpCatalog(url: string, collection: Collection, options: HttpCatalogOptions): TableProvider {
  const { codecs, versions, cache = new BlockCache(32 * 2 ** 20), fetch, wrap = (source: Source) => source } = options;
  checkText(url, "bad-address");
  checkCollection(collection);
  const base = url.endsWith("/") ? url : `${url}/`;
  // Tables may be cached for good: what a browser has of the old file must not meet the new one again and again.
  const changed = new Set<string>();
  const reload: typeof globalThis.fetch = (...[address, init]) =>
    (fetch ?? globalThis.fetch)(address, { ...init, cache: "reload" });
  const tables = new OpenTables((name, signal) => {
    const onChanged = () => {
      changed.add(name);
      void tables.forget(name);
    };
    const request = { fetch: changed.has(name) ? reload : fetch, onChanged };
    // Once it is known that the file is another one, its address without a version is asked for.
    const sha256 = changed.has(name) ? undefined : versions?.get(name);
    const address = sha256 === undefined ? tablePath(collection, name) : tableAddress(collection, name, sha256);
    const source = coalescingSource(httpSource(base + address, request));
    return openPlaced(headSource(wrap(source, name)), codecs, collection, name, { cache, signal });
  });
  return { ...collection, open: (name, signal) => tables.open(name, signal) };
}
