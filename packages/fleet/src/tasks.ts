/**
 * The tasks of a fleet: to see to it that a table, or its proof, or a part of either is in the store. They may be interrupted anywhere,
 * repeated, and done by several machines at once, and end in the same. No queue is known here.
 */
import { stat } from "node:fs/promises";
import { subEndgames } from "../../../src/endgame/graph.ts";
import type { Endgame } from "../../../src/endgame/endgame.ts";
import { estimateSize } from "../../../src/endgame/count.ts";
import { tablePath } from "../../../src/table/catalog/catalog.ts";
import { TABLE_SUFFIX } from "../../../src/table/catalog/collection.ts";
import type { TableHeader } from "../../../src/table/format/header.ts";
import { discard } from "../../../src/base/node/disk.ts";
import { isFromFuture, parseProof, PROOF_SUFFIX, type ProofRecord } from "../../../src/table/format/proof.ts";
import { isProofPart } from "../../../src/verify/node/proof-parts.ts";
import { InputError } from "../../../src/base/errors.ts";
import type { Builder } from "./builder.ts";
import type { BuilderOrder, Built } from "./builder-process.ts";
import { collectionOf, type Identity } from "./identity.ts";
import { trustedKeys, type KeyPair } from "./keys.ts";
import type { Job, SharedPart } from "./plan.ts";
import { noteFigures } from "./rates.ts";
import { newPartPath, partKey, partsOfProof, signPart, storedParts, withParts } from "./signed-parts.ts";
import { readRecord, TryAgainError, type Store } from "./store.ts";
import type { TaskContext } from "./task-context.ts";
import { checkedParts, TablePartFiles, type PartFigures } from "./table-parts.ts";
import { fetchTable, publishTable, storedHeader, storedSum } from "./stored-tables.ts";

export interface TaskReport {
  /** `there`: somebody had done it before, or meanwhile; `part`: of a table or a proof, which is none by itself. */
  readonly outcome: "there" | "built" | "proven" | "part";
  /** A side. */
  readonly cells: number;
  readonly fetchedBytes: number;
  readonly publishedBytes: number;
  /** Of everything, by the clock. */
  readonly seconds: number;
  /** Of building or proving: by the clock, and of all threads together. */
  readonly workSeconds: number;
  readonly cpuSeconds: number;
}

/** Does what a job is about. */
export function ensureJob(
  endgame: Endgame,
  { kind, part, inSlices }: Pick<Job, "kind" | "part" | "inSlices">,
  context: TaskContext,
): Promise<TaskReport> {
  if (kind === "proof") {
    return part === undefined ? ensureProof(endgame, context) : ensureProofPart(endgame, part, context);
  }
  return part === undefined ? ensureTable(endgame, context, inSlices) : ensureTablePart(endgame, part, context);
}

/**
 * @param inSlices it is put together of parts (solve/slices/table-parts.ts): those that the store has are taken, others made first
 * @throws InputError `missing-input` when a direct sub-endgame is not in the store, `not-in-slices`; what its parts throw
 */
export async function ensureTable(endgame: Endgame, context: TaskContext, inSlices = false): Promise<TaskReport> {
  const { store, identity, cache, builder, signal, onProgress = () => {}, stillOurs } = context;
  const started = performance.now();
  const { name } = endgame;
  if (inSlices) checkedParts(endgame, identity);
  const { there, inputs, fetchedBytes } = await prepare(endgame, [endgame], context);
  if (there !== null) return { ...report(there, started), outcome: "there" };
  cache.catalog.forget(name);
  const build = (): Promise<Omit<PartFigures, "fetchedBytes" | "publishedBytes"> & Partial<PartFigures>> =>
    inSlices ? joinTable(endgame, inputs, context) : builder.run("build", name, signal, onProgress);
  const took = await build().catch((error: unknown) => tryAgainIfDamaged(error, context));
  await stillOurs?.();
  const { put, header, bytes } = await publishTable(store, cache.catalog, name, signal);
  if (put === "new") await cache.noteSound(header);
  cache.used([name, ...inputs.map(({ info }) => info.endgame)]);
  const done = {
    ...report(header, started),
    workSeconds: took.workSeconds,
    cpuSeconds: took.cpuSeconds,
    fetchedBytes: fetchedBytes + (took.fetchedBytes ?? 0),
    publishedBytes: (put === "new" ? bytes : 0) + (took.publishedBytes ?? 0),
  };
  if (!inSlices) await noteFigures(cache.folder, endgame, "build", done);
  return { ...done, outcome: put === "new" ? "built" : "there" };
}

/** Puts a table together of its parts, in the cache folder. */
async function joinTable(endgame: Endgame, inputs: readonly TableHeader[], context: TaskContext): Promise<PartFigures> {
  const { builder, signal, onProgress = () => {} } = context;
  const files = await TablePartFiles.open(endgame, inputs, context);
  try {
    const sides = await files.sides();
    const { workSeconds, cpuSeconds } = await builder.run("join", endgame.name, signal, onProgress, { sides });
    const { figures } = files;
    return { ...figures, workSeconds: figures.workSeconds + workSeconds, cpuSeconds: figures.cpuSeconds + cpuSeconds };
  } finally {
    await files.close();
  }
}

/**
 * Makes a part of a table that is shared out, of those parts that the store has; nothing where the table is there.
 * @throws InputError `bad-command` where it has no such part, `not-in-slices`, `missing-input`, `untrusted-key` where this worker's parts
 *   would not count; what its parts throw
 */
export async function ensureTablePart(endgame: Endgame, part: SharedPart, context: TaskContext): Promise<TaskReport> {
  const started = performance.now();
  const { store, identity, cache } = context;
  const { length } = checkedParts(endgame, identity);
  if (part.of !== length || part.number > length) {
    const which = `${part.number}/${part.of}`;
    throw new InputError(
      "bad-command",
      `${endgame.name} has no part ${which}: its parts are 1/${length} to ${length}/${length}`,
    );
  }
  const { there, inputs, fetchedBytes } = await prepare(endgame, [], context);
  if (there !== null) return { ...report(there, started), outcome: "there" };
  const { cells } = estimateSize(endgame);
  const files = await TablePartFiles.open(endgame, inputs, context);
  try {
    if (files.isStored(part.number)) return { ...report({ cells }, started), fetchedBytes, outcome: "there" };
    if (!files.areSigned) throw untrusted(store, context.pair);
    await files.make(part.number).catch((error: unknown) => tryAgainIfDamaged(error, context));
    cache.used(inputs.map(({ info }) => info.endgame));
    const { figures } = files;
    const fetched = fetchedBytes + figures.fetchedBytes;
    return { ...report({ cells }, started), ...figures, fetchedBytes: fetched, outcome: "part" };
  } finally {
    await files.close();
  }
}

/**
 * Looks whether a table is there, and else has its inputs in the cache folder.
 * @param toBuild what is going to be written there
 */
async function prepare(
  endgame: Endgame,
  toBuild: readonly Endgame[],
  context: TaskContext,
): Promise<{
  readonly there: TableHeader | null;
  readonly inputs: readonly TableHeader[];
  readonly fetchedBytes: number;
}> {
  const { store, identity, cache, signal } = context;
  // Asked for at the same time: a small table takes less than a request. All are waited for: none goes on when the task has ended.
  const [asked, askedInputs] = await Promise.allSettled([
    storedHeader(store, collectionOf(identity), endgame.name, signal),
    waitForAll(
      subEndgames(endgame).map(async (sub) => (await cache.soundHeader(sub.name)) ?? headerOf(sub.name, context)),
    ),
  ]);
  const there = valueOf(asked);
  if (there !== null) {
    checkSwitches(there, identity, store);
    return { there, inputs: [], fetchedBytes: 0 }; // an input may be missing then
  }
  const inputs = valueOf(askedInputs);
  await cache.makeRoom(inputs, toBuild, signal);
  return { there, inputs, fetchedBytes: await fetchAll(inputs, context) };
}

/** @throws TryAgainError where a copy has changed since it was compared: the next try compares, and fetches it again */
function tryAgainIfDamaged(error: unknown, { cache }: TaskContext): never {
  if (!(error instanceof InputError && error.code === "damaged-table")) throw error;
  cache.doubt();
  throw new TryAgainError("damaged-table", error.message, { cause: error });
}

/** Where the proof of a table lies. */
export function proofKey(identity: Identity, name: string): string {
  return tablePath(collectionOf(identity), name).slice(0, -TABLE_SUFFIX.length) + PROOF_SUFFIX;
}

/**
 * The proof of a stored table, which is the word of whoever may write there; null: there is none.
 * @param sumOf the content sum of the table, where the record is of another file; null: it is not known
 * @throws InputError `other-proof` for one of other values, or from the future
 */
export async function storedProof(
  store: Store,
  identity: Identity,
  header: TableHeader,
  sumOf: () => Promise<string | null>,
  signal?: AbortSignal,
): Promise<ProofRecord | null> {
  const key = proofKey(identity, header.info.endgame);
  const record = await readRecord(store, key, parseProof, signal);
  const refused = (why: string) => new InputError("other-proof", `${store.url}: ${key} ${why}: remove it`);
  if (record === null) return null;
  if (isFromFuture(record)) throw refused("is from the future, when a clock was wrong");
  if (isProofOf(record, header) || (record.sum !== undefined && record.sum === (await sumOf())))
    return { ...record, stated: true };
  throw refused("is no proof of the table beside it");
}

/** Whether a record is of this file, as that states itself. */
export function isProofOf(record: Pick<ProofRecord, "sha256">, { sha256 }: Pick<TableHeader, "sha256">): boolean {
  return record.sha256 === sha256;
}

/** @throws InputError `not-proven`, `missing-input`; what its parts throw */
export async function ensureProof(endgame: Endgame, context: TaskContext): Promise<TaskReport> {
  const { store, identity, cache, stillOurs, signal } = context;
  const started = performance.now();
  const { name } = endgame;
  const header = await headerOf(name, context);
  const sumOf = () => storedSum(store, collectionOf(identity), name, signal);
  if ((await storedProof(store, identity, header, sumOf, signal)) !== null) {
    return { ...report(header, started), outcome: "there" };
  }
  const took = await withParts(context, header, async ({ given, trusted, bytes }) => {
    const believed = trusted.map(({ key }) => key);
    const { record, partsBy, ...proven } = await prove(endgame, header, context, { given, believed });
    const makers = trusted
      .filter(({ key }) => partsBy.includes(key))
      .map((each) => ({ name: each.name, key: each.key }));
    return {
      ...proven,
      record: { ...record, ...(makers.length > 0 && { parts: makers }) } satisfies ProofRecord,
      fetchedBytes: bytes + proven.fetchedBytes,
      isWhole: given.length === 0,
    };
  });
  const { record, isWhole, ...figures } = took;
  await stillOurs?.();
  const text = `${JSON.stringify(record, null, 2)}\n`;
  const put = await store.putText(proofKey(identity, name), text);
  const done = { ...report(header, started), ...figures, publishedBytes: put === "new" ? text.length : 0 };
  if (isWhole) await noteFigures(cache.folder, endgame, "prove", done);
  return { ...done, outcome: put === "new" ? "proven" : "there" };
}

/**
 * Does a part of a proof that is divided; nothing where the table is proven.
 * @throws InputError `not-proven`, `missing-input`, `no-parts`, `untrusted-key` where this worker's parts would not count; what its
 *   parts throw
 */
export async function ensureProofPart(endgame: Endgame, part: SharedPart, context: TaskContext): Promise<TaskReport> {
  const { store, identity, cache, stillOurs, signal, pair } = context;
  const started = performance.now();
  const { number, of } = part;
  if (!isProofPart({ number, of })) {
    throw new InputError("bad-command", `a proof has an even number of parts, as in 3/8: not ${number}/${of}`);
  }
  const header = await headerOf(endgame.name, context);
  const there = await storedParts(context, partsOfProof(header));
  const isThere = there.parts.some((each) => each.number === number && each.of === of);
  const sumOf = () => storedSum(store, collectionOf(identity), endgame.name, signal);
  if (isThere || (await storedProof(store, identity, header, sumOf, signal)) !== null) {
    return { ...report(header, started), outcome: "there" };
  }
  if (pair === undefined || !(await trustedKeys(store)).some(({ key }) => key === pair.key)) {
    throw untrusted(store, pair);
  }
  const key = partKey(identity, partsOfProof(header), part, pair);
  const path = newPartPath(cache, partsOfProof(header));
  try {
    const took = await withParts(context, header, async ({ given, trusted, bytes }) => {
      const believed = trusted.map((each) => each.key);
      const done = await runProof(endgame, header, context, { given, believed, part: { ...part, path } });
      return { ...done, fetchedBytes: bytes + done.fetchedBytes };
    });
    const { proof: _, partsBy: __, ...figures } = took;
    await signPart(path, "proof", pair);
    await stillOurs?.();
    const put = await store.putFile(key, path, signal);
    const publishedBytes = put === "new" ? (await stat(path)).size : 0;
    return { ...report(header, started), ...figures, publishedBytes, outcome: put === "new" ? "part" : "there" };
  } finally {
    await discard(path);
  }
}

function untrusted(store: Store, pair: KeyPair | undefined): InputError {
  const who =
    pair === undefined ? "this worker has none (canju store key)" : `this worker's, ${pair.key}, is not trusted`;
  const what = "parts count when signed by a key that is trusted (canju store trust)";
  return new InputError("untrusted-key", `${store.url}: ${what}: ${who}`);
}

/**
 * Proves a stored table, and publishes nothing.
 * @param parts that are not to be done again
 */
export async function prove(
  endgame: Endgame,
  header: TableHeader,
  context: TaskContext,
  parts: Pick<BuilderOrder, "given" | "believed"> = {},
): Promise<
  { readonly record: ProofRecord } & Pick<Built, "partsBy"> &
    Pick<TaskReport, "fetchedBytes" | "workSeconds" | "cpuSeconds">
> {
  const { proof, ...took } = await runProof(endgame, header, context, parts);
  if (proof === null || !isProofOf(proof, header)) throw new Error(`the proof of ${endgame.name} is of another file`);
  return { record: proof, ...took };
}

async function runProof(
  endgame: Endgame,
  header: TableHeader,
  context: TaskContext,
  parts: Parameters<Builder["run"]>[4],
): Promise<Built & Pick<TaskReport, "fetchedBytes">> {
  const { cache, builder, signal, onProgress = () => {} } = context;
  const inputs = await Promise.all(subEndgames(endgame).map((sub) => headerOf(sub.name, context)));
  const all = [header, ...inputs];
  await cache.makeRoom(all, [], signal);
  const fetchedBytes = await fetchAll(all, context);
  const built = await builder.run("prove", endgame.name, signal, onProgress, parts);
  cache.used(all.map(({ info }) => info.endgame));
  return { ...built, fetchedBytes };
}

function report({ cells }: Pick<TableHeader, "cells">, started: number): Omit<TaskReport, "outcome"> {
  const seconds = (performance.now() - started) / 1000;
  return { cells, fetchedBytes: 0, publishedBytes: 0, seconds, workSeconds: 0, cpuSeconds: 0 };
}

async function headerOf(name: string, { store, identity, signal }: TaskContext): Promise<TableHeader> {
  const header = await storedHeader(store, collectionOf(identity), name, signal);
  if (header === null) throw new InputError("missing-input", `${store.url}: there is no table of ${name}: plan again`);
  checkSwitches(header, identity, store);
  return header;
}

/** @param headers as the store has them; of a builder also those that the cache knows to be sound */
async function fetchAll(headers: readonly TableHeader[], { store, cache, signal }: TaskContext): Promise<number> {
  const fetched = headers.map(async (header) => {
    if ((await cache.soundHeader(header.info.endgame)) === header) return 0;
    const bytes = await fetchTable(store, cache.catalog, header, signal);
    await cache.noteSound(header);
    return bytes;
  });
  return (await waitForAll(fetched)).reduce((sum, bytes) => sum + bytes, 0);
}

/** As `Promise.all`, but none goes on when this has ended. */
async function waitForAll<T>(promises: readonly Promise<T>[]): Promise<T[]> {
  return (await Promise.allSettled(promises)).map(valueOf);
}

/** @throws the reason of what was rejected */
function valueOf<T>(settled: PromiseSettledResult<T>): T {
  if (settled.status === "rejected") throw settled.reason;
  return settled.value;
}

/** @throws InputError `other-rules` for a table that was not built under the store's reading of the rules */
function checkSwitches({ info }: TableHeader, { switches }: Identity, store: Store): void {
  const other = Object.keys(switches).find((key) => switches[key] !== info.switches[key]);
  if (other === undefined) return;
  const stand = `${other} = ${info.switches[other]}, the store's is ${switches[other]}`;
  throw new InputError("other-rules", `${store.url}: ${info.endgame} was built under other rules (${stand})`);
}
