/**
 * Proofs that several processes make in one folder: none makes one that another of this user makes, or has made meanwhile. A record that
 * anybody else has put there says nothing.
 */
import { stat } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { openOrMissing } from "../../table/catalog/catalog.ts";
import type { FolderCatalog } from "../../table/node/folder-catalog.ts";
import { Lock, Locks, nameHolder, type FoundLock } from "../../base/node/locks.ts";
import { readProof } from "../../table/node/record-file.ts";
import type { ProofRecord } from "../../table/format/proof.ts";
import { InputError } from "../../base/errors.ts";
import type { ProgressLine } from "./progress.ts";

/** That another process has proven a table since this one began. */
export interface ProvenElsewhere {
  readonly endgame: string;
  readonly proven: true;
  readonly file: string;
  readonly record: ProofRecord;
}

export function formatElsewhere({ endgame, file, record }: ProvenElsewhere): string {
  return `${endgame}: proven meanwhile by another process, at ${record.date}\n  file     ${file}`;
}

/** Whoever waits for another process looks so often whether it is done. */
const LOOK_MILLISECONDS = 500;

/** What to do with the next table. */
export interface NextProof {
  /** @param lock null where nothing can be locked; not to be released */
  readonly prove: (name: string, lock: Lock | null) => Promise<void>;
  readonly found: (proof: ProvenElsewhere) => void;
  readonly signal: AbortSignal;
}

export class SharedProofs {
  readonly #names: readonly string[];
  readonly #work: "proof" | "plain-proof";
  readonly #progress: ProgressLine;
  readonly #locks = new Locks();
  /** The dates of the records that there were when this began; null until it has. */
  #before: Map<string, string | undefined> | null = null;

  /** @param names of all tables to prove */
  constructor(names: readonly string[], plain: boolean, progress: ProgressLine) {
    this.#names = names;
    this.#work = plain ? "plain-proof" : "proof";
    this.#progress = progress;
  }

  /** Proves the first of the tables that nobody proves; else waits for a moment. */
  async next(names: readonly string[], provider: FolderCatalog, { prove, found, signal }: NextProof): Promise<void> {
    if (this.#before === null) {
      this.#before = new Map();
      for (const name of this.#names) this.#before.set(name, (await this.#recordOf(name, provider))?.date);
    }
    let taken: FoundLock | null = null;
    for (const name of names) {
      const lock = await this.#take(name, provider);
      if (lock !== null && !(lock instanceof Lock)) {
        taken ??= lock;
        continue;
      }
      try {
        const record = await this.#recordOf(name, provider);
        if (record === null || record.date === this.#before.get(name)) await prove(name, lock);
        else found({ endgame: name, proven: true, file: provider.pathOf(name), record });
      } finally {
        await lock?.release();
      }
      return;
    }
    this.#tell(taken!);
    await wait(LOOK_MILLISECONDS, undefined, { signal }).catch(() => signal.throwIfAborted());
  }

  /** Null where nothing can be locked: there is no table, or nothing can be written beside it. */
  async #take(name: string, provider: FolderCatalog): Promise<Lock | FoundLock | null> {
    const path = provider.pathOf(name);
    if ((await stat(path).catch(() => null)) === null) return null;
    return this.#locks.take(path, name, this.#work).catch((error: unknown) => {
      if (error instanceof InputError) return null;
      throw error;
    });
  }

  /** Of a proof of this kind that this user's program has made; null where there is none, or no sound table. */
  async #recordOf(name: string, provider: FolderCatalog): Promise<ProofRecord | null> {
    try {
      provider.forget(name);
      const { file, header } = await openOrMissing(provider, name);
      const record = await readProof(file, header);
      const isOfKind = (record?.by === "plain") === (this.#work === "plain-proof");
      return isOfKind && !record?.stated ? record : null;
    } catch (error) {
      if (error instanceof InputError) return null;
      throw error;
    }
  }

  #tell({ endgame, progress, ...lock }: FoundLock): void {
    const by = nameHolder(lock);
    this.#progress.noteNew(`${endgame} is being proven by ${by}: waiting`);
    if (progress === null) return;
    this.#progress.update(() => `${endgame}  ${progress.phase}  ${Math.floor(100 * progress.done)} %, by ${by}`);
  }
}
