/** Tables in blobs: the browser has them on its disk where memory is short, and no script has to hold their bytes. */
import type { Collection, TableProvider } from "../../src/table/catalog/catalog.ts";
import type { Codec } from "../../src/table/format/codec.ts";
import { tablesOf } from "../../src/table/catalog/memory-catalog.ts";
import type { Source } from "../../src/table/read/source.ts";
import { SourceError } from "../../src/base/errors.ts";

export function blobSource(blob: Blob, key: string): Source {
  return {
    key,
    size: async () => blob.size,
    async read(offset, length, signal) {
      signal?.throwIfAborted();
      try {
        return new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer());
      } catch (error) {
        throw new SourceError("not-found", `${key}: the browser cannot read it any more`, { cause: error });
      }
    },
    close: async () => {},
  };
}

/** @param files by canonical name; may grow */
export function tablesInBlobs(
  collection: Collection,
  files: ReadonlyMap<string, Blob>,
  codecs: readonly Codec[],
): TableProvider {
  return tablesOf(collection, files, blobSource, codecs);
}
