/**
 * What a proof has found so far, step by step, so that one which was interrupted goes on where it was. A step is a chunk that
 * was looked at, or another result that took long. Small proofs keep this in memory, all others in a folder beside the table,
 * `KRKN.proof.work`: a file of records, and one for the plane of either side. A record is written once what it stands for has
 * reached the disk, at most some seconds later; what has no record counts for nothing. Lists that are too long for records are
 * kept beside them.
 */
import { closeSync, fstatSync, lstatSync, statSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { crc32 } from "node:zlib";
import { TABLE_SUFFIX } from "../../table/catalog.ts";
import { disk, explainWriteError, readFully, sync, withFile, writeAll } from "../../table/node/disk.ts";
import { openPlainSync } from "../../table/node/plain-file.ts";
import { PROOF_WORK_SUFFIX } from "../../table/node/unfinished.ts";
import { COLOURS, type Colour } from "../../xiangqi/pieces.ts";
import type { PlanePlace } from "./plane-files.ts";

export interface ProofWork<R> {
  readonly planes: Readonly<Record<Colour, PlanePlace>>;
  /** Whether it outlives the process. */
  readonly isKept: boolean;
  /** How many records there are. */
  readonly count: number;
  records(): Iterable<R>;
  /** @throws InputError where nothing can be written */
  add(record: R): Promise<void>;
  /** Keeps bytes for a record that says where; null: there are none. @throws InputError where nothing can be written */
  keep(bytes: Uint8Array): Promise<Kept | null>;
  /** Bytes that were kept; null where they are no longer what they were. */
  read(kept: Kept): Uint8Array | null;
  /** Forgets all records from one on. */
  cut(count: number): Promise<void>;
  /** Writes what is not written yet, to go on later. */
  sync(): Promise<void>;
  /** Removes all. */
  remove(): Promise<void>;
}

/** Where bytes are kept, and what they are. */
export interface Kept {
  readonly at: number;
  readonly length: number;
  readonly crc: number;
}

/** In memory alone. */
export class MemoryWork<R> implements ProofWork<R> {
  readonly planes: Readonly<Record<Colour, PlanePlace>>;
  readonly isKept = false;
  readonly #records: R[] = [];
  readonly #kept: Uint8Array[] = [];

  /** @param planeBytes of one side */
  constructor(planeBytes: number) {
    const plane = () => ({ shared: new SharedArrayBuffer(planeBytes) });
    this.planes = { red: plane(), black: plane() };
  }

  get count(): number {
    return this.#records.length;
  }

  records(): Iterable<R> {
    return this.#records;
  }

  async add(record: R): Promise<void> {
    this.#records.push(record);
  }

  async keep(bytes: Uint8Array): Promise<Kept | null> {
    if (bytes.length === 0) return null;
    return { at: this.#kept.push(bytes) - 1, length: bytes.length, crc: 0 };
  }

  read({ at }: Kept): Uint8Array {
    return this.#kept[at]!;
  }

  async cut(count: number): Promise<void> {
    this.#records.length = count;
  }

  async sync(): Promise<void> {}

  async remove(): Promise<void> {}
}

/** Of what records hold: a proof of another form begins anew. */
const WORK_VERSION = 4;
const RECORDS = "records";
const KEPT = "kept";
/** Length and CRC-32 of a record, in front of it. */
export const HEAD_BYTES = 8;

/** The folder with the unfinished proof of the table at `path`. */
export function proofWorkPath(path: string): string {
  return path.slice(0, -TABLE_SUFFIX.length) + PROOF_WORK_SUFFIX;
}

/** The unfinished proofs in a folder, and when each was last written to. */
export async function proofWorksIn(folder: string): Promise<{ endgame: string; path: string; saved: Date | null }[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(PROOF_WORK_SUFFIX)).sort();
  const found = names.map(async (name) => {
    const path = join(folder, name);
    const records = await stat(join(path, RECORDS)).catch(() => null);
    return { endgame: name.slice(0, -PROOF_WORK_SUFFIX.length), path, saved: records?.mtime ?? null };
  });
  return Promise.all(found);
}

export interface WorkOptions {
  /** The table's file. */
  readonly path: string;
  /** What the work is of: this table, these inputs, this program. */
  readonly identity: object;
  /** Of one side. */
  readonly planeBytes: number;
  /** Records are written so often. */
  readonly syncMilliseconds: number;
  /** Told in one line what is made of work that was found. */
  readonly note: (line: string) => void;
}

/** In a folder beside the table. */
export class FolderWork<R> implements ProofWork<R> {
  readonly planes: Readonly<Record<Colour, { readonly path: string }>>;
  readonly isKept = true;
  readonly #folder: string;
  readonly #path: string;
  readonly #keptPath: string;
  /** Where the next bytes are kept. */
  #keptEnd = 0;
  #count = 0;
  /** Where the next record goes. */
  #end = 0;
  /** Records that are not on the disk yet. */
  #waiting: Uint8Array[] = [];
  readonly #note: WorkOptions["note"];
  readonly #syncMilliseconds: number;
  #synced = performance.now();

  private constructor(folder: string, syncMilliseconds: number, note: WorkOptions["note"]) {
    this.#note = note;
    this.#syncMilliseconds = syncMilliseconds;
    this.#folder = folder;
    this.#path = join(folder, RECORDS);
    this.#keptPath = join(folder, KEPT);
    this.planes = { red: { path: join(folder, "red") }, black: { path: join(folder, "black") } };
  }

  /** Goes on with the work that is there, or begins. @throws InputError where nothing can be written */
  static async open<R>({ path, identity, planeBytes, syncMilliseconds, note }: WorkOptions): Promise<FolderWork<R>> {
    const folder = proofWorkPath(path);
    const work = new FolderWork<R>(folder, syncMilliseconds, note);
    const header = JSON.stringify({ work: WORK_VERSION, ...identity, planeBytes });
    try {
      const found = work.#find(header, planeBytes);
      if (found === "work") {
        if (sizeOf(work.#path) > work.#end)
          note(`${folder} holds records that are damaged: the proof goes on before them`);
        if (work.#count > 0) {
          const saved = statSync(work.#path).mtime.toISOString().slice(0, 19).replace("T", " ");
          note(`it goes on from what an interrupted proof had put aside by ${saved}`);
        }
        await work.#truncate();
        work.#keptEnd = sizeOf(work.#keptPath);
      } else {
        if (found !== "nothing") note(`${folder} holds work of ${found}: the proof begins anew`);
        await work.#begin(header, planeBytes);
      }
      return work;
    } catch (error) {
      throw explainWriteError(error, folder);
    }
  }

  get count(): number {
    return this.#count;
  }

  *records(): Generator<R> {
    const file = openPlainSync(this.#path);
    try {
      let number = -1; // the header comes first
      for (const payload of recordsIn(file)) if (number++ >= 0) yield deserialize(payload) as R;
    } finally {
      closeSync(file);
    }
    for (const bytes of this.#waiting) yield deserialize(bytes.subarray(HEAD_BYTES)) as R;
  }

  async add(record: R): Promise<void> {
    this.#waiting.push(withHead(serialize(record)));
    this.#count++;
    if (performance.now() - this.#synced >= this.#syncMilliseconds) await this.sync();
  }

  async keep(bytes: Uint8Array): Promise<Kept | null> {
    if (bytes.length === 0) return null;
    const kept = { at: this.#keptEnd, length: bytes.length, crc: crc32(bytes) };
    try {
      await withFile(this.#keptPath, "r+", (file) => writeAll(file, bytes, kept.at));
    } catch (error) {
      throw explainWriteError(error, this.#keptPath);
    }
    this.#keptEnd += bytes.length;
    return kept;
  }

  read({ at, length, crc }: Kept): Uint8Array | null {
    if (at + length > sizeOf(this.#keptPath)) return null;
    const bytes = Buffer.allocUnsafeSlow(length);
    const file = openPlainSync(this.#keptPath);
    try {
      readAt(file, bytes, at);
    } finally {
      closeSync(file);
    }
    return crc32(bytes) === crc ? bytes : null;
  }

  /** First the planes and what is kept, then the records that say what is in them. */
  async sync(): Promise<void> {
    const bytes = Buffer.concat(this.#waiting);
    this.#waiting = [];
    try {
      if (bytes.length > 0) {
        for (const path of [this.planes.red.path, this.planes.black.path, this.#keptPath]) await sync(path);
        await this.#write(bytes);
      }
    } catch (error) {
      throw explainWriteError(error, this.#path);
    }
    this.#synced = performance.now();
  }

  async cut(count: number): Promise<void> {
    await this.sync();
    const usable = count === 0 ? "no step" : `only ${count} of ${this.#count} steps`;
    this.#note(
      `${usable} in ${this.#folder} can be used: the proof ${count === 0 ? "begins anew" : "goes on from there"}`,
    );
    const file = openPlainSync(this.#path);
    try {
      this.#end = 0;
      let number = -1;
      for (const payload of recordsIn(file)) {
        if (number++ === count) break;
        this.#end += HEAD_BYTES + payload.length;
      }
    } finally {
      closeSync(file);
    }
    this.#count = count;
    await this.#truncate();
  }

  /** Where that fails the next proof finds all done. */
  async remove(): Promise<void> {
    await disk.rm(this.#folder, { recursive: true, force: true }).catch(() => undefined);
  }

  /** What lies in the folder; of its own work how much is sound. */
  #find(header: string, planeBytes: number): "nothing" | "work" | "another table or program" | "a damaged proof" {
    let file: number;
    try {
      file = openPlainSync(this.#path);
    } catch {
      return "nothing";
    }
    try {
      let isOwn = false;
      for (const payload of recordsIn(file)) {
        if (!isOwn && payload.toString() !== header) return "another table or program";
        if (isOwn) this.#count++;
        isOwn = true;
        this.#end += HEAD_BYTES + payload.length;
      }
      const areWhole =
        COLOURS.every((turn) => sizeOf(this.planes[turn].path) === planeBytes) && sizeOf(this.#keptPath) >= 0;
      const isAllDamaged = this.#count === 0 && fstatSync(file).size > this.#end;
      return isOwn && areWhole && !isAllDamaged ? "work" : "a damaged proof";
    } finally {
      closeSync(file);
    }
  }

  async #begin(header: string, planeBytes: number): Promise<void> {
    await disk.rm(this.#folder, { recursive: true, force: true });
    await disk.mkdir(this.#folder, { recursive: true });
    this.#count = 0;
    this.#end = 0;
    for (const turn of COLOURS) {
      await withFile(this.planes[turn].path, "w", (plane) => plane.truncate(planeBytes));
    }
    await disk.writeFile(this.#keptPath, "");
    await disk.writeFile(this.#path, "");
    await this.#write(withHead(Buffer.from(header)));
    await sync(this.#folder);
  }

  async #write(bytes: Uint8Array): Promise<void> {
    await withFile(this.#path, "r+", async (file) => {
      await writeAll(file, bytes, this.#end);
      await file.sync();
    });
    this.#end += bytes.length;
  }

  async #truncate(): Promise<void> {
    await withFile(this.#path, "r+", (file) => file.truncate(this.#end));
  }
}

/** -1 where there is no plain file. */
function sizeOf(path: string): number {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isFile() ? found.size : -1;
}

/** A record as files have it. */
export function withHead(payload: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(HEAD_BYTES + payload.length);
  bytes.set(payload, HEAD_BYTES);
  bytes.writeUInt32LE(payload.length, 0);
  bytes.writeUInt32LE(crc32(payload), 4);
  return bytes;
}

/** The sound records of a file, up to the first that is not. */
export function* recordsIn(file: number): Generator<Buffer> {
  const { size } = fstatSync(file);
  const head = Buffer.alloc(HEAD_BYTES);
  for (let at = 0; at + HEAD_BYTES <= size;) {
    readAt(file, head, at);
    const length = head.readUInt32LE(0);
    if (length === 0 || at + HEAD_BYTES + length > size) return;
    const payload = Buffer.alloc(length);
    readAt(file, payload, at + HEAD_BYTES);
    if (crc32(payload) !== head.readUInt32LE(4)) return;
    yield payload;
    at += HEAD_BYTES + length;
  }
}

/** @throws where the file ends before */
export function readAt(file: number, into: Buffer, at: number): void {
  if (readFully(file, into, at) < into.length) throw new Error("a file of a proof is shorter than it was");
}
