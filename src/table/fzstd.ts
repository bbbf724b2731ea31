/** zstd where Node's own is not at hand: in browsers, and on Node 20. */
import { Decompress } from "fzstd";
import { zstdReader, type Codec } from "./codec.ts";

export const fzstdCodec: Codec = zstdReader(decompress);

/** What RFC 8878 wants a decoder to bear. */
const MOST_WINDOW = 8 * 2 ** 20;

/** Piece by piece, of at most 2 MiB: a forged frame of a few bytes must not fill the memory. */
function decompress(stored: Uint8Array, most: number): Uint8Array {
  if (windowOf(stored) > MOST_WINDOW) throw new Error("its window is too large");
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

/** Bytes that a frame wants its decoder to remember (RFC 8878, 3.1.1.1); those of one segment say it as their length. */
function windowOf(stored: Uint8Array): number {
  const isOneSegment = (stored[4]! & 0x20) !== 0;
  if (!isOneSegment) return 2 ** (10 + (stored[5]! >> 3)) * (1 + (stored[5]! & 7) / 8);
  return [...stored.subarray(5, 5 + 2 ** (stored[4]! >> 6))].reduceRight((sum, byte) => 256 * sum + byte, 0);
}
