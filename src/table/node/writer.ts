/** Writes a table file: streamed to a temporary one, renamed when complete. */
import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { encodeTable, type EncodedTable, type EncodeOptions, type TableContent } from "../write/encode.ts";
import type { Output } from "../write/output.ts";
import { zstdCodec } from "./codecs.ts";
import { discard, disk, explainWriteError, sync, writeAll } from "../../base/node/disk.ts";
import { unfinishedPath } from "../../base/node/unfinished.ts";

/** Default codec: zstd. */
export interface WriteOptions extends Partial<Omit<EncodeOptions, "newHash">> {
  /** Looks at the complete file under its temporary name; what it throws keeps the file from taking its place. */
  readonly check?: (path: string) => Promise<void>;
}

export interface WrittenTable extends EncodedTable {
  readonly path: string;
}

/**
 * Writes a table so that `path` is either complete or untouched.
 * @throws InputError `disk-full`, or `signal.reason` when aborted; nothing is left behind in either case
 */
export async function writeTable(
  path: string,
  content: TableContent,
  options: WriteOptions = {},
): Promise<WrittenTable> {
  const folder = dirname(path);
  try {
    await disk.mkdir(folder, { recursive: true });
    const temporary = unfinishedPath(path);
    const file = await disk.open(temporary, "wx+");
    try {
      const written = await encodeTable(fileOutput(file), content, {
        ...options,
        codec: options.codec ?? zstdCodec,
        newHash,
      });
      await file.sync();
      await file.close();
      await options.check?.(temporary);
      options.signal?.throwIfAborted();
      await disk.rename(temporary, path);
      await sync(folder);
      return { path, ...written };
    } catch (error) {
      await file.close().catch(() => {});
      await discard(temporary);
      throw error;
    }
  } catch (error) {
    throw explainWriteError(error, path);
  }
}

const newHash = () => createHash("sha256");

const CHUNK = 4 * 2 ** 20;

/** A file as the output of a table. */
function fileOutput(file: FileHandle): Output {
  return {
    write: (bytes, position) => writeAll(file, bytes, position),
    async moveDown(start, end, target) {
      const chunk = new Uint8Array(Math.min(CHUNK, end - start));
      for (let at = start; at < end;) {
        const { bytesRead } = await file.read(chunk, 0, Math.min(chunk.length, end - at), at);
        if (bytesRead === 0) throw new Error(`the file ends at ${at} instead of ${end}`);
        await writeAll(file, chunk.subarray(0, bytesRead), target + at - start);
        at += bytesRead;
      }
      await file.truncate(target + end - start);
    },
  };
}
