/** Files that are open for reading, of which there are never more than so many. */
import { constants, type BigIntStats } from "node:fs";
import * as fs from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
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
/** Not to wait for a writer where there is a pipe in a file's place. */
const READ_ONLY = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
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
   * Opens a regular file, without waiting whatever else is in its place. Closing it is up to the caller.
   * @throws SourceError `not-found`, `no-file`, or `refused` for anything else that keeps it from being read
   */
  async open(path: string): Promise<FileHandle> {
    return explained(path, async () => {
      if (!(await fs.stat(path)).isFile()) throw noFile(path);
      const file = await this.#openSomehow(path);
      if ((await file.stat()).isFile()) return file;
      await file.close();
      throw noFile(path);
    });
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
  async #openSomehow(path: string): Promise<FileHandle> {
    try {
      return await fs.open(path, READ_ONLY);
    } catch (error) {
      if (!NONE_LEFT.includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
      const idle = [...this.#held].filter(([, { users }]) => users === 0);
      for (const [owner] of idle) this.#held.delete(owner);
      await Promise.all(idle.map(([, held]) => closeQuietly(held)));
      return fs.open(path, READ_ONLY);
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

function noFile(path: string): SourceError {
  return new SourceError("no-file", `${path} cannot be read: it is no file`);
}

async function closeQuietly({ handle }: Held): Promise<void> {
  await handle.then((file) => file.close()).catch(() => {});
}
