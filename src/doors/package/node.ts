/** `canju/node`: table files of this machine, for Node. */
export { NODE_CODECS, zstdCodec } from "../../table/node/codecs.ts";
export { openFile } from "../../table/node/file-source.ts";
export {
  FolderCatalog,
  type CatalogEntry,
  type FolderCatalogOptions,
  type Listing,
  type StrayFile,
} from "../../table/node/folder-catalog.ts";
