/** Bytes of a file on this machine. */
import { open } from "node:fs/promises";
import { SourceError } from "../errors.ts";
import type { Source } from "../source.ts";

/**
 * Opens a file. What was opened stays readable when another file takes its name.
 * @throws SourceError `not-found`, or `refused` for anything else that keeps it from being read
 */
export async function openFile(path: string): Promise<Source> {
  const problem = (cause: unknown): SourceError => {
    const { code, message } = cause as NodeJS.ErrnoException;
    return code === "ENOENT"
      ? new SourceError("not-found", `${path}: there is no such file`, { cause })
      : new SourceError("refused", `${path} cannot be read: ${message}`, { cause });
  };
  const explained = async <T>(reading: Promise<T>): Promise<T> => {
    try {
      return await reading;
    } catch (cause) {
      throw problem(cause);
    }
  };
  const file = await explained(open(path, "r"));
  const stat = await explained(file.stat());
  if (!stat.isFile()) {
    await file.close();
    throw new SourceError("refused", `${path} cannot be read: it is no file`);
  }
  const { size } = stat;
  return {
    key: path,
    size: async () => size,
    async read(offset, length, signal) {
      const wanted = Math.max(0, Math.min(length, size - offset));
      const bytes = new Uint8Array(wanted);
      signal?.throwIfAborted();
      for (let at = 0; at < wanted;) {
        const { bytesRead } = await explained(file.read(bytes, at, wanted - at, offset + at));
        if (bytesRead === 0) throw new SourceError("changed", `${path}: the file was cut short while it was read`);
        at += bytesRead;
        signal?.throwIfAborted();
      }
      return bytes;
    },
    close: () => file.close(),
  };
}
