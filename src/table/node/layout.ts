/** Placing bytes in a file. */
import type { FileHandle } from "node:fs/promises";

/** The most bytes a block can take in the directory: a length up to 65,540, or 0, a code and a run of one. */
export const ENTRY_BYTES = 5;

const CHUNK = 4 * 2 ** 20;

export async function writeFully(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, at, bytes.length - at, position + at);
    at += bytesWritten;
  }
}

/**
 * Moves the bytes from `start` to `end` down to `target` and cuts the file behind them.
 * @returns the new end
 */
export async function moveDown(file: FileHandle, start: number, end: number, target: number): Promise<number> {
  const chunk = new Uint8Array(Math.min(CHUNK, end - start));
  for (let at = start; at < end;) {
    const { bytesRead } = await file.read(chunk, 0, Math.min(chunk.length, end - at), at);
    if (bytesRead === 0) throw new Error(`the file ends at ${at} instead of ${end}`);
    await writeFully(file, chunk.subarray(0, bytesRead), target + at - start);
    at += bytesRead;
  }
  const newEnd = target + end - start;
  await file.truncate(newEnd);
  return newEnd;
}
