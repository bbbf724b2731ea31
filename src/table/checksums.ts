/** Compares every checksum of a table with its bytes. */
import type { BlockReader } from "./blocks.ts";
import { DamagedTableError } from "./errors.ts";
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
  const { header } = blocks;
  const { blocksPerSide, bytesPerCode, values, data } = header;
  const all = blocks.readRange(0, 2 * blocksPerSide, (bytes) => sha256.update(bytes));
  for await (const block of all) {
    if ("raw" in block && highestCode(block.raw, bytesPerCode) >= values.length) {
      throw blocks.damaged(block.number, "it holds an unknown code");
    }
  }
  sha256.update(details);
  hashFront(sha256, await source.read(0, data.offset));
  if (hexadecimal(sha256.digest()) !== header.sha256) {
    throw new DamagedTableError(source.key, "it does not match its SHA-256");
  }
}

function highestCode(raw: Uint8Array, bytesPerCode: 1 | 2): number {
  const cells = raw.length / bytesPerCode;
  let highest = 0;
  for (let i = 0; i < cells; i++) {
    const code = bytesPerCode === 1 ? raw[i]! : raw[i]! + 256 * raw[i + cells]!;
    if (code > highest) highest = code;
  }
  return highest;
}
