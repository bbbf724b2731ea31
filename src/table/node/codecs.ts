/** Codecs of Node: zstd is part of it from 22.15 on. Older ones read by fzstd, and write nothing. */
import { promisify } from "node:util";
import * as zlib from "node:zlib"; // as a whole: what an older Node lacks cannot be imported by name
import { InputError } from "../../base/errors.ts";
import { rawCodec, zstdReader, type Codec, type Effort } from "../format/codec.ts";
import { decompressFrame } from "../format/fzstd.ts";

const { constants } = zlib;

/** @throws InputError where Node has no zstd of its own */
export function ownZstd(): typeof zlib {
  if ("zstdCompress" in zlib) return zlib;
  throw new InputError("old-node", `this takes Node 22.15 or newer, which has zstd; this is ${process.version}`);
}

/** Level 10 with matches of 6 bytes at least is as fast as 9 and up to a tenth smaller than it (docs/decisions/0008-table-format-2.md). */
const PARAMETERS: Readonly<Record<Effort, object>> = {
  fast: { [constants.ZSTD_c_compressionLevel]: 10, [constants.ZSTD_c_minMatch]: 6 },
  small: { [constants.ZSTD_c_compressionLevel]: 22 },
};

/**
 * All of a frame comes in one chunk that it does not fill: where one is filled to its last byte, Node asks zstd for more, and gets an empty
 * frame behind the first.
 */
const chunkSizeOf = (raw: Uint8Array): number => raw.length + Math.ceil(raw.length / 256) + 1024;

const optionsOf = (raw: Uint8Array, effort: Effort): object => ({
  chunkSize: chunkSizeOf(raw),
  params: { ...PARAMETERS[effort], [constants.ZSTD_c_contentSizeFlag]: 0 },
  pledgedSrcSize: raw.length,
});

/** The same bytes as `zstdCodec.compress`, on the calling thread. */
export function compressSync(raw: Uint8Array, effort: Effort): Uint8Array {
  return ownZstd().zstdCompressSync(raw, optionsOf(raw, effort));
}

const decompressByNode = (stored: Uint8Array, most: number): Uint8Array =>
  zlib.zstdDecompressSync(stored, { maxOutputLength: most });

/** By Node's zstd; by fzstd, and for reading only, where Node has none. */
export const zstdCodec: Codec = {
  ...zstdReader("zstdDecompressSync" in zlib ? decompressByNode : decompressFrame),
  // In libuv's threads: several blocks at a time compress on as many cores.
  compress: async (raw, effort) => promisify(ownZstd().zstdCompress)(raw, optionsOf(raw, effort)),
};

/** All that a table may be compressed with, for Node. */
export const NODE_CODECS: readonly Codec[] = [rawCodec, zstdCodec];
