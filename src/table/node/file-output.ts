/** A file as the output of a table. */
import type { FileHandle } from "node:fs/promises";
import type { Output } from "../output.ts";

const CHUNK = 4 * 2 ** 20;

export function fileOutput(file: FileHandle): Output {
  const write = async (bytes: Uint8Array, position: number): Promise<void> => {
    for (let at = 0; at < bytes.length;) {
      const { bytesWritten } = await file.write(bytes, at, bytes.length - at, position + at);
      if (bytesWritten === 0) throw new Error(`the disk takes no byte at ${position + at}`);
      at += bytesWritten;
    }
  };
  return {
    write,
    async moveDown(start, end, target) {
      const chunk = new Uint8Array(Math.min(CHUNK, end - start));
      for (let at = start; at < end;) {
        const { bytesRead } = await file.read(chunk, 0, Math.min(chunk.length, end - at), at);
        if (bytesRead === 0) throw new Error(`the file ends at ${at} instead of ${end}`);
        await write(chunk.subarray(0, bytesRead), target + at - start);
        at += bytesRead;
      }
      await file.truncate(target + end - start);
    },
  };
}
