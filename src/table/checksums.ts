/** Compares every checksum of a table with its bytes. */
import type { BlockReader } from "./blocks.ts";
import { CHECKSUMS_AT, CHECKSUMS_BYTES, hexadecimal } from "./format.ts";
import type { Source } from "./source.ts";

/** A streaming hash; node:crypto's fits. */
export interface Hash {
  update(bytes: Uint8Array): unknown;
  digest(): Uint8Array;
}

export type NewHash = () => Hash;

/**
 * The file's SHA-256 covers the data section and all that follows, then the file from its start to the data section
 * without the two checksums in the header: so a writer can hash blocks as they come.
 */
export function hashFront(hash: Hash, front: Uint8Array): void {
  hash.update(front.subarray(0, CHECKSUMS_AT));
  hash.update(front.subarray(CHECKSUMS_AT + CHECKSUMS_BYTES));
}

/** @throws DamagedTableError for the first thing that is wrong */
export async function checkWholeFile(
  source: Source,
  blocks: BlockReader,
  details: Uint8Array,
  sha256: Hash,
): Promise<void> {
  const { blocksPerSide, data } = blocks.header;
  // Its blocks are checked as they are read.
  for await (const _ of blocks.readRange(0, 2 * blocksPerSide, (bytes) => sha256.update(bytes)));
  sha256.update(details);
  hashFront(sha256, await source.read(0, data.offset));
  if (hexadecimal(sha256.digest()) !== blocks.header.sha256) throw blocks.damaged("it does not match its SHA-256");
}
