/** Compares every checksum of a table with its bytes. */
import type { BlockReader } from "./blocks.ts";
import { CHECKSUMS_AT, CHECKSUMS_BYTES, hexadecimal } from "../format/format.ts";
import type { Source } from "./source.ts";
import type { Hash } from "../../base/sha256.ts";

/**
 * The file's SHA-256 covers the data section and all that follows, then the file from its start to the data section
 * without the two checksums in the header: so a writer can hash blocks as they come.
 */
export function hashFront(hash: Hash, front: Uint8Array): void {
  hash.update(front.subarray(0, CHECKSUMS_AT));
  hash.update(front.subarray(CHECKSUMS_AT + CHECKSUMS_BYTES));
}

/** What is read at a time of the bytes before the blocks, of which a file may have any number. */
const FRONT_BYTES = 4 * 2 ** 20;

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
  hashFront(sha256, await source.read(0, Math.min(data.offset, FRONT_BYTES)));
  for (let at = FRONT_BYTES; at < data.offset; at += FRONT_BYTES) {
    sha256.update(await source.read(at, Math.min(data.offset - at, FRONT_BYTES)));
  }
  if (hexadecimal(sha256.digest()) !== blocks.header.sha256) throw blocks.damaged("it does not match its SHA-256");
}

/** Reads at a time: each takes a fraction of a millisecond to hash. */
const CHUNK_BYTES = 2 ** 20;

/**
 * Compares a file's bytes with the SHA-256 that its header states, without decoding anything.
 * @param pace waited for after each piece of some bytes
 * @throws DamagedTableError, SourceError, what `pace` throws
 */
export async function checkBytes(
  source: Source,
  blocks: BlockReader,
  sha256: Hash,
  pace: (bytes: number) => Promise<void> = async () => {},
): Promise<void> {
  const { data, sha256: stated } = blocks.header;
  const size = await source.size();
  for (let at = data.offset; at < size; at += CHUNK_BYTES) {
    const bytes = await source.read(at, Math.min(CHUNK_BYTES, size - at));
    sha256.update(bytes);
    await pace(bytes.length);
  }
  const front = await source.read(0, data.offset);
  hashFront(sha256, front);
  await pace(front.length);
  if (hexadecimal(sha256.digest()) !== stated) throw blocks.damaged("it does not match its SHA-256");
}
