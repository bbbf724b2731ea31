/** Block compression. A file names its codec by number, so that a reader knows whether it can decode it. */
import { UnsupportedTableError } from "./errors.ts";
import { MAX_BLOCK_BYTES } from "./format.ts";

/** How much time compression may take: little, or whatever makes a file to be published as small as it gets. */
export type Effort = "fast" | "small";

/** A way to compress blocks. */
export interface Codec {
  /** The number in the file header: 0 raw, 1 zstd. */
  readonly id: number;
  readonly name: string;
  /** Absent where only reading is supported. */
  compress?(raw: Uint8Array, effort: Effort): Promise<Uint8Array>;
  /**
   * Decompresses to exactly `rawLength` bytes.
   * @throws any error when `stored` is not that
   */
  decompress(stored: Uint8Array, rawLength: number): Uint8Array | Promise<Uint8Array>;
}

const RAW = 0;
export const ZSTD = 1;

/** Stores bytes as they are. */
export const rawCodec: Codec = {
  id: RAW,
  name: "raw",
  compress: async (raw) => raw.slice(),
  decompress(stored, rawLength) {
    if (stored.length !== rawLength) throw new Error(`expected ${rawLength} bytes, found ${stored.length}`);
    return stored;
  },
};

/**
 * The zstd codec of a reader, from any zstd decoder.
 * @param decompress decodes one frame that `checkFrame` has seen; it may fail, or end, where that exceeds `most` bytes
 */
export function zstdReader(decompress: (stored: Uint8Array, most: number) => Uint8Array | Promise<Uint8Array>): Codec {
  return {
    id: ZSTD,
    name: "zstd",
    async decompress(stored, rawLength) {
      checkFrame(stored);
      const raw = await decompress(stored, rawLength);
      if (raw.length !== rawLength) throw new Error(`expected ${rawLength} bytes, found ${raw.length}`);
      return raw;
    },
  };
}

/** @throws UnsupportedTableError when no codec has this number */
export function findCodec(codecs: readonly Codec[], id: number, file: string): Codec {
  const codec = codecs.find((candidate) => candidate.id === id);
  if (codec === undefined) throw new UnsupportedTableError(file, `its compression (codec ${id}) is unknown here`);
  return codec;
}

/* What can be seen of a zstd frame without decoding it (RFC 8878, section 3.1.1). */

const MAGIC = [0x28, 0xb5, 0x2f, 0xfd];
/** Bytes of the field for the content's size, by the flag for it; of one segment at least one. */
const SIZE_BYTES = [0, 2, 4, 8];

/**
 * Decoders accept more than a block may be: several frames, some to be skipped, bytes behind them, any window.
 * @throws Error when bytes are not exactly one frame, without a dictionary, of a window no larger than a block
 */
export function checkFrame(stored: Uint8Array): void {
  const descriptor = stored[4] ?? 0;
  const isOneSegment = (descriptor & 0x20) !== 0;
  if (MAGIC.some((byte, i) => stored[i] !== byte) || (descriptor & 8) !== 0) throw new Error("it is no zstd frame");
  if ((descriptor & 3) !== 0) throw new Error("it wants a dictionary");
  const sizeBytes = Math.max(SIZE_BYTES[descriptor >> 6]!, isOneSegment ? 1 : 0);
  let at = isOneSegment ? 5 : 6;
  // That of one segment is its size.
  const window = isOneSegment
    ? stored.subarray(5, 5 + sizeBytes).reduceRight((sum, byte) => 256 * sum + byte, 0) + (sizeBytes === 2 ? 256 : 0)
    : 2 ** (10 + (stored[5]! >> 3)) * (1 + (stored[5]! & 7) / 8);
  if (!(window <= MAX_BLOCK_BYTES)) throw new Error("its window is too large");
  at += sizeBytes;
  for (let isLast = false; !isLast;) {
    if (at + 3 > stored.length) throw new Error("it is cut short");
    const head = stored[at]! | (stored[at + 1]! << 8) | (stored[at + 2]! << 16);
    const kind = (head >> 1) & 3;
    if (kind === 3) throw new Error("it has a block of an unknown type");
    isLast = (head & 1) === 1;
    at += 3 + (kind === 1 ? 1 : head >> 3); // a repeated byte, or so many
  }
  if ((descriptor & 4) !== 0) at += 4; // a checksum
  if (at !== stored.length) throw new Error("it is not one frame alone");
}
