/** Codecs of Node: zstd is part of it. */
import { promisify } from "node:util";
import { constants, zstdCompress, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { rawCodec, zstdReader, type Codec, type Effort } from "../codec.ts";

const compress = promisify(zstdCompress);

/** Level 10 with matches of 6 bytes at least is as fast as 9 and up to a tenth smaller than it (docs/decisions/0008-table-format-2.md). */
const PARAMETERS: Readonly<Record<Effort, object>> = {
  fast: { [constants.ZSTD_c_compressionLevel]: 10, [constants.ZSTD_c_minMatch]: 6 },
  small: { [constants.ZSTD_c_compressionLevel]: 22 },
};

const optionsOf = (raw: Uint8Array, effort: Effort): object => ({
  params: { ...PARAMETERS[effort], [constants.ZSTD_c_contentSizeFlag]: 0 },
  pledgedSrcSize: raw.length,
});

/** The same bytes as `zstdCodec.compress`, on the calling thread. */
export function compressSync(raw: Uint8Array, effort: Effort): Uint8Array {
  return zstdCompressSync(raw, optionsOf(raw, effort));
}

export const zstdCodec: Codec = {
  ...zstdReader((stored, most) => zstdDecompressSync(stored, { maxOutputLength: most })),
  // In libuv's threads: several blocks at a time compress on as many cores.
  compress: (raw, effort) => compress(raw, optionsOf(raw, effort)),
};

export const NODE_CODECS: readonly Codec[] = [rawCodec, zstdCodec];
