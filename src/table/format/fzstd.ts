/** zstd where Node's own is not at hand: in browsers, and on Node 20. */
import { Decompress } from "fzstd";
import { zstdReader, type Codec } from "./codec.ts";

/** Piece by piece: a forged frame of a few bytes must not fill the memory. */
export function decompressFrame(stored: Uint8Array, most: number): Uint8Array {
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

export const fzstdCodec: Codec = zstdReader(decompressFrame);
