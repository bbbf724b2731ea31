/**
 * Work folders: `NAME.work` beside where the table NAME is going to be. What solving puts aside lies there until the table is
 * complete, so that a build that was ended at any moment goes on where it was (docs/large-endgames.md). Whoever writes in it has
 * the lock of the build.
 *
 *     manifest.json     what is here (work-manifest.ts)
 *     tape              the tape's pieces, one after the other
 *     red.done ...      what captures are worth (../journal.ts)
 *
 * Files grow and are synced before the manifest that tells of it takes the place of the one before. What they hold beyond what
 * it tells is of no account.
 */
import { constants } from "node:fs";
import { readdir, stat, type FileHandle } from "node:fs/promises";
import { dirname, join } from "node:path";
import { crc32 } from "node:zlib";
import { SourceError } from "../../table/errors.ts";
import { disk, explainWriteError, sync, withFile, writeAll } from "../../table/node/disk.ts";
import { InputError } from "../../xiangqi/errors.ts";
import type { Colour } from "../../xiangqi/pieces.ts";
import type { TableProgress } from "../build-figures.ts";
import type { DirectionSet, Journal, SolvingState } from "../journal.ts";
import { SharedBytes } from "../planes.ts";
import { wholeExtents, type Tape } from "../tape.ts";
import type { SetBytes } from "../vector/set-room.ts";
import type { InputTable } from "../../table/header.ts";
import {
  checkFile,
  checkIdentity,
  checkInputs,
  formatManifest,
  MANIFEST,
  readManifest,
  UnusableWork,
  workPath,
  type WorkFile,
  type WorkIdentity,
  type WorkManifest,
} from "./work-manifest.ts";

const TAPE = "tape";
/** Files are read and written in pieces. */
const PIECE_BYTES = 2 ** 24;
const ZEROS = Buffer.alloc(2 ** 20);
const NO_BYTES: WorkFile = { bytes: 0, crc: 0 };

export interface WorkOptions {
  readonly identity: WorkIdentity;
  /** The tables of the sub-endgames, once they are there. */
  readonly inputs: () => Promise<readonly InputTable[]>;
  /** How far the build is. */
  readonly progress: () => TableProgress | null;
  /** Told before anything is written; throws where the lock of the build was lost. */
  readonly checkLock: () => Promise<void>;
  readonly everyMilliseconds: number;
}

export class WorkFolder implements Journal {
  readonly #folder: string;
  readonly #options: WorkOptions;
  readonly everyMilliseconds: number;
  /** What was put aside by another process, as it was found. */
  readonly #found: WorkManifest | null;
  #inputs: readonly InputTable[] | null;
  #tape: WorkFile;
  #tapePieces = 0;
  readonly #sets: Record<string, WorkFile>;

  private constructor(folder: string, options: WorkOptions, found: WorkManifest | null) {
    this.#folder = folder;
    this.#options = options;
    this.everyMilliseconds = options.everyMilliseconds;
    this.#found = found;
    this.#inputs = found?.inputs ?? null;
    this.#tape = found?.tape ?? NO_BYTES;
    this.#sets = { ...found?.sets };
  }

  /**
   * The work folder of the table at `path`, with what was put aside in it. Nothing is written yet.
   * @throws UnusableWork, or InputError where it cannot be read
   */
  static async open(path: string, options: WorkOptions): Promise<WorkFolder> {
    const folder = workPath(path);
    if (!(await isThere(folder))) return new WorkFolder(folder, options, null);
    return reading(folder, async () => {
      const found = await readManifest(folder);
      checkIdentity(found, options.identity);
      checkInputs(found, await options.inputs());
      return new WorkFolder(folder, options, found);
    });
  }

  /** Removes the work folder of the table at `path`, if there is one. */
  static async remove(path: string): Promise<void> {
    const folder = workPath(path);
    try {
      // Without a manifest the rest is of no account.
      await disk.rm(join(folder, MANIFEST), { force: true });
      await disk.rm(folder, { recursive: true, force: true });
    } catch (error) {
      throw explainWriteError(error, folder);
    }
  }

  /** Bytes that the work folder of the table at `path` takes on the disk by now. */
  static async bytesOf(path: string): Promise<number> {
    const folder = workPath(path);
    const files = await readdir(folder).catch(() => []);
    const sizes = files.map((file) => stat(join(folder, file)).then(({ blocks }) => 512 * blocks));
    return (await Promise.all(sizes.map((size) => size.catch(() => 0)))).reduce((sum, bytes) => sum + bytes, 0);
  }

  get saved(): SolvingState | null {
    return this.#found?.state ?? null;
  }

  /** When that was put aside: ISO 8601. */
  get savedAt(): string | null {
    return this.#found?.saved ?? null;
  }

  /** How far the build was then. */
  get progress(): TableProgress | null {
    return this.#found?.progress ?? null;
  }

  async *readTape(): AsyncGenerator<Uint32Array> {
    const { bytes: length, crc: wanted } = this.#tape;
    let crc = 0;
    for (let at = 0; at < length;) {
      const bytes = new Uint8Array(new SharedBytes(Math.min(PIECE_BYTES, length - at)));
      let whole = 0;
      // The CRC of all that was read is known at the end only: then nothing was done with it yet.
      await this.#reading(TAPE, { bytes: length, crc: 0 }, async (file) => {
        await readAll(file, bytes, at);
        whole = wholeExtents(new Uint32Array(bytes.buffer));
        return whole === 0 ? -1 : 0;
      });
      crc = crc32(bytes.subarray(0, whole * 4), crc);
      this.#tapePieces++;
      yield new Uint32Array(bytes.buffer, 0, whole);
      at += whole * 4;
    }
    if (crc !== wanted) throw new UnusableWork(`its file ${TAPE} is damaged`);
  }

  async readSet(winner: Colour, set: DirectionSet, into: SetBytes): Promise<void> {
    const name = `${winner}.${set}`;
    await this.#reading(name, this.#sets[name] ?? NO_BYTES, async (file) => {
      if (into.length !== this.#sets[name]?.bytes) return -1;
      let crc = 0;
      for (let at = 0; at < into.length; at += PIECE_BYTES) {
        const piece = new Uint8Array(Math.min(PIECE_BYTES, into.length - at));
        await readAll(file, piece, at);
        crc = crc32(piece, crc);
        into.write(at, piece);
      }
      return crc;
    });
  }

  async writeSet(winner: Colour, set: DirectionSet, from: SetBytes): Promise<void> {
    const name = `${winner}.${set}`;
    await this.#writing(async () => {
      await disk.mkdir(this.#folder, { recursive: true });
      await withFile(join(this.#folder, name), "w", async (file) => {
        let crc = 0;
        for (let at = 0; at < from.length; at += ZEROS.length) {
          const piece = new Uint8Array(Math.min(ZEROS.length, from.length - at));
          from.read(at, piece);
          crc = crc32(piece, crc);
          if (!isZero(piece)) await writeAll(file, piece, at); // else a hole, which takes no room
        }
        await file.truncate(from.length);
        await file.sync();
        this.#sets[name] = { bytes: from.length, crc };
      });
    });
  }

  async save(state: SolvingState, tape: Tape): Promise<void> {
    this.#inputs ??= await this.#options.inputs();
    const inputs = this.#inputs;
    await this.#writing(async () => {
      let { bytes, crc } = this.#tape;
      await disk.mkdir(this.#folder, { recursive: true });
      await withFile(join(this.#folder, TAPE), constants.O_RDWR | constants.O_CREAT, async (file) => {
        for (const added of tape.pieces.slice(this.#tapePieces)) {
          const words = tape.read(added);
          const piece = new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
          await writeAll(file, piece, bytes);
          bytes += piece.length;
          crc = crc32(piece, crc);
        }
        await file.truncate(bytes);
        await file.sync();
      });
      const { identity, progress } = this.#options;
      const work = {
        identity,
        inputs,
        saved: new Date().toISOString(),
        progress: progress(),
        state,
        tape: { bytes, crc },
        sets: this.#sets,
      };
      const manifest = join(this.#folder, MANIFEST);
      await withFile(`${manifest}.new`, "w", async (file) => {
        const text = Buffer.from(formatManifest(work));
        await writeAll(file, text, 0);
        await file.sync();
      });
      await disk.rename(`${manifest}.new`, manifest);
      for (const folder of [this.#folder, dirname(this.#folder)]) await sync(folder);
      this.#tape = { bytes, crc };
      this.#tapePieces = tape.pieces.length;
    });
  }

  async #writing(write: () => Promise<void>): Promise<void> {
    await this.#options.checkLock();
    try {
      await write();
    } catch (error) {
      const explained = explainWriteError(error, join(this.#folder, MANIFEST));
      if (!(explained instanceof InputError) || explained.code !== "disk-full") throw explained;
      const message = `${explained.message}; run the same command again when there is room: it goes on where it was`;
      throw new InputError("disk-full", message, { cause: error });
    }
  }

  /** @param read gives the CRC of what it has read; -1: it is not what it should be */
  async #reading(name: string, { bytes, crc }: WorkFile, read: (file: FileHandle) => Promise<number>): Promise<void> {
    await reading(this.#folder, async () => {
      const path = join(this.#folder, name);
      await checkFile(this.#folder, name, { bytes, crc });
      const found = await withFile(path, "r", read);
      if (found !== crc) throw new UnusableWork(`its file ${name} is damaged`);
    });
  }
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Whether all bytes are 0. */
function isZero(bytes: Uint8Array): boolean {
  return ZEROS.subarray(0, bytes.length).equals(bytes);
}

async function readAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    const { bytesRead } = await file.read(bytes, at, bytes.length - at, position + at);
    if (bytesRead === 0) throw new UnusableWork("a file is cut short");
    at += bytesRead;
  }
}

/** One clear line for what a disk does to whoever reads. */
async function reading<T>(folder: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (error instanceof InputError || code === undefined) throw error;
    const why = code === "ENOTDIR" ? "it is no folder: remove it" : message;
    throw new SourceError("refused", `${folder} cannot be read: ${why}`, { cause: error });
  }
}
