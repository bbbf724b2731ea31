/** `canju/zstd`: reads compressed tables where Node's zstd is not at hand, as in browsers. */
import { Decompress } from "fzstd";
import { rawCodec, zstdReader, type Codec } from "../table/codec.ts";

/** All that a table may be compressed with. */
export const CODECS: readonly Codec[] = [rawCodec, zstdReader(decompress)];

/** Piece by piece: a forged frame of a few bytes must not fill the memory. */
function decompress(stored: Uint8Array, most: number): Uint8Array {
  const raw = new Uint8Array(most);
  let filled = 0;
  const frame = new Decompress((piece) => {
    if (filled + piece.length > most) throw new Error(`more than ${most} bytes`);
    raw.set(piece, filled);
    filled += piece.length;
  });
  frame.push(stored, true);
  return raw.subarray(0, filled);
}
