/**
 * Work folders: `NAME.work` beside where the table NAME is going to be. What solving puts aside lies there until the table is
 * complete, so that a build that was ended at any moment goes on where it was (docs/reports/large-endgames.md). Whoever writes in it has
 * the lock of the build, and only what the same user's program has written counts (work-manifest.ts).
 *
 *     manifest.json     what is here (work-manifest.ts)
 *     tape              the tape's pieces, packed (shelf.ts), one after the other
 *     red.done ...      what captures are worth (../journal.ts), likewise
 *
 * Files grow and are synced before the manifest that tells of it takes the place of the one before. What they hold beyond what
 * it tells is of no account.
 */
import { createHash, type Hash } from "node:crypto";
import { constants } from "node:fs";
import { lstat, readdir, stat, type FileHandle } from "node:fs/promises";
import { dirname, join } from "node:path";
import { disk, explainWriteError, sync, withFile, writeAll } from "../../base/node/disk.ts";
import { keepUnused } from "../../base/node/unused-work.ts";
import type { Seal } from "../../base/node/user-key.ts";
import { InputError, SourceError } from "../../base/errors.ts";
import type { Colour } from "../../xiangqi/pieces.ts";
import type { TableProgress } from "../build/build-figures.ts";
import type { DirectionSet, Journal, SolvingState } from "../journal.ts";
import { SharedBytes } from "../planes.ts";
import { PACKED_HEADER, pack, packedSizes, unpack } from "./shelf.ts";
import { type SetBytes, type Tape, wholeExtents } from "../tape.ts";
import type { InputTable } from "../../table/format/header.ts";
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
/** Of sets; a piece of a tape has no more either. */
const PIECE_BYTES = 2 ** 20;
const READ_BYTES = 2 ** 24;
const newHash = (): Hash => createHash("sha256");
const NO_BYTES: WorkFile = { bytes: 0, sha256: newHash().digest("hex") };
/** Files of others, that links lead to, are not written to. */
const WRITE_OWN = constants.O_RDWR | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);

export interface WorkOptions {
  readonly identity: WorkIdentity;
  readonly seal: Seal;
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
  /** Of what was read or written of the tape. */
  #tapeHash = newHash();
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
    if (!(await WorkFolder.isThere(path))) return new WorkFolder(folder, options, null);
    return reading(folder, async () => {
      const found = await readManifest(folder, options.seal);
      checkIdentity(found, options.identity);
      checkInputs(found, await options.inputs());
      return new WorkFolder(folder, options, found);
    });
  }

  /** Whether there is anything by the name of the work folder of the table at `path`. */
  static async isThere(path: string): Promise<boolean> {
    return (await lstat(workPath(path)).catch(() => null)) !== null;
  }

  /** Keeps what lies there under another name, which it gives. @throws InputError where that cannot be */
  static keepUnused(path: string): Promise<string> {
    return keepUnused(workPath(path));
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
    const { bytes: length, sha256 } = this.#tape;
    // The sum of all that was read is known at the end only: then nothing was done with it yet.
    for (let at = 0; at < length;) {
      for (const { packed, bytes } of await this.#readTapeFrom(at)) {
        this.#tapeHash.update(packed);
        this.#tapePieces++;
        at += packed.length;
        yield new Uint32Array(bytes.buffer);
      }
    }
    if (this.#tapeHash.copy().digest("hex") !== sha256) throw notAsWritten(TAPE);
  }

  /** Some pieces, at least one. */
  async #readTapeFrom(at: number): Promise<readonly PackedPiece[]> {
    let pieces: readonly PackedPiece[] = [];
    await this.#reading(TAPE, this.#tape, async (file) => {
      pieces = await readPieces(file, at, this.#tape.bytes);
      return pieces.length > 0 && pieces.every(({ bytes }) => isOfExtents(bytes));
    });
    return pieces;
  }

  async readSet(winner: Colour, set: DirectionSet, into: SetBytes): Promise<void> {
    const name = `${winner}.${set}`;
    const written = this.#sets[name] ?? NO_BYTES;
    await this.#reading(name, written, async (file) => {
      const hash = newHash();
      let [place, first] = [0, 0];
      while (place < written.bytes) {
        const before = place;
        for (const { packed, bytes } of await readPieces(file, place, written.bytes)) {
          hash.update(packed);
          place += packed.length;
          if (first + bytes.length > into.length) return false;
          into.write(first, bytes);
          first += bytes.length;
        }
        if (place === before) return false;
      }
      return first === into.length && hash.digest("hex") === written.sha256;
    });
  }

  async writeSet(winner: Colour, set: DirectionSet, from: SetBytes): Promise<void> {
    const name = `${winner}.${set}`;
    await this.#writing(async () => {
      await this.#make();
      await withFile(join(this.#folder, name), WRITE_OWN | constants.O_TRUNC, async (file) => {
        const hash = newHash();
        let bytes = 0;
        for (let at = 0; at < from.length; at += PIECE_BYTES) {
          const piece = new Uint8Array(Math.min(PIECE_BYTES, from.length - at));
          from.read(at, piece);
          const packed = pack(piece);
          hash.update(packed);
          await writeAll(file, packed, bytes);
          bytes += packed.length;
        }
        await file.sync();
        this.#sets[name] = { bytes, sha256: hash.digest("hex") };
      });
    });
  }

  async save(state: SolvingState, tape: Pick<Tape, "pieces" | "read">): Promise<void> {
    this.#inputs ??= await this.#options.inputs();
    const inputs = this.#inputs;
    await this.#writing(async () => {
      let { bytes } = this.#tape;
      const hash = this.#tapeHash.copy();
      await this.#make();
      await withFile(join(this.#folder, TAPE), WRITE_OWN, async (file) => {
        for (const added of tape.pieces.slice(this.#tapePieces)) {
          const words = tape.read(added);
          const packed = pack(new Uint8Array(words.buffer, words.byteOffset, words.byteLength));
          await writeAll(file, packed, bytes);
          bytes += packed.length;
          hash.update(packed);
        }
        await file.truncate(bytes);
        await file.sync();
      });
      const { identity, progress, seal } = this.#options;
      const written = { bytes, sha256: hash.copy().digest("hex") };
      const work = {
        identity,
        inputs,
        saved: new Date().toISOString(),
        progress: progress(),
        state,
        tape: written,
        sets: this.#sets,
      };
      const manifest = join(this.#folder, MANIFEST);
      await withFile(`${manifest}.new`, WRITE_OWN | constants.O_TRUNC, async (file) => {
        const text = Buffer.from(formatManifest(work, seal));
        await writeAll(file, text, 0);
        await file.sync();
      });
      await disk.rename(`${manifest}.new`, manifest);
      for (const folder of [this.#folder, dirname(this.#folder)]) await sync(folder);
      this.#tape = written;
      this.#tapeHash = hash;
      this.#tapePieces = tape.pieces.length;
    });
  }

  /** For this user alone. */
  async #make(): Promise<void> {
    await disk.mkdir(this.#folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
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

  /** @param read whether it has read what it should have */
  async #reading(name: string, written: WorkFile, read: (file: FileHandle) => Promise<boolean>): Promise<void> {
    await reading(this.#folder, async () => {
      await checkFile(this.#folder, name, written);
      if (!(await withFile(join(this.#folder, name), "r", read))) throw notAsWritten(name);
    });
  }
}

function notAsWritten(name: string): UnusableWork {
  return new UnusableWork(`its file ${name} is not what this user's program has written`);
}

interface PackedPiece {
  readonly packed: Buffer;
  /** What it holds, in memory that threads share. */
  readonly bytes: Uint8Array;
}

function isOfExtents({ buffer, length }: Uint8Array): boolean {
  return length > 0 && length % 4 === 0 && wholeExtents(new Uint32Array(buffer)) * 4 === length;
}

/** The pieces that are whole in what is read at a time, from a place on up to another one; none where one is not what `pack` made. */
async function readPieces(file: FileHandle, from: number, to: number): Promise<readonly PackedPiece[]> {
  const read = Buffer.alloc(Math.min(READ_BYTES, to - from));
  await readAll(file, read, from);
  const pieces: PackedPiece[] = [];
  for (let at = 0; at + PACKED_HEADER <= read.length;) {
    const { stored, held } = packedSizes(read.subarray(at));
    if (held > PIECE_BYTES || stored > held) return [];
    const packed = read.subarray(at, at + PACKED_HEADER + stored);
    if (packed.length < PACKED_HEADER + stored) break;
    const bytes = new Uint8Array(new SharedBytes(held));
    try {
      unpack(packed.subarray(PACKED_HEADER), bytes);
    } catch (error) {
      if (error instanceof RangeError) return [];
      throw error;
    }
    pieces.push({ packed, bytes });
    at += packed.length;
  }
  return pieces;
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
    throw new SourceError("refused", `${folder} cannot be read: ${message}`, { cause: error });
  }
}
