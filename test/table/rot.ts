/** Damage that no checksum but the SHA-256 of the file shows. */
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { decodeHeader, setSha256 } from "../../src/table/format/format.ts";

/** Makes the header of a table state another SHA-256, with its own checksum right. The modification time is now. */
export function stateOtherSha256(path: string, sha256 = "ab".repeat(32)): void {
  const bytes = readFileSync(path);
  const { pages, data } = decodeHeader(bytes, path);
  setSha256(bytes.subarray(0, pages[0]?.offset ?? data.offset), sha256);
  replaceFile(path, bytes);
}

export function replaceFile(path: string, bytes: Uint8Array): void {
  writeFileSync(`${path}.new`, bytes);
  renameSync(`${path}.new`, path);
}
