/** Bytes of a file on this machine. */
import type { FileHandle } from "node:fs/promises";
import type { Source } from "../read/source.ts";
import { explained, openFiles, versionOf, type FileVersion, type OpenFiles } from "../../base/node/open-files.ts";
import { SourceError } from "../../base/errors.ts";

export interface FileSource extends Source {
  readonly version: FileVersion;
  /** Whether a read has found that the file is no longer what it was. */
  readonly hasChanged: boolean;
}

/**
 * Opens a file. What was opened stays readable when another file takes its name, unless too many others are read
 * meanwhile: then, or when the file itself is written to, reads fail with `changed`. `close` gives the file back; reading
 * on would open it again.
 * @throws SourceError `not-found`, `no-file`, or `refused` for anything else that keeps it from being read
 */
export async function openFile(path: string, files: OpenFiles = openFiles): Promise<FileSource> {
  const owner = {};
  let known: { readonly version: FileVersion; readonly size: number } | undefined;
  let hasChanged = false;
  const changed = (what: string): SourceError => {
    hasChanged = true;
    return new SourceError("changed", `${path}: ${what} while it was read`);
  };
  const check = async (file: FileHandle): Promise<void> => {
    const found = await file.stat({ bigint: true });
    known ??= { version: versionOf(found), size: Number(found.size) };
    if (versionOf(found).id !== known.version.id) throw changed("the file was written to or replaced");
  };
  const open = async (): Promise<FileHandle> => {
    const file = await files.open(path).catch((error: unknown) => {
      const isGone = known !== undefined && error instanceof SourceError && error.problem === "not-found";
      throw isGone ? changed("the file was removed") : error;
    });
    try {
      await check(file);
      return file;
    } catch (error) {
      await file.close();
      throw error;
    }
  };
  const use = <Result>(read: (file: FileHandle) => Promise<Result>): Promise<Result> =>
    explained(path, () => files.use(owner, open, read));

  await use(async () => {});
  const { version, size } = known!;
  return {
    key: path,
    version,
    get hasChanged() {
      return hasChanged;
    },
    size: async () => size,
    async read(offset, length, signal) {
      signal?.throwIfAborted();
      return use(async (file) => {
        const wanted = Math.max(0, Math.min(length, size - offset));
        const bytes = new Uint8Array(wanted);
        for (let at = 0; at < wanted;) {
          const { bytesRead } = await file.read(bytes, at, wanted - at, offset + at);
          if (bytesRead === 0) throw changed("the file was cut short");
          at += bytesRead;
          signal?.throwIfAborted();
        }
        await check(file); // of two files, the header of one must not explain the blocks of the other
        return bytes;
      });
    },
    close: () => files.close(owner),
  };
}
