/**
 * A proof by the kernel (../proof-kernel.ts), in three walks over a side's chunks: the first finds out which cells of the side
 * that is stored as it is are no legal position; the second makes codes of the derived side's differences and compares
 * them with what the moves give; the third compares the first side's. Then the patterns of checks of both are made.
 *
 * Each chunk, and each side's patterns, is a step of the work (proof-work.ts), which goes on behind the last one done. Chunks of the
 * second and third walk may be done by other machines (proof-parts.ts).
 */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import { deserialize, serialize } from "node:v8";
import { builtPath } from "../../base/node/built-path.ts";
import type { EndgameIndex } from "../../endgame/index.ts";
import { BlockChecks } from "../../table/rows/derived.ts";
import type { Codes, TableHeader } from "../../table/format/header.ts";
import type { Table } from "../../table/read/table.ts";
import { DRAW, orderOf } from "../../table/value.ts";
import { COLOURS, opponent, type Colour } from "../../xiangqi/pieces.ts";
import { chaseList, layOutLevels } from "../host/check-patterns.ts";
import { makeChunks, type Chunk } from "../host/chunks.ts";
import type { OpenInput } from "../inputs.ts";
import type { ProofKernelMemory } from "../host/kernel-memory.ts";
import type { CheckedChunk, ChunkFound } from "../host/kernel-checker.ts";
import type { CheckedLevel } from "../asian/levels.ts";
import { cellOfKey, type PositionKey } from "../asian/positions.ts";
import { joinSuspects, noSuspects, suspectsWhere, type Suspects } from "../asian/suspects.ts";
import { setOwn, slotCodes, startKernel } from "../host/proof-kernel.ts";
import { layOut, type ProofLayout } from "../host/proof-layout.ts";
import { StoredPlanes } from "../host/stored-planes.ts";
import { sumTallies, type ProofTally } from "../plain/tally.ts";
import { sumsOfChecked, type CheckedSums } from "./content-sum.ts";
import { loadInputs, readChunks } from "./load.ts";
import { openPlane, sumOfCodes } from "./plane-files.ts";
import type { Kept, ProofWork } from "./proof-work.ts";
import type { ComparedChunk, PartFiles, ProofPart } from "./proof-parts.ts";
import { askAll, startTeam, type ProofTeam } from "./team.ts";

export interface KernelProof {
  readonly tally: ProofTally;
  readonly sums: CheckedSums;
  /** Who has done parts of it. */
  readonly partsBy: readonly string[];
  /** Differences that no code stands for. */
  readonly unread: number;
  /** The checks of the derived side's blocks, from the codes made of its differences. */
  readonly checks: readonly number[];
  /** The patterns of checks, and how many suspects there are of both kinds. Null without perpetual rules. */
  readonly checking: { readonly suspects: number; readonly levels: readonly CheckedLevels[] } | null;
}

/** Both sides' patterns of checks of a level, from level 1 on; what is left behind the last order comes last. */
export type CheckedLevels = Readonly<Record<Colour, CheckedLevel>>;

/** A step that was done, in the order of the walks and chunks; then one for the patterns of each side. */
export type ProofStep = ChunkStep | SideLevels;

/** What was found of a chunk; its suspects are kept beside the records. */
interface ChunkStep {
  /** Which walk and chunk: there are fewer walks once parts have come. */
  readonly of: string;
  /** Of the codes. */
  readonly sum: string;
  readonly checked: CheckedStep | null;
  /** Who has done it elsewhere; nobody, where it was done here. */
  readonly by: readonly string[];
}

interface CheckedStep extends Omit<ComparedChunk, "codes" | "checking" | "chasing"> {
  readonly checking: Kept | null;
  readonly chasing: Kept | null;
}

interface SideLevels {
  readonly suspects: number;
  readonly levels: readonly CheckedLevel[];
}

export interface KernelProofRequest {
  readonly table: Table;
  readonly index: EndgameIndex;
  readonly inputs: readonly OpenInput[];
  readonly threads: number;
  /** Cells that are looked at at once, about (../chunks.ts). */
  readonly chunkCells: number;
  readonly work: ProofWork<ProofStep>;
  /** What others have done of it, who are believed. */
  readonly parts: PartFiles;
  /** Told how many bytes are to be taken beside those that were planned. @throws InputError where there is no room */
  readonly checkRoom: (bytes: number) => void;
  readonly signal: AbortSignal | undefined;
  readonly report: (phase: "kept" | "load" | "values" | "sums" | "levels", done: number) => void;
}

/** @throws `signal.reason` when aborted; no thread is left behind */
export function proveByKernel(request: KernelProofRequest): Promise<KernelProof> {
  return withWalks(request, null, async (proof, checks) => {
    const { layout, work } = proof;
    const { header } = proof.table;
    const found = checkedChunks(work.records());
    const tally = sumTallies(
      header.values.length,
      found.map((each) => each.tally),
    );
    const sums = await sumsOf(proof, tally);
    const sides = layout.levels === null ? null : await findAllLevels(proof);
    const chases = layout.levels === null ? [] : await findChases(proof);
    return {
      tally: { ...tally, suspects: joinSuspects(chases) },
      sums,
      partsBy: makersOf(work.records()),
      unread: found.reduce((sum, each) => sum + each.unread, 0),
      checks: header.derived === null ? [] : checks.checks,
      checking: sides && {
        suspects: sides.red.suspects + sides.black.suspects + found.reduce((sum, each) => sum + each.chases, 0),
        levels: sides.red.levels.map((red, i) => ({ red, black: sides.black.levels[i]! })),
      },
    };
  });
}

/**
 * Does one part of a proof, and all that it needs and others have not done.
 * @param take is given what was found in the part's chunks
 * @throws `signal.reason` when aborted; no thread is left behind
 */
export function provePart(
  request: KernelProofRequest,
  part: ProofPart,
  take: (own: Colour, found: Iterable<readonly [Chunk, ComparedChunk]>, restsOn: readonly string[]) => Promise<void>,
): Promise<void> {
  return withWalks(request, part, (proof) => {
    return take(proof.steps.at(-1)!.walk.own, foundIn(proof), makersOf(proof.work.records()));
  });
}

/** Who has done steps elsewhere. */
function makersOf(steps: Iterable<ProofStep>): string[] {
  const makers = new Set<string>();
  for (const step of steps) if ("sum" in step) for (const maker of step.by) makers.add(maker);
  return [...makers].toSorted();
}

/** What the last walk has found. */
function* foundIn({ work, steps, stored }: Proof): Generator<readonly [Chunk, ComparedChunk]> {
  const { walk } = steps.at(-1)!;
  const read = (kept: Kept | null): Uint8Array => (kept === null ? NO_BYTES : soundBytes(work, kept));
  let number = 0;
  for (const step of work.records()) {
    const done = steps[number++]!;
    if (done.walk !== walk || !("sum" in step) || step.checked === null) continue;
    const { checking, chasing, ...checked } = step.checked;
    const codes = stored.readChunk(walk.own, done.chunk);
    yield [done.chunk, { ...checked, checking: read(checking), chasing: read(chasing), codes }];
  }
}

/** Goes through all walks of a proof, or of a part of it. */
async function withWalks<T>(
  request: KernelProofRequest,
  part: ProofPart | null,
  use: (proof: TeamProof, checks: BlockChecks) => Promise<T>,
): Promise<T> {
  const { table, index, inputs, threads, signal, report, work, parts } = request;
  const { header } = table;
  const chunks = makeChunks(index, request.chunkCells);
  const { layout, memory } = layOut(
    header,
    new Map(inputs.map((input) => [input.name, { ...input, header: input.table.header }])),
    { threads, chunks, suspects: header.info.rules !== "none" },
  );
  const planes = { red: openPlane(work.planes.red), black: openPlane(work.planes.black) };
  const stored = new StoredPlanes(header, index, planes);
  const walks = part === null ? walksOf(header, chunks, parts) : walksOfPart(header, chunks, part, parts);
  const steps = walks.flatMap((walk) => walk.chunks.map((chunk) => ({ walk, chunk })));
  const proof: Proof = { ...request, layout, memory, stored, steps };
  const checks = await cutToSound(proof);
  const isWalking = work.count < steps.length; // nothing else needs the inputs
  if (isWalking) await loadInputs(layout, inputs, { signal, onProgress: (done) => report("load", done) });
  const team = startTeam(await kernelModule(), layout, work.planes, { threads, signal });
  try {
    while (work.count < steps.length) await doWalk({ ...proof, team }, checks);
    return await use({ ...proof, team }, checks);
  } finally {
    await team.stop();
    for (const turn of COLOURS) planes[turn].close();
    await work.sync().catch(() => undefined); // why nothing can be written was told when it was tried
  }
}

let compiled: Promise<{ readonly module: WebAssembly.Module; readonly sha256: string }> | undefined;

/** The proof kernel, compiled once. */
async function compiledKernel() {
  const bytes = await readFile(await builtPath("proof"));
  return { module: await WebAssembly.compile(bytes), sha256: createHash("sha256").update(bytes).digest("hex") };
}
const kernel = () => (compiled ??= compiledKernel());
const kernelModule = async () => (await kernel()).module;
/** Which program the kernel is. */
export const kernelSha256 = async (): Promise<string> => (await kernel()).sha256;

/** A walk over chunks of a side. */
interface Walk {
  readonly own: Colour;
  readonly kind: "mark" | "check";
  /** Whether it makes the side's plane. */
  readonly keeps: boolean;
  readonly chunks: readonly Chunk[];
}

const firstOf = ({ derived }: TableHeader): Colour => derived ?? "red";

/** All that is to be done; what parts have found makes the planes where it is complete. */
function walksOf(header: TableHeader, chunks: readonly Chunk[], parts: PartFiles): Walk[] {
  const first = firstOf(header);
  const second = opponent(first);
  const areGiven = chunks.every((chunk) => parts.has(first, chunk) && parts.has(second, chunk));
  return [
    ...(areGiven ? [] : [{ own: second, kind: "mark", keeps: true, chunks } as const]),
    { own: first, kind: "check", keeps: true, chunks },
    { own: second, kind: "check", keeps: areGiven, chunks },
  ];
}

/** The last of them is what the part is to do. */
function walksOfPart(
  header: TableHeader,
  chunks: readonly Chunk[],
  { number, of }: ProofPart,
  parts: PartFiles,
): Walk[] {
  const first = { own: firstOf(header), kind: "check", keeps: true, chunks } as const;
  const second = { ...first, own: opponent(first.own) };
  const mark = { ...second, kind: "mark" } as const;
  const ranges = of / 2;
  const range = (number - 1) % ranges;
  const cut = (i: number): number => Math.floor((i * chunks.length) / ranges);
  const own = chunks.slice(cut(range), cut(range + 1));
  if (number <= ranges) return [mark, { ...first, chunks: own }];
  const areGiven = chunks.every((chunk) => parts.has(first.own, chunk));
  return [...(areGiven ? [] : [mark]), first, { ...second, chunks: own }];
}

/** A chunk of a walk. */
interface Step {
  readonly walk: Walk;
  readonly chunk: Chunk;
}

const describe = ({ walk: { own, kind }, chunk }: Step): string => `${kind} ${own} ${chunk.number}`;

interface Proof extends KernelProofRequest {
  readonly layout: ProofLayout;
  readonly memory: ProofKernelMemory;
  readonly stored: StoredPlanes;
  /** Of all walks, one after the other. */
  readonly steps: readonly Step[];
}

interface TeamProof extends Proof {
  readonly team: ProofTeam;
}

/** What was found in all chunks that were compared. */
function checkedChunks(steps: Iterable<ProofStep>) {
  const found: CheckedStep[] = [];
  for (const step of steps) if ("sum" in step && step.checked !== null) found.push(step.checked);
  return found;
}

/**
 * Compares the planes, and what is kept, with what the steps say of them, and forgets all steps from the first on whose part is
 * not so, or that was done by somebody who is not believed any more.
 * @returns the checks of the derived side's blocks as far as they are known
 */
async function cutToSound(proof: Proof): Promise<BlockChecks> {
  const { work, steps, stored, parts, signal, report } = proof;
  const { header } = proof.table;
  const checks = newBlockChecks(header);
  let sound = 0;
  for (const step of work.records()) {
    report("kept", sound / work.count);
    await setImmediate(); // an interruption is to be heard
    const kept = "sum" in step ? [step.checked?.checking, step.checked?.chasing] : [];
    if (kept.some((each) => each && work.read(each) === null)) break;
    const expected = steps[sound];
    if ("sum" in step !== (expected !== undefined)) break;
    if ("sum" in step && step.of !== describe(expected!)) break;
    if ("sum" in step && !parts.areBelieved(step.by)) break;
    if ("sum" in step && expected!.walk.keeps) {
      signal?.throwIfAborted();
      const { walk, chunk } = expected!;
      const codes = stored.readChunk(walk.own, chunk);
      if (sumOfCodes(codes) !== step.sum) break;
      if (walk.own === firstOf(header)) checks.add(codes);
    }
    sound++;
  }
  if (sound < work.count) await work.cut(sound);
  return checks;
}

/** Of the derived side, by codes; of a table without one nobody asks for them. */
function newBlockChecks(header: TableHeader): BlockChecks {
  return new BlockChecks(header, header.lists[header.derived ?? "red"].length);
}

/** Goes on with the walk that the work has come to, up to its end. */
async function doWalk(proof: TeamProof, blockChecks: BlockChecks) {
  const { table, layout, team, signal, work, steps, report, parts } = proof;
  const { walk, chunk: next } = steps[work.count]!;
  const { own, kind, keeps } = walk;
  const left = walk.chunks.slice(walk.chunks.indexOf(next));
  const isFirst = own === firstOf(table.header);
  report("values", work.count / steps.length);
  setOwn(layout, own);
  await askAll(team, { kind: "begin", own });
  const isGiven = (chunk: Chunk): boolean => kind === "check" && parts.has(own, chunk);
  const toDo = left.filter((chunk) => !isGiven(chunk));
  const read = readChunks(table, own, toDo);
  const { slots } = layout;
  const begun: { chunk: Chunk; codes: Codes; done: Promise<ChunkFound> | null }[] = [];
  const finish = async (): Promise<void> => {
    const { chunk, codes, done } = begun.shift()!;
    if (done === null) await takeOver(proof, walk, chunk, blockChecks);
    else {
      const { sum, checked } = await done;
      if (isFirst) blockChecks.add(codes);
      const of = describe({ walk, chunk });
      await work.add({ of, sum, checked: checked && (await keepSuspects(work, comparedOf(checked))), by: [] });
    }
    report("values", work.count / steps.length);
  };
  try {
    for (const chunk of left) {
      signal?.throwIfAborted();
      if (begun.length === slots.length) await finish();
      const slot = slots[chunk.number % slots.length]!;
      const codes = slotCodes(layout, slot, chunk);
      if (isGiven(chunk)) {
        begun.push({ chunk, codes, done: null });
        continue;
      }
      codes.set((await read.next()).value as Codes);
      const reply = team.run(chunk.number % team.size, { kind, chunk, slot, keep: keeps });
      const done = reply.then(({ found }) => found!);
      done.catch(() => undefined); // it is awaited later
      begun.push({ chunk, codes, done });
    }
    while (begun.length > 0) await finish();
  } finally {
    await read.return(undefined);
  }
}

/** Makes a step of what another machine has found. */
async function takeOver({ table, work, stored, parts }: Proof, walk: Walk, chunk: Chunk, blockChecks: BlockChecks) {
  const { own, keeps } = walk;
  const { by, codes, ...compared } = parts.read(own, chunk);
  if (keeps) stored.writeChunk(own, chunk, codes);
  if (own === firstOf(table.header)) blockChecks.add(codes);
  const checked = await keepSuspects(work, compared);
  await work.add({ of: describe({ walk, chunk }), sum: sumOfCodes(codes), checked, by });
}

/** The patterns of checks of both sides. */
async function findAllLevels(proof: TeamProof): Promise<Record<Colour, SideLevels>> {
  const { work, steps } = proof;
  for (const [number, own] of COLOURS.entries()) {
    if (work.count === steps.length + number) await work.add(await findLevels(proof, own, number));
  }
  const found: SideLevels[] = [];
  for (const step of work.records()) if (!("sum" in step)) found.push(step);
  return { red: found[0]!, black: found[1]! };
}

async function findLevels(proof: TeamProof, own: Colour, number: number): Promise<SideLevels> {
  const { table, team, report } = proof;
  const last = lastLevel(proof);
  const progress = (level: number) => report("levels", (number + level / last) / 4);
  progress(0);
  const suspects = await layOutSide(proof, own, false);
  // Of the form chessdb not all losses are seeds, so that each is looked at.
  const all = table.header.info.orderForm === "chessdb";
  const levels: CheckedLevel[] = [];
  for (let level = 1; level <= last; level++) {
    levels.push((await team.run(0, { kind: "pattern", level, all })).pattern!);
    progress(level);
  }
  return { suspects, levels };
}

/** The suspects of chases of both sides that may be in a pattern: mostly few of many. */
async function findChases(proof: TeamProof): Promise<Suspects[]> {
  const found: Suspects[] = [];
  for (const own of COLOURS) {
    if ((await layOutSide(proof, own, true)) === 0) continue;
    const met = (await proof.team.run(0, { kind: "chases", last: lastLevel(proof) })).met!;
    const isMet = (key: PositionKey) => isAmong(met, cellOfKey(key));
    for (const bytes of keptOf(proof, own, "chasing")) found.push(suspectsWhere(deserialize(bytes) as Suspects, isMet));
  }
  return found;
}

/** The one behind the last order that a value of the table can have. */
function lastLevel({ table: { header } }: Proof): number {
  const orders = [...header.lists.red, ...header.lists.black].map((value) => (value === DRAW ? 0 : orderOf(value)));
  return 1 + orders.reduce((highest, order) => Math.max(highest, order), 0);
}

/** Puts the suspects of a side into the kernel's memory. @returns how many there are */
async function layOutSide(proof: TeamProof, own: Colour, chases: boolean): Promise<number> {
  const { layout, memory, team, work, checkRoom } = proof;
  setOwn(layout, own);
  await askAll(team, { kind: "begin", own });
  await work.sync();
  const kernelHere = startKernel(await kernelModule(), layout.memory);
  kernelHere.begin(layout.table, layout.scratch[0]!);
  const lists = chases ? () => chaseLists(proof, own) : () => keptOf(proof, own, "checking");
  return layOutLevels(memory, layout, kernelHere, lists, chases, checkRoom);
}

function* chaseLists(proof: Proof, own: Colour): Generator<Uint8Array> {
  for (const bytes of keptOf(proof, own, "chasing")) yield chaseList(deserialize(bytes) as Suspects);
}

/** Whether a number is among others, which ascend. */
function isAmong(numbers: Float64Array, number: number): boolean {
  let [from, to] = [0, numbers.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (numbers[middle]! < number) from = middle + 1;
    else to = middle;
  }
  return numbers[from] === number;
}

function comparedOf({ unread, tally: { suspects, ...tally }, checking }: CheckedChunk) {
  const chases = suspects.keys.length;
  const chasing = chases === 0 ? NO_BYTES : serialize(suspects);
  return { unread, tally: { ...tally, suspects: noSuspects() }, chases, checking, chasing };
}

const NO_BYTES = new Uint8Array();

async function keepSuspects(
  work: ProofWork<ProofStep>,
  { checking, chasing, ...checked }: Omit<ComparedChunk, "codes">,
): Promise<CheckedStep> {
  return { ...checked, checking: await work.keep(checking), chasing: await work.keep(chasing) };
}

/** The suspects of a side, as they were kept for its chunks. */
function* keptOf({ work, steps }: Proof, own: Colour, kind: "checking" | "chasing"): Generator<Uint8Array> {
  let number = 0;
  for (const step of work.records()) {
    const done = steps[number++];
    const kept = "sum" in step ? step.checked?.[kind] : null;
    if (done?.walk.own === own && kept) yield soundBytes(work, kept);
  }
}

function soundBytes(work: ProofWork<ProofStep>, kept: Kept): Uint8Array {
  const bytes = work.read(kept);
  if (bytes === null) throw new Error("what a proof has kept is not what it was");
  return bytes;
}

function sumsOf({ table: { header }, stored, signal, report }: Proof, tally: ProofTally): Promise<CheckedSums> {
  let room = stored.newCodes(0);
  const side = (turn: Colour) => {
    const read = (first: number, count: number): Codes => {
      if (room.length < count) room = stored.newCodes(count);
      const codes = room.subarray(0, count);
      stored.read(turn, first, codes);
      return codes;
    };
    return { read, list: header.lists[turn], illegal: header.lists[turn].length };
  };
  return sumsOfChecked(header, tally, side, { signal, onProgress: (done) => report("sums", done) });
}
