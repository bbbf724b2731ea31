import { InputError } from "../../src/base/errors.ts";
import type { NewShelf, Shelf, ShelfPlace } from "../../src/solve/tape.ts";

const FOLDER = "canju-shelves";
/** At a time there are the tape's, and one of sets or of codes. */
const FILES = 2;

/** The folder of all builds of this browser; null where the page may store no files. */
export async function shelfFolder(): Promise<FileSystemDirectoryHandle | null> {
  try {
    return await (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true });
  } catch {
    return null; // not a secure page, a private window, storage blocked
  }
}

/** Makes the files of a build, which are its own as long as this thread lives. @param build a name that no other build has */
export async function newShelfFiles(build: string): Promise<FileSystemFileHandle[]> {
  await new Promise<void>((held, failed) => {
    navigator.locks
      .request(lockOf(build), () => {
        held();
        return new Promise(() => {});
      })
      .catch(failed);
  });
  const folder = await shelfFolder();
  if (folder === null) throw lost();
  const names = Array.from({ length: FILES }, (_, number) => `${build}.${number}`);
  return Promise.all(names.map((name) => folder.getFileHandle(name, { create: true })));
}

/** Whether several threads may have a file open: some browsers let only one. To be asked in a worker. */
export function canShareFiles(): boolean {
  return "mode" in FileSystemSyncAccessHandle.prototype;
}

/** Removes the files of a build as soon as it has ended. */
export async function removeShelves(build: string): Promise<void> {
  const folder = await shelfFolder();
  if (folder === null) return;
  await navigator.locks.request(lockOf(build), async () => {
    for await (const name of folder.keys()) if (buildOf(name) === build) await remove(folder, name);
  });
}

/** Removes what builds have left whose page was closed, or went down. */
export async function removeLeftShelves(): Promise<void> {
  const folder = await shelfFolder();
  if (folder === null) return;
  const builds = new Set<string>();
  for await (const name of folder.keys()) builds.add(buildOf(name));
  const { held = [] } = await navigator.locks.query();
  const atWork = new Set(held.map(({ name }) => name));
  for (const build of builds) if (!atWork.has(lockOf(build))) await removeShelves(build);
}

const lockOf = (build: string): string => `canju-shelves ${build}`;
const buildOf = (file: string): string => file.split(".")[0]!;

/** Times that a removal is tried: a file is closed a little later than the lock of its thread is free. */
const TRIALS = 20;

async function remove(folder: FileSystemDirectoryHandle, name: string): Promise<void> {
  for (let trial = 0; trial < TRIALS; trial++) {
    try {
      return await folder.removeEntry(name);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** The files of a build in one of its threads: a place's descriptor is the number of a file. */
export class Shelves {
  readonly #files: readonly FileSystemSyncAccessHandle[];
  readonly #used = new Set<number>();
  /** Where what this thread wrote of a file's present shelf ends. */
  readonly #ends: number[];

  constructor(files: readonly FileSystemSyncAccessHandle[]) {
    this.#files = files;
    this.#ends = files.map(() => 0);
  }

  /** @param areShared other threads have them open as well */
  static async open(files: readonly FileSystemFileHandle[], areShared: boolean): Promise<Shelves> {
    const options = areShared ? { mode: "readwrite-unsafe" } : {};
    const open = (file: FileSystemFileHandle) =>
      (file as unknown as { createSyncAccessHandle: OpenFile }).createSyncAccessHandle(options);
    try {
      return new Shelves(await Promise.all(files.map(open)));
    } catch (error) {
      throw lost(error);
    }
  }

  /** Makes a shelf of a file that is free. */
  readonly make = (setBytes: number): NewShelf => {
    const descriptor = this.#files.findIndex((_, number) => !this.#used.has(number));
    if (descriptor < 0) throw new RangeError("too many shelves");
    const empty = (): void => {
      explaining(() => this.#files[descriptor]!.truncate(0));
      this.#ends[descriptor] = 0;
    };
    empty();
    this.#used.add(descriptor);
    const place = { descriptor, setBytes };
    return {
      ...this.open(place),
      place,
      close: () => {
        empty();
        this.#used.delete(descriptor);
      },
    };
  };

  /** Opens a shelf that another thread has made since. */
  readonly openOther = (place: ShelfPlace): Shelf => {
    this.#ends[place.descriptor] = 0;
    return this.open(place);
  };

  /** Opens a shelf that this thread has made. */
  readonly open = ({ descriptor, setBytes }: ShelfPlace): Shelf => {
    const file = this.#files[descriptor]!;
    const ends = this.#ends;
    const checked = (transfer: () => number): number =>
      explaining(() => {
        if (file.getSize() < ends[descriptor]!) throw lost();
        return transfer();
      });
    return {
      read(set, first, into) {
        const at = set * setBytes + first;
        const read = checked(() => transferAll(into, (part, from) => file.read(part, { at: at + from })));
        into.fill(0, read); // what is behind was never written
      },
      write(set, first, from) {
        const at = set * setBytes + first;
        const written = checked(() => transferAll(from, (part, start) => file.write(part, { at: at + start })));
        if (written < from.length) throw noRoom();
        ends[descriptor] = Math.max(ends[descriptor]!, at + written);
      },
    };
  };
}

type OpenFile = (options: { readonly mode?: string }) => Promise<FileSystemSyncAccessHandle>;

/** Of one call. */
const MOST_BYTES = 2 ** 28;

/** Reads or writes until all is done, or nothing goes any more. @returns bytes */
function transferAll(bytes: Uint8Array, transfer: (part: Uint8Array<ArrayBuffer>, from: number) => number): number {
  let at = 0;
  while (at < bytes.length) {
    const done = transfer(bytes.subarray(at, at + MOST_BYTES) as Uint8Array<ArrayBuffer>, at);
    if (done === 0) break;
    at += done;
  }
  return at;
}

function explaining<T>(use: () => T): T {
  try {
    return use();
  } catch (error) {
    throw (error as Error).name === "QuotaExceededError" ? noRoom(error) : lost(error);
  }
}

function noRoom(cause?: unknown): InputError {
  return new InputError("browser-full", "the browser has no more room for what the build puts aside", { cause });
}

function lost(cause?: unknown): InputError {
  return new InputError("browser-files", "a file that the build has put aside in this browser cannot be used", {
    cause,
  });
}
