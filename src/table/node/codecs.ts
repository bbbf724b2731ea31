/** Codecs of Node: zstd is part of it from 22.15 on. Older ones read by fzstd, and write nothing. */
import { promisify } from "node:util";
import * as zlib from "node:zlib"; // as a whole: what an older Node lacks cannot be imported by name
import { InputError } from "../../xiangqi/errors.ts";
import { rawCodec, ZSTD, type Codec, type Effort } from "../codec.ts";
import { fzstdCodec } from "../fzstd.ts";

const { constants } = zlib;

/** @throws InputError where Node has no zstd of its own */
export function ownZstd(): typeof zlib {
  if ("zstdCompress" in zlib) return zlib;
  throw new InputError("old-node", `this takes Node 22.15 or newer, which has zstd; this is ${process.version}`);
}

/** What RFC 8878 wants a decoder to bear, 8 MiB: a frame of a few bytes must not take more. */
const WINDOW = { [constants.ZSTD_d_windowLogMax]: 23 };
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
  return ownZstd().zstdCompressSync(raw, optionsOf(raw, effort));
}

/** By Node's zstd; by fzstd, and for reading only, where Node has none. */
export const zstdCodec: Codec = {
  id: ZSTD,
  name: "zstd",
  // In libuv's threads: several blocks at a time compress on as many cores.
  compress: async (raw, effort) => promisify(ownZstd().zstdCompress)(raw, optionsOf(raw, effort)),
  decompress(stored, rawLength) {
    if (!("zstdDecompressSync" in zlib)) return fzstdCodec.decompress(stored, rawLength);
    const raw = zlib.zstdDecompressSync(stored, { maxOutputLength: rawLength, params: WINDOW });
    if (raw.length !== rawLength) throw new Error(`expected ${rawLength} bytes, found ${raw.length}`);
    return raw;
  },
};

/** All that a table may be compressed with, for Node. */
export const NODE_CODECS: readonly Codec[] = [rawCodec, zstdCodec];
