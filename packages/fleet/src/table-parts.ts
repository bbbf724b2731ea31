/** The parts of a table that is shared out (solve/slices/table-parts.ts), in files of this machine while something is made of them. */
import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import type { Endgame } from "../../../src/endgame/endgame.ts";
import { estimateSize } from "../../../src/endgame/count.ts";
import { discard } from "../../../src/base/node/disk.ts";
import { InputError, SourceError } from "../../../src/base/errors.ts";
import { VERSION } from "../../../src/base/version.ts";
import { headOfPart } from "../../../src/solve/node/part-files.ts";
import { compiledKernel } from "../../../src/solve/node/thread-team.ts";
import { checkSlices } from "../../../src/solve/slices/sliced-kernel.ts";
import { partsOfTable, sidesOf, type TablePart } from "../../../src/solve/slices/table-parts.ts";
import { DamagedTableError } from "../../../src/table/format/errors.ts";
import type { TableHeader } from "../../../src/table/format/header.ts";
import { collectionOf, type Identity } from "./identity.ts";
import type { TrustedKey } from "./keys.ts";
import {
  areTooMany,
  fetchPart,
  newPartPath,
  partKey,
  signPart,
  storedParts,
  unsignPart,
  type PartsOf,
  type StoredPart,
} from "./signed-parts.ts";
import type { TaskContext } from "./task-context.ts";

/** To be raised when anything changes in what parts hold, or mean. */
const FORMAT = 1;

/** What a part says of itself, as JSON. */
interface PartHead {
  /** What all parts of the table belong to: `PartsOf.sha256`. */
  readonly of: string;
  readonly number: number;
  /** The keys of those who have made the parts that it was made from, and those that these were made from. */
  readonly restsOn: readonly string[];
}

/** A part in a file. */
interface PartFile {
  readonly path: string;
  /** Whoever it is believed of. */
  readonly makers: readonly string[];
}

/** What making parts has taken. */
export interface PartFigures {
  readonly workSeconds: number;
  readonly cpuSeconds: number;
  readonly fetchedBytes: number;
  readonly publishedBytes: number;
}

/** The parts of a table, each after those it needs. @throws InputError `not-in-slices` where it has none */
export function checkedParts(endgame: Endgame, identity: Identity): readonly TablePart[] {
  checkSlices(collectionOf(identity));
  const parts = partsOfTable(endgame);
  if (parts.length > 0) return parts;
  const why = `${endgame.name} has no slices: it has no soldiers, or one that is the inner man`;
  throw new InputError("not-in-slices", `${why}: build the whole endgame without --slices`);
}

/** The parts that there are and count, fetched as they are asked for. What is missing, or does not count, is made here. */
export class TablePartFiles {
  readonly #endgame: Endgame;
  readonly #context: TaskContext;
  readonly #parts: readonly TablePart[];
  readonly #of: PartsOf;
  #stored: readonly StoredPart[];
  #trusted: readonly TrustedKey[];
  readonly #refused = new Set<string>();
  readonly #files = new Map<number, PartFile>();
  readonly #paths: string[] = [];
  #figures: PartFigures = { workSeconds: 0, cpuSeconds: 0, fetchedBytes: 0, publishedBytes: 0 };

  private constructor(
    endgame: Endgame,
    context: TaskContext,
    of: PartsOf,
    { parts, trusted }: Awaited<ReturnType<typeof storedParts>>,
  ) {
    [this.#endgame, this.#context, this.#of] = [endgame, context, of];
    [this.#stored, this.#trusted] = [parts, trusted];
    this.#parts = checkedParts(endgame, context.identity);
  }

  /** @param inputs the tables of all direct sub-endgames, which lie in the cache folder once a part is made */
  static async open(endgame: Endgame, inputs: readonly TableHeader[], context: TaskContext): Promise<TablePartFiles> {
    const belongsTo = {
      format: FORMAT,
      version: VERSION,
      kernel: (await compiledKernel()).sha256,
      store: context.identity,
      endgame: endgame.name,
      inputs: inputs.map(({ info, sha256 }) => [info.endgame, sha256]).sort(),
    };
    const sha256 = createHash("sha256").update(JSON.stringify(belongsTo)).digest("hex");
    const of: PartsOf = { kind: "table", endgame: endgame.name, sha256, cells: estimateSize(endgame).cells };
    return new TablePartFiles(endgame, context, of, await storedParts(context, of));
  }

  get figures(): PartFigures {
    return this.#figures;
  }

  /** Whether the store has a part, by its name. */
  isStored(number: number): boolean {
    return this.#stored.some((each) => each.number === number && each.of === this.#parts.length);
  }

  /** Whether parts that are made here count. */
  get areSigned(): boolean {
    const { pair } = this.#context;
    return pair !== undefined && this.#isTrusted(pair.key);
  }

  /** The file of a part. */
  async get(number: number): Promise<PartFile> {
    const known = this.#files.get(number);
    if (known !== undefined) return known;
    const found = (await this.#find(number)) ?? (await this.make(number));
    this.#files.set(number, found);
    return found;
  }

  /** The files of the sides, which the table is put together from. */
  async sides(): Promise<readonly [stored: string, derived: string]> {
    const [stored, derived] = sidesOf(this.#parts);
    return [(await this.get(stored)).path, (await this.get(derived)).path];
  }

  /** Makes a part, of parts that are there or made first, and publishes it where it counts. */
  async make(number: number): Promise<PartFile> {
    const { builder, signal, pair, onProgress = () => {} } = this.#context;
    const needs: PartFile[] = [];
    for (const needed of this.#parts[number - 1]!.needs) needs.push(await this.get(needed));
    const restsOn = [...new Set(needs.flatMap(({ makers }) => makers))];
    const head = JSON.stringify({ of: this.#of.sha256, number, restsOn } satisfies PartHead);
    const path = this.#newPath();
    const part = { of: this.#of.sha256, number, path, head, needs: needs.map((each) => each.path) };
    this.#add(await builder.run("part", this.#endgame.name, signal, onProgress, { tablePart: part }));
    if (this.areSigned) await this.#publish(number, path);
    return { path, makers: [...new Set([...restsOn, ...(pair === undefined ? [] : [pair.key])])] };
  }

  /** Removes all files. */
  async close(): Promise<void> {
    for (const path of this.#paths) await discard(path);
  }

  async #publish(number: number, path: string): Promise<void> {
    const { store, identity, pair, signal, stillOurs } = this.#context;
    await signPart(path, "table", pair!);
    await stillOurs?.();
    const key = partKey(identity, this.#of, { number, of: this.#parts.length }, pair!);
    const put = await store.putFile(key, path, signal);
    await unsignPart(path);
    if (put === "new") this.#add({ publishedBytes: (await stat(path)).size });
  }

  /** A part that the store has, and that counts; null: there is none. */
  async #find(number: number): Promise<PartFile | null> {
    const found = await this.#fetch(number);
    if (found !== null) return found;
    // Others may have made it since.
    const { parts, trusted } = await storedParts(this.#context, this.#of);
    [this.#stored, this.#trusted] = [parts, trusted];
    return this.#fetch(number);
  }

  async #fetch(number: number): Promise<PartFile | null> {
    const { store, onNote } = this.#context;
    for (const part of this.#stored) {
      if (part.number !== number || part.of !== this.#parts.length || this.#refused.has(part.key)) continue;
      const path = this.#newPath();
      const file = await this.#check(part, path);
      if (typeof file !== "string") return file;
      this.#refused.add(part.key);
      await discard(path);
      onNote?.(`${store.url}: ${part.key} does not count, as ${file}: it is made again here; remove it`);
    }
    return null;
  }

  /** Fetches a part. @returns why it does not count, where it does not */
  async #check(part: StoredPart, path: string): Promise<PartFile | string> {
    if (areTooMany(part.bytes, this.#of)) return "it is too large";
    try {
      if (!(await fetchPart(this.#context, this.#of, part, path))) return "it is not what its signer has made";
    } catch (error) {
      if (error instanceof DamagedTableError) return "it has another length by now";
      if (error instanceof SourceError && error.problem === "not-found") return "it is gone";
      throw error;
    }
    this.#add({ fetchedBytes: part.bytes });
    const head = parseHead(path);
    if (head?.of !== this.#of.sha256 || head.number !== part.number) return "it is a part of something else";
    const makers = [part.signer.key, ...head.restsOn];
    const untrusted = makers.find((each) => !this.#isTrusted(each));
    return untrusted === undefined ? { path, makers } : `it rests on what ${untrusted} has made, which is not trusted`;
  }

  #isTrusted(key: string): boolean {
    return this.#trusted.some((each) => each.key === key);
  }

  #newPath(): string {
    const path = newPartPath(this.#context.cache, this.#of);
    this.#paths.push(path);
    return path;
  }

  #add(more: Partial<PartFigures>): void {
    const sum = (of: keyof PartFigures): number => this.#figures[of] + (more[of] ?? 0);
    this.#figures = {
      workSeconds: sum("workSeconds"),
      cpuSeconds: sum("cpuSeconds"),
      fetchedBytes: sum("fetchedBytes"),
      publishedBytes: sum("publishedBytes"),
    };
  }
}

/** Null for what no program has written so. */
function parseHead(path: string): PartHead | null {
  try {
    const { of, number, restsOn } = JSON.parse(headOfPart(path) ?? "") as PartHead;
    return Array.isArray(restsOn) ? { of, number, restsOn } : null;
  } catch {
    return null;
  }
}
