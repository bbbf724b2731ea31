/** `canju/zstd`: reads compressed tables where Node's zstd is not at hand, as in browsers. */
import { decompress } from "fzstd";
import { rawCodec, zstdReader, type Codec } from "../table/codec.ts";

/** All that a table may be compressed with; of blocks there are never more than 64 KiB at a time. */
export const CODECS: readonly Codec[] = [rawCodec, zstdReader((stored) => decompress(stored))];
