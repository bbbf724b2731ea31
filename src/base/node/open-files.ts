/** Files that are open for reading, of which there are never more than so many. */
import type { BigIntStats } from "node:fs";
import * as fs from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { openPlain } from "./plain-file.ts";
import { SourceError } from "../errors.ts";

/** Tells a file from what had its path before or has it later. */
export interface FileVersion {
  readonly id: string;
  /**
   * Whether the same id later means the same bytes: clocks of file systems tick every few milliseconds, so a file that
   * was written just now may be written again without its time showing it.
   */
  readonly isSettled: boolean;
}

const SETTLED_MILLISECONDS = 100;
/** The process, or the machine, has no file descriptors left. */
const NONE_LEFT = ["EMFILE", "ENFILE"];

interface Held {
  readonly handle: Promise<FileHandle>;
  users: number;
  /** To be closed when nobody uses it any more. */
  isOver: boolean;
}

/** Keeps the files last used open. One that is not used at the moment may be closed at any time. */
export class OpenFiles {
  readonly #most: number;
  /** By whoever reads; the first was not used for the longest time. */
  readonly #held = new Map<object, Held>();
  readonly #waiting: (() => void)[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Opens a plain file, without waiting whatever else is in its place. Closing it is up to the caller.
   * @param followsLinks users link tables
   * @throws SourceError `not-found`, `no-file`, or `refused` for anything else that keeps it from being read
   */
  open(path: string, followsLinks = true): Promise<FileHandle> {
    return explained(path, () => this.#openSomehow(path, followsLinks));
  }

  /**
   * Reads a whole file that is small, and that the program itself writes: a link is not followed.
   * @throws SourceError `no-file` for one of more than so many bytes, which the program has not written; what `open` throws
   */
  async readSmall(path: string, mostBytes: number): Promise<Buffer> {
    const file = await this.open(path, false);
    try {
      return await explained(path, async () => {
        const { size } = await file.stat();
        if (size > mostBytes) throw new SourceError("no-file", `${path} cannot be read: it is too large`);
        const bytes = Buffer.alloc(size);
        const { bytesRead } = await file.read(bytes, 0, size, 0);
        return bytes.subarray(0, bytesRead);
      });
    } finally {
      await file.close();
    }
  }

  /** Calls `read` with the file that `owner` has open, opening it where need be; it stays open for the next time. */
  async use<Result>(
    owner: object,
    open: () => Promise<FileHandle>,
    read: (file: FileHandle) => Promise<Result>,
  ): Promise<Result> {
    let held = this.#held.get(owner);
    while (held === undefined) {
      if (this.#held.size < this.#most || this.#closeOne()) held = { handle: open(), users: 0, isOver: false };
      else {
        await new Promise<void>((free) => this.#waiting.push(free));
        held = this.#held.get(owner);
      }
    }
    this.#held.delete(owner);
    this.#held.set(owner, held);
    held.users++;
    let handle: FileHandle | undefined;
    try {
      handle = await held.handle;
      return await read(handle);
    } finally {
      held.users--;
      if (handle === undefined) this.#drop(owner, held);
      else if (held.isOver && held.users === 0) await handle.close();
      this.#waiting.shift()?.();
    }
  }

  /** Closes what `owner` has open, when nobody reads it any more. */
  async close(owner: object): Promise<void> {
    const held = this.#held.get(owner);
    if (held === undefined) return;
    this.#drop(owner, held);
    held.isOver = true;
    if (held.users === 0) await closeQuietly(held);
  }

  #drop(owner: object, held: Held): void {
    if (this.#held.get(owner) === held) this.#held.delete(owner);
  }

  /** Closes the file that was not used for the longest time; false when all are being read. */
  #closeOne(): boolean {
    for (const [owner, held] of this.#held) {
      if (held.users > 0) continue;
      this.#held.delete(owner);
      void closeQuietly(held);
      return true;
    }
    return false;
  }

  /** Where no descriptor is left, closes all files that nobody reads and tries again. */
  async #openSomehow(path: string, followsLinks: boolean): Promise<FileHandle> {
    try {
      return await openPlain(path, followsLinks);
    } catch (error) {
      if (!NONE_LEFT.includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
      const idle = [...this.#held].filter(([, { users }]) => users === 0);
      for (const [owner] of idle) this.#held.delete(owner);
      await Promise.all(idle.map(([, held]) => closeQuietly(held)));
      return openPlain(path, followsLinks);
    }
  }
}

/** The files of this process. Few, so that connections find descriptors; each is open for as long as it is asked for. */
export const openFiles = new OpenFiles(64);

export function versionOf({ dev, ino, size, mtimeNs, mtimeMs }: BigIntStats): FileVersion {
  return { id: `${dev} ${ino} ${size} ${mtimeNs}`, isSettled: Date.now() - Number(mtimeMs) > SETTLED_MILLISECONDS };
}

/** Which file has a path now; null when there is none. @throws SourceError where that cannot be told */
export async function versionAt(path: string): Promise<FileVersion | null> {
  try {
    return versionOf(await explained(path, () => fs.stat(path, { bigint: true })));
  } catch (error) {
    if (error instanceof SourceError && error.problem === "not-found") return null;
    throw error;
  }
}

/** Whatever the system says about a file, as a SourceError. */
export async function explained<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof SourceError) throw cause;
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code === "ENOENT") throw new SourceError("not-found", `${path}: there is no such file`, { cause });
    throw new SourceError("refused", `${path} cannot be read: ${message}`, { cause });
  }
}

async function closeQuietly({ handle }: Held): Promise<void> {
  await handle.then((file) => file.close()).catch(() => {});
}
