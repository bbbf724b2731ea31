/** `canju/zstd`: reads compressed tables where Node's zstd is not at hand, as in browsers. */
import { rawCodec, type Codec } from "../../table/format/codec.ts";
import { fzstdCodec } from "../../table/format/fzstd.ts";

/** All that a table may be compressed with. */
export const CODECS: readonly Codec[] = [rawCodec, fzstdCodec];
