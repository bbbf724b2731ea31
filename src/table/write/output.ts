import type { Hash } from "../../base/sha256.ts";

export interface Output {
  write(bytes: Uint8Array, position: number): Promise<void>;
  /** Moves the bytes from `start` to `end` down to `target`, and ends the output behind them. */
  moveDown(start: number, end: number, target: number): Promise<void>;
}

const CHUNK = 4 * 2 ** 20;

/** Appends from `start` on, in large writes, and hashes what it appends. */
export function appender(output: Output, start: number, hash: Hash) {
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  let written = start;
  const flush = async (): Promise<void> => {
    const bytes = join(waiting, waitingBytes);
    waiting = [];
    waitingBytes = 0;
    hash.update(bytes);
    await output.write(bytes, written);
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

/** An output in memory; `bytes` gives what was written. */
export function memoryOutput(): Output & { bytes(): Uint8Array<ArrayBuffer> } {
  let room = new Uint8Array(CHUNK);
  let length = 0;
  return {
    async write(bytes, position) {
      const end = position + bytes.length;
      if (end > room.length) {
        const larger = new Uint8Array(Math.max(end, 2 * room.length));
        larger.set(room.subarray(0, length));
        room = larger;
      }
      room.set(bytes, position);
      length = Math.max(length, end);
    },
    async moveDown(start, end, target) {
      room.copyWithin(target, start, end);
      length = target + end - start;
    },
    bytes: () => room.slice(0, length),
  };
}

function join(parts: readonly Uint8Array[], length: number): Uint8Array {
  const joined = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
