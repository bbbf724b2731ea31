/** A store in a folder: for machines that share one, and for one machine alone. */
import { randomBytes } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { discard, disk, explainWriteError } from "../../../src/base/node/disk.ts";
import { explained, openFiles } from "../../../src/base/node/open-files.ts";
import { InputError, SourceError } from "../../../src/base/errors.ts";
import type { Put, Store, StoredBytes, StoredObject } from "./store.ts";

export class FolderStore implements Store {
  readonly url: string;
  readonly #folder: string;

  private constructor(url: string, folder: string) {
    this.url = url;
    this.#folder = folder;
  }

  /** @throws InputError `no-store` when there is no such folder: a wrong address must not become a new store */
  static async open(typed: string, path: string): Promise<FolderStore> {
    const folder = resolve(path);
    const found = await stat(folder).catch(() => null);
    const url = `file:${folder}`; // one name, however it was typed
    if (found?.isDirectory()) return new FolderStore(url, folder);
    throw new InputError(
      "no-store",
      `${typed} is no store: ${found === null ? "there is no such folder" : "it is no folder"}`,
    );
  }

  async read(key: string, offset: number, length: number, signal?: AbortSignal): Promise<StoredBytes | null> {
    signal?.throwIfAborted();
    const path = this.#path(key);
    try {
      return await explained(path, async () => {
        const file = await openFiles.open(path, false);
        try {
          const { size, ino, mtimeMs } = await file.stat();
          const bytes = new Uint8Array(Math.max(0, Math.min(length, size - offset)));
          let got = 0;
          while (got < bytes.length) {
            const { bytesRead } = await file.read(bytes, got, bytes.length - got, offset + got);
            if (bytesRead === 0) throw new Error("the file became shorter while it was read");
            got += bytesRead;
          }
          return { bytes, size, tag: `${ino} ${mtimeMs}` };
        } finally {
          await file.close();
        }
      });
    } catch (error) {
      if (error instanceof SourceError && error.problem === "not-found") return null;
      throw error;
    }
  }

  putFile(key: string, path: string): Promise<Put> {
    return this.#put(key, (temporary) => disk.copyFile(path, temporary));
  }

  putText(key: string, text: string): Promise<Put> {
    return this.#put(key, (temporary) => disk.writeFile(temporary, text, { flag: "wx" }));
  }

  async *list(folder: string): AsyncGenerator<StoredObject> {
    const path = this.#path(folder);
    const entries = await readdir(path, { withFileTypes: true, recursive: true }).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
      throw error;
    });
    for (const entry of entries) {
      if (!entry.isFile() || entry.name.startsWith(".")) continue; // being written, or a lock
      const file = join(entry.parentPath, entry.name);
      const found = await stat(file).catch(() => null);
      const key = relative(this.#folder, file).split(sep).join("/");
      if (found !== null) yield { key, bytes: found.size };
    }
  }

  async close(): Promise<void> {}

  #path(key: string): string {
    const parts = key.split("/");
    if (parts.includes("..")) throw new Error(`${key} is no key of a store`);
    return join(this.#folder, ...parts);
  }

  /** A link is made only where nothing is: of several writers one is the first. */
  async #put(key: string, write: (temporary: string) => Promise<void>): Promise<Put> {
    const path = this.#path(key);
    const temporary = join(dirname(path), `.${randomBytes(8).toString("hex")}.tmp`);
    try {
      await disk.mkdir(dirname(path), { recursive: true });
      await write(temporary);
      const file = await disk.open(temporary, "r+");
      await file.sync();
      await file.close();
      await disk.link(temporary, path);
      return "new";
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") return "there";
      throw explainWriteError(error, path);
    } finally {
      await discard(temporary);
    }
  }
}
