/**
 * Pieces of a store's objects kept in a folder of this machine, so that what was read once takes no request again. Each is sealed
 * together with its name: what this user's program has not put there is read again.
 */
import { lstat, mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { writeWhole } from "../../../src/base/node/disk.ts";
import { openFiles } from "../../../src/base/node/open-files.ts";
import { SEAL_BYTES, sealForNow } from "../../../src/base/node/user-key.ts";
import { SharedWork } from "../../../src/base/shared-work.ts";
import type { Source } from "../../../src/table/read/source.ts";

/** A probe needs a few blocks of a table, which lie near one another; a request costs as much as so many bytes. */
const PIECE_BYTES = 2 ** 18;

export class DiskBlocks {
  readonly #folder: string;
  readonly #mostBytes: number;
  /** Bytes by file; a Map iterates in order of insertion: the first was not used for longest. */
  readonly #files = new Map<string, number>();
  readonly #fetching = new SharedWork<string, Uint8Array>();
  /** Where there is no key, what others have kept is read again. */
  readonly #seal = sealForNow("pieces of a store");
  /** Those whose seal was compared. */
  readonly #checked = new Set<string>();
  #bytes = 0;

  private constructor(folder: string, mostBytes: number) {
    this.#folder = folder;
    this.#mostBytes = mostBytes;
  }

  static async open(folder: string, mostBytes: number): Promise<DiskBlocks> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const blocks = new DiskBlocks(folder, mostBytes);
    const found = [];
    for (const file of await readdir(folder)) {
      const path = join(folder, file);
      const there = await lstat(path).catch(() => null);
      if (!there?.isFile()) continue; // not put there by a server
      if (file.endsWith(".tmp")) await rm(path, { force: true });
      else found.push({ file, size: there.size, atimeMs: there.atimeMs });
    }
    for (const { file, size } of found.toSorted((a, b) => a.atimeMs - b.atimeMs)) blocks.#note(file, size);
    return blocks;
  }

  /** On disk. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * The same source, read by pieces that are kept.
   * @param name of the object, as a file name; an object of another name, tag or store needs another
   */
  keep(source: Source, name: string): Source {
    const sizeFile = `${name}.size`;
    let size: number | null = null;
    const sizeOf = async (): Promise<number> => {
      if (size !== null) return size;
      const kept = await this.#read(sizeFile, 0);
      if (kept !== null) return (size = Number(kept.toString()));
      await fetchPiece(0); // whoever asks for the size reads the head next, and the source knows both then
      size = await source.size();
      await this.#write(sizeFile, Buffer.from(String(size)));
      return size;
    };
    const fetchPiece = (number: number, signal?: AbortSignal): Promise<Uint8Array> => {
      const file = `${name}.${number}`;
      const fetch = async (all: AbortSignal): Promise<Uint8Array> => {
        const bytes = await source.read(number * PIECE_BYTES, PIECE_BYTES, all);
        await this.#write(file, bytes);
        return bytes;
      };
      return this.#fetching.run(file, fetch, signal);
    };
    /** From one byte up to another of a piece. */
    const readPiece = async (number: number, from: number, to: number, signal?: AbortSignal): Promise<Uint8Array> => {
      const kept = await this.#read(`${name}.${number}`, from, to);
      return kept ?? (await fetchPiece(number, signal)).subarray(from, to);
    };
    const read = async (offset: number, length: number, signal?: AbortSignal): Promise<Uint8Array> => {
      const end = Math.min(offset + length, await sizeOf());
      if (offset >= end) return new Uint8Array();
      const [first, last] = [Math.floor(offset / PIECE_BYTES), Math.floor((end - 1) / PIECE_BYTES)];
      const pieces = await Promise.all(
        Array.from({ length: last - first + 1 }, (_, i) => {
          const start = (first + i) * PIECE_BYTES;
          return readPiece(first + i, Math.max(0, offset - start), Math.min(PIECE_BYTES, end - start), signal);
        }),
      );
      return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
    };
    /** What is kept of an object that is damaged, or another one by now, is worth nothing. */
    const drop = async (): Promise<void> => {
      for (const file of this.#files.keys()) if (file.startsWith(`${name}.`)) await this.#remove(file);
    };
    return {
      key: source.key,
      size: sizeOf,
      async read(offset, length, signal, isSound) {
        const bytes = await read(offset, length, signal);
        if (isSound === undefined || isSound(bytes)) return bytes;
        await drop();
        size = null;
        return source.read(offset, length, signal, isSound);
      },
      close: () => source.close(),
    };
  }

  /** From one byte of a file up to another, or to the end; null where they are not kept. The seal is compared the first time. */
  async #read(file: string, from: number, to?: number): Promise<Buffer | null> {
    const known = this.#files.get(file);
    if (known === undefined || known < SEAL_BYTES || known > PIECE_BYTES + SEAL_BYTES) return null;
    const isChecked = this.#checked.has(file);
    const length = known - SEAL_BYTES;
    const end = to ?? length;
    if (end > length) return null;
    try {
      const kept = await openFiles.open(join(this.#folder, file), false);
      try {
        const first = isChecked ? from : 0;
        const bytes = Buffer.alloc(isChecked ? end - from : known);
        const { bytesRead } = await kept.read(bytes, 0, bytes.length, first);
        if (this.#files.has(file)) this.#note(file, known); // it may be removed meanwhile
        if (bytesRead < bytes.length) return null;
        if (isChecked) return bytes;
        const content = bytes.subarray(0, length);
        if (!this.#seal.isOf(bytes.subarray(length), named(file), content)) return null;
        this.#checked.add(file);
        return content.subarray(from, end);
      } finally {
        await kept.close();
      }
    } catch {
      return null;
    }
  }

  /** A disk that is full or fails keeps nothing, and is no reason to answer nothing. */
  async #write(file: string, bytes: Uint8Array): Promise<void> {
    try {
      await writeWhole(join(this.#folder, file), Buffer.concat([bytes, this.#seal.of(named(file), bytes)]));
      this.#checked.add(file);
      this.#note(file, bytes.length + SEAL_BYTES);
      for (const oldest of this.#files.keys()) {
        if (this.#bytes <= this.#mostBytes) break;
        await this.#remove(oldest);
      }
    } catch {
      // It is read from the store again.
    }
  }

  #note(file: string, bytes: number): void {
    this.#bytes += bytes - (this.#files.get(file) ?? 0);
    this.#files.delete(file);
    this.#files.set(file, bytes);
  }

  async #remove(file: string): Promise<void> {
    this.#bytes -= this.#files.get(file) ?? 0;
    this.#files.delete(file);
    this.#checked.delete(file);
    await rm(join(this.#folder, file), { force: true });
  }
}

/** In front of what is sealed: no name has a zero. */
const named = (file: string): string => `${file}\0`;
