/** Block compression. A file names its codec by number, so that a reader knows whether it can decode it. */
import { UnsupportedTableError } from "./errors.ts";
import { checkFrame } from "./zstd-frame.ts";

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
