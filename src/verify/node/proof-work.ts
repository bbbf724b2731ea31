/**
 * What a proof has found so far, step by step, so that one which was interrupted goes on where it was. A step is a chunk that
 * was looked at, or another result that took long. Small proofs keep this in memory, all others in a folder beside the table,
 * `KRKN.proof.work`: a file of records, and one for the plane of either side. A record is written once what it stands for has
 * reached the disk, at most some seconds later; what has no record counts for nothing. Lists that are too long for records are
 * kept beside them. Each record is sealed together with the seal of the one before it, and has the SHA-256 of what it stands for: what
 * anybody but this user's program has written, or another table's, is not gone on with (docs/decisions/0018-who-wrote-it.md).
 */
import { createHash } from "node:crypto";
import { closeSync, fstatSync, lstatSync, openSync, statSync, type Stats } from "node:fs";
import { chmod, readdir } from "node:fs/promises";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { crc32 } from "node:zlib";
import { TABLE_SUFFIX } from "../../table/catalog/catalog.ts";
import { disk, explainWriteError, readFully, sync, withFile, writeAll } from "../../base/node/disk.ts";
import { isOwn, READ_OWN } from "../../base/node/private-folder.ts";
import { PROOF_WORK_SUFFIX } from "../../base/node/unfinished.ts";
import { keepUnused } from "../../base/node/unused-work.ts";
import { SEAL_BYTES, type Seal } from "../../base/node/user-key.ts";
import { COLOURS, type Colour } from "../../xiangqi/pieces.ts";
import type { PlanePlace } from "./plane-files.ts";

export interface ProofWork<R> {
  readonly planes: Readonly<Record<Colour, PlanePlace>>;
  /** Whether another process can go on with it. */
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
  readonly sha256: string;
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
    return { at: this.#kept.push(bytes) - 1, length: bytes.length, sha256: "" };
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
const WORK_VERSION = 5;
const RECORDS = "records";
const KEPT = "kept";
const FOR_ITS_OWNER = 0o700;
/** In front of a record is its length, and by what it is known again. */
const LENGTH_BYTES = 4;

/** The folder with the unfinished proof of the table at `path`. */
export function proofWorkPath(path: string): string {
  return path.slice(0, -TABLE_SUFFIX.length) + PROOF_WORK_SUFFIX;
}

export interface FoundProofWork {
  readonly endgame: string;
  readonly path: string;
  /** When it was last written to; null: this user's program has not written it, or it is damaged. */
  readonly saved: Date | null;
}

/** The unfinished proofs in a folder. @param seal null: this user has no key */
export async function proofWorksIn(folder: string, seal: Seal | null): Promise<FoundProofWork[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(PROOF_WORK_SUFFIX)).sort();
  return names.map((name) => {
    const path = join(folder, name);
    const records = join(path, RECORDS);
    const saved = seal !== null && isBegunUnder(seal, records) ? (found(records)?.mtime ?? null) : null;
    return { endgame: name.slice(0, -PROOF_WORK_SUFFIX.length), path, saved };
  });
}

/** Whether the first of some records is sealed. */
function isBegunUnder(seal: Seal, path: string): boolean {
  if (sizeOf(path) === null) return false;
  const file = openSync(path, READ_OWN);
  try {
    return sealedIn(file, seal).next().done === false;
  } finally {
    closeSync(file);
  }
}

/** The records that this user's program has written one after the other. */
function sealedIn(file: number, seal: Seal): Generator<FoundRecord> {
  return recordsIn(file, SEAL_BYTES, (payload, tag, before) => seal.isOf(tag, before ?? NO_SEAL, payload));
}

export interface ProofWorkOptions {
  /** The table's file. */
  readonly path: string;
  /** What the work is of: this table, these inputs, this program. */
  readonly identity: object;
  readonly seal: Seal;
  /** Whether the seal outlives the process: else no other goes on with the work. */
  readonly isKept: boolean;
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
  readonly isKept: boolean;
  readonly #folder: string;
  readonly #path: string;
  readonly #keptPath: string;
  readonly #seal: Seal;
  /** Of the last record. */
  #lastSeal: Uint8Array = NO_SEAL;
  /** Where the next bytes are kept. */
  #keptEnd = 0;
  #count = 0;
  /** Where the next record goes. */
  #end = 0;
  /** Records that are not on the disk yet. */
  #waiting: Uint8Array[] = [];
  readonly #note: ProofWorkOptions["note"];
  readonly #syncMilliseconds: number;
  #synced = performance.now();

  private constructor(folder: string, { seal, isKept, syncMilliseconds, note }: ProofWorkOptions) {
    this.#seal = seal;
    this.isKept = isKept;
    this.#note = note;
    this.#syncMilliseconds = syncMilliseconds;
    this.#folder = folder;
    this.#path = join(folder, RECORDS);
    this.#keptPath = join(folder, KEPT);
    this.planes = { red: { path: join(folder, "red") }, black: { path: join(folder, "black") } };
  }

  /** Goes on with the work that is there, or begins. @throws InputError where nothing can be written */
  static async open<R>(options: ProofWorkOptions): Promise<FolderWork<R>> {
    const { path, identity, planeBytes, note } = options;
    const folder = proofWorkPath(path);
    const work = new FolderWork<R>(folder, options);
    const header = JSON.stringify({ work: WORK_VERSION, ...identity, planeBytes });
    try {
      const lying = work.#find(header, planeBytes);
      if (lying === "work") {
        if (sizeOf(work.#path)! > work.#end)
          note(`${folder} holds records that are damaged: the proof goes on before them`);
        if (work.#count > 0) {
          const saved = statSync(work.#path).mtime.toISOString().slice(0, 19).replace("T", " ");
          note(`it goes on from what an interrupted proof had put aside by ${saved}`);
        }
        await chmod(folder, FOR_ITS_OWNER); // a copy may be open to others
        await work.#truncate();
        work.#keptEnd = sizeOf(work.#keptPath)!;
      } else {
        if (lying === OTHER) note(`${folder} holds work of ${lying}: the proof begins anew`);
        else if (lying !== "nothing") {
          const keptAs = await keepUnused(folder);
          note(`${folder} holds ${lying}: the proof begins anew, and that is kept as ${keptAs}`);
        }
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
    const file = openSync(this.#path, READ_OWN);
    let left = this.#count - this.#waiting.length;
    try {
      let number = -1; // the header comes first
      for (const { payload } of sealedIn(file, this.#seal)) {
        if (number++ < 0) continue;
        if (left-- === 0) break;
        yield deserialize(payload) as R;
      }
    } finally {
      closeSync(file);
    }
    if (left > 0) throw new Error(`${this.#path} is no longer what was written`);
    for (const bytes of this.#waiting) yield deserialize(bytes.subarray(LENGTH_BYTES + SEAL_BYTES)) as R;
  }

  async add(record: R): Promise<void> {
    this.#waiting.push(this.#sealed(serialize(record)));
    this.#count++;
    if (performance.now() - this.#synced >= this.#syncMilliseconds) await this.sync();
  }

  async keep(bytes: Uint8Array): Promise<Kept | null> {
    if (bytes.length === 0) return null;
    const kept = { at: this.#keptEnd, length: bytes.length, sha256: sha256(bytes) };
    try {
      await withFile(this.#keptPath, "r+", (file) => writeAll(file, bytes, kept.at));
    } catch (error) {
      throw explainWriteError(error, this.#keptPath);
    }
    this.#keptEnd += bytes.length;
    return kept;
  }

  read({ at, length, sha256: stated }: Kept): Uint8Array | null {
    if (at + length > (sizeOf(this.#keptPath) ?? 0)) return null;
    const bytes = Buffer.allocUnsafeSlow(length);
    const file = openSync(this.#keptPath, READ_OWN);
    try {
      readAt(file, bytes, at);
    } finally {
      closeSync(file);
    }
    return sha256(bytes) === stated ? bytes : null;
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
    const file = openSync(this.#path, READ_OWN);
    try {
      this.#end = 0;
      let number = -1;
      for (const { payload, tag } of sealedIn(file, this.#seal)) {
        if (number++ === count) break;
        this.#passed(payload, tag);
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
  #find(header: string, planeBytes: number): "nothing" | "work" | typeof OTHER | typeof DAMAGED | typeof UNKNOWN {
    const folder = found(this.#folder);
    if (folder === undefined) return "nothing";
    if (!folder.isDirectory() || !isOwn(folder)) return UNKNOWN;
    if (found(this.#path) === undefined) return "nothing";
    const size = sizeOf(this.#path);
    if (size === null) return UNKNOWN;
    if (size === 0) return "nothing"; // it was ended before it began
    const file = openSync(this.#path, READ_OWN);
    try {
      let isOfThis = false;
      for (const { payload, tag } of sealedIn(file, this.#seal)) {
        if (!isOfThis && payload.toString() !== header) return OTHER;
        if (isOfThis) this.#count++;
        isOfThis = true;
        this.#passed(payload, tag);
      }
      if (!isOfThis) return UNKNOWN;
      const areWhole =
        COLOURS.every((turn) => sizeOf(this.planes[turn].path) === planeBytes) && sizeOf(this.#keptPath) !== null;
      const isAllDamaged = this.#count === 0 && size > this.#end;
      return areWhole && !isAllDamaged ? "work" : DAMAGED;
    } finally {
      closeSync(file);
    }
  }

  #sealed(payload: Uint8Array): Uint8Array {
    this.#lastSeal = this.#seal.of(this.#lastSeal, payload);
    return withHead(payload, this.#lastSeal);
  }

  #passed(payload: Uint8Array, tag: Uint8Array): void {
    this.#end += LENGTH_BYTES + tag.length + payload.length;
    this.#lastSeal = tag;
  }

  async #begin(header: string, planeBytes: number): Promise<void> {
    await disk.rm(this.#folder, { recursive: true, force: true });
    await disk.mkdir(this.#folder, { mode: FOR_ITS_OWNER }); // threads read the planes there again and again
    this.#count = 0;
    this.#end = 0;
    this.#lastSeal = NO_SEAL;
    for (const turn of COLOURS) {
      await withFile(this.planes[turn].path, "w", (plane) => plane.truncate(planeBytes));
    }
    await disk.writeFile(this.#keptPath, "");
    await disk.writeFile(this.#path, "");
    await this.#write(this.#sealed(Buffer.from(header)));
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

/** What may lie in the folder of a proof. */
const OTHER = "another table or program";
const DAMAGED = "a damaged proof";
const UNKNOWN = "what this user's program has not written, or is damaged";
/** In front of the first record. */
const NO_SEAL = new Uint8Array(SEAL_BYTES);

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

function found(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}

/** Of a file; null where there is none, or something else is in its place. */
function sizeOf(path: string): number | null {
  const there = found(path);
  return there?.isFile() ? there.size : null;
}

/** By which records of parts are known to be whole (proof-parts.ts). */
export function crcOf(payload: Uint8Array): Buffer {
  const crc = Buffer.alloc(4);
  crc.writeUInt32LE(crc32(payload));
  return crc;
}

/** A record as files have it. @param tag by which it is known again */
export function withHead(payload: Uint8Array, tag: Uint8Array): Uint8Array {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(payload.length, 0);
  return Buffer.concat([length, tag, payload]);
}

/** The first record says what the others are of; whoever wrote it is known before the next is read. */
const MOST_FIRST_BYTES = 2 ** 20;

export interface FoundRecord {
  /** Where the payload is in the file. */
  readonly at: number;
  readonly payload: Buffer;
  readonly tag: Uint8Array;
}

/**
 * The sound records of a file, up to the first that is not.
 * @param isSound told the tag of a record, and that of the one before it
 */
export function* recordsIn(
  file: number,
  tagBytes: number,
  isSound: (payload: Buffer, tag: Buffer, before: Buffer | null) => boolean,
): Generator<FoundRecord> {
  const { size } = fstatSync(file);
  const headBytes = LENGTH_BYTES + tagBytes;
  let before: Buffer | null = null;
  for (let end = 0; end + headBytes <= size;) {
    const head = Buffer.alloc(headBytes);
    readAt(file, head, end);
    const [at, length] = [end + headBytes, head.readUInt32LE(0)];
    if (length === 0 || at + length > size || (before === null && length > MOST_FIRST_BYTES)) return;
    const payload = Buffer.alloc(length);
    readAt(file, payload, at);
    const tag = head.subarray(LENGTH_BYTES);
    if (!isSound(payload, tag, before)) return;
    yield { at, payload, tag };
    before = tag;
    end = at + length;
  }
}

/** @throws where the file ends before */
export function readAt(file: number, into: Buffer, at: number): void {
  if (readFully(file, into, at) < into.length) throw new Error("a file of a proof is shorter than it was");
}
