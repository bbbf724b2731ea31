/** Placing bytes in a file. */
import type { FileHandle } from "node:fs/promises";
import type { Hash } from "../checksums.ts";

/** The most bytes a block can take in the directory: a length up to 65,540, or 0, a code and a run of one. */
export const ENTRY_BYTES = 5;

const CHUNK = 4 * 2 ** 20;

export async function writeFully(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, at, bytes.length - at, position + at);
    at += bytesWritten;
  }
}

/** Appends to a file from `start` on, in large writes, and hashes what it appends. */
export function appender(file: FileHandle, start: number, hash: Hash) {
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  let written = start;
  const flush = async (): Promise<void> => {
    const bytes = Buffer.concat(waiting, waitingBytes);
    waiting = [];
    waitingBytes = 0;
    hash.update(bytes);
    await writeFully(file, bytes, written);
    written += bytes.length;
  };
  return {
    async append(bytes: Uint8Array): Promise<void> {
      waiting.push(bytes);
      waitingBytes += bytes.length;
      if (waitingBytes >= CHUNK) await flush();
    },
    flush,
    /** Where the next bytes will go. */
    end: () => written + waitingBytes,
  };
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
