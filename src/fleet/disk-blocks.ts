/** Pieces of a store's objects kept in a folder of this machine, so that what was read once takes no request again. */
import { mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { randomBytes } from "node:crypto";
import { disk } from "../table/node/disk.ts";
import type { Source } from "../table/source.ts";

/** A probe needs a few blocks of a table, which lie near one another; a request costs as much as so many bytes. */
const PIECE_BYTES = 2 ** 18;

export class DiskBlocks {
  readonly #folder: string;
  readonly #mostBytes: number;
  /** Bytes by file; a Map iterates in order of insertion: the first was not used for longest. */
  readonly #files = new Map<string, number>();
  #bytes = 0;

  private constructor(folder: string, mostBytes: number) {
    this.#folder = folder;
    this.#mostBytes = mostBytes;
  }

  static async open(folder: string, mostBytes: number): Promise<DiskBlocks> {
    await mkdir(folder, { recursive: true });
    const blocks = new DiskBlocks(folder, mostBytes);
    const found = [];
    for (const file of await readdir(folder)) {
      const { size, atimeMs } = await stat(join(folder, file));
      if (file.endsWith(".tmp")) await rm(join(folder, file));
      else found.push({ file, size, atimeMs });
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
      const kept = Number(await this.#read(sizeFile).catch(() => ""));
      size = Number.isSafeInteger(kept) && kept > 0 ? kept : await source.size();
      if (!this.#files.has(sizeFile)) await this.#write(sizeFile, Buffer.from(String(size)));
      return size;
    };
    const readPiece = async (number: number, signal?: AbortSignal): Promise<Uint8Array> => {
      const file = `${name}.${number}`;
      const kept = this.#files.has(file) ? await this.#read(file).catch(() => null) : null;
      if (kept !== null) return kept;
      const bytes = await source.read(number * PIECE_BYTES, PIECE_BYTES, signal);
      await this.#write(file, bytes);
      return bytes;
    };
    const read = async (offset: number, length: number, signal?: AbortSignal): Promise<Uint8Array> => {
      const end = Math.min(offset + length, await sizeOf());
      if (offset >= end) return new Uint8Array();
      const [first, last] = [Math.floor(offset / PIECE_BYTES), Math.floor((end - 1) / PIECE_BYTES)];
      const pieces = await Promise.all(
        Array.from({ length: last - first + 1 }, (_, i) => readPiece(first + i, signal)),
      );
      const all = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
      return all.subarray(offset - first * PIECE_BYTES, end - first * PIECE_BYTES);
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

  async #read(file: string): Promise<Uint8Array> {
    const bytes = await readFile(join(this.#folder, file));
    const known = this.#files.get(file);
    if (known !== undefined) {
      this.#files.delete(file);
      this.#files.set(file, known);
    }
    return bytes;
  }

  /** A disk that is full or fails keeps nothing, and is no reason to answer nothing. */
  async #write(file: string, bytes: Uint8Array): Promise<void> {
    const temporary = join(this.#folder, `.${randomBytes(8).toString("hex")}.tmp`);
    try {
      await disk.writeFile(temporary, bytes);
      await disk.rename(temporary, join(this.#folder, file));
      this.#note(file, bytes.length);
      for (const oldest of this.#files.keys()) {
        if (this.#bytes <= this.#mostBytes) break;
        await this.#remove(oldest);
      }
    } catch {
      await rm(temporary, { force: true }).catch(() => {});
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
    await rm(join(this.#folder, file), { force: true });
  }
}
