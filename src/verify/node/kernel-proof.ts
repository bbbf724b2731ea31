/**
 * A proof by the kernel (../proof-kernel.ts), in three walks over a side's chunks: the first finds out which cells of the side
 * that is stored as it is are no legal position; the second makes codes of the derived side's differences and compares
 * them with what the moves give; the third compares the first side's. Then the patterns of checks of both are made.
 *
 * Each chunk, and each side's patterns, is a step of the work (proof-work.ts), which goes on behind the last one done.
 */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { deserialize, serialize } from "node:v8";
import { builtPath } from "../../endgame/node/built-path.ts";
import type { EndgameIndex } from "../../endgame/index.ts";
import { BlockChecks } from "../../table/derived.ts";
import type { Codes, TableHeader } from "../../table/header.ts";
import type { Table } from "../../table/table.ts";
import { DRAW, orderOf } from "../../table/value.ts";
import { COLOURS, opponent, type Colour } from "../../xiangqi/pieces.ts";
import { chaseList, layOutLevels } from "../check-patterns.ts";
import { makeChunks, type Chunk } from "../chunks.ts";
import type { OpenInput } from "../inputs.ts";
import type { KernelMemory } from "../kernel-memory.ts";
import { crcOfCodes, type CheckedChunk, type ChunkFound } from "../kernel-checker.ts";
import type { CheckedLevel } from "../perpetuals/levels.ts";
import { cellOfKey, type PositionKey } from "../perpetuals/positions.ts";
import { joinSuspects, noSuspects, suspectsWhere, type Suspects } from "../perpetuals/suspects.ts";
import { setOwn, slotCodes, startKernel } from "../proof-kernel.ts";
import { layOut, type ProofLayout } from "../proof-layout.ts";
import { StoredPlanes } from "../stored-planes.ts";
import { sumTallies, type Tally } from "../tally.ts";
import { sumOfChecked } from "./content-sum.ts";
import { loadInputs, readChunks } from "./load.ts";
import { openPlane } from "./plane-files.ts";
import type { Kept, ProofWork } from "./proof-work.ts";
import { askAll, startTeam, type ProofTeam } from "./team.ts";

export interface KernelProof {
  readonly tally: Tally;
  /** The content sum. */
  readonly sum: string;
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
  readonly crc: number;
  readonly checked: CheckedStep | null;
}

interface CheckedStep extends Omit<CheckedChunk, "checking"> {
  /** How many suspects of chases there are. */
  readonly chases: number;
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
  /** Told how many bytes are to be taken beside those that were planned. @throws InputError where there is no room */
  readonly checkRoom: (bytes: number) => void;
  readonly signal: AbortSignal | undefined;
  readonly report: (phase: "load" | "values" | "levels", done: number) => void;
}

/** @throws `signal.reason` when aborted; no thread is left behind */
export async function proveByKernel(request: KernelProofRequest): Promise<KernelProof> {
  const { table, index, inputs, threads, signal, report, work } = request;
  const { header } = table;
  const chunks = makeChunks(index, request.chunkCells);
  const { layout, memory } = layOut(
    header,
    new Map(inputs.map((input) => [input.name, { ...input, header: input.table.header }])),
    { threads, chunks, suspects: header.info.rules !== "none" },
  );
  const planes = { red: openPlane(work.planes.red), black: openPlane(work.planes.black) };
  const stored = new StoredPlanes(header, index, planes);
  const proof: Proof = { ...request, chunks, layout, memory, stored, walks: walksOf(header) };
  const checks = await cutToSound(proof);
  await loadInputs(layout, inputs, { signal, onProgress: (done) => report("load", done) });
  const team = startTeam(await kernelModule(), layout, work.planes, { threads, signal });
  try {
    const walked = proof.walks.length * chunks.length;
    while (work.count < walked) await walk({ ...proof, team }, checks);
    const sides = layout.levels === null ? null : await findAllLevels({ ...proof, team });
    const chases = layout.levels === null ? [] : await findChases({ ...proof, team });
    const found = checkedChunks(work.records());
    const parts = found.map((each) => each.tally);
    const tally = { ...sumTallies(header.values.length, parts), suspects: joinSuspects(chases) };
    return {
      tally,
      sum: await sumOf(proof, tally),
      unread: found.reduce((sum, each) => sum + each.unread, 0),
      checks: header.derived === null ? [] : checks.checks,
      checking: sides && {
        suspects: sides.red.suspects + sides.black.suspects + found.reduce((sum, each) => sum + each.chases, 0),
        levels: sides.red.levels.map((red, i) => ({ red, black: sides.black.levels[i]! })),
      },
    };
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

/** A walk over the chunks of a side. */
interface Walk {
  readonly own: Colour;
  readonly kind: "mark" | "check";
  /** Whether it makes the side's plane. */
  readonly keeps: boolean;
}

function walksOf({ derived }: TableHeader): Walk[] {
  const first = derived ?? "red";
  return [
    { own: opponent(first), kind: "mark", keeps: true },
    { own: first, kind: "check", keeps: true },
    { own: opponent(first), kind: "check", keeps: false },
  ];
}

interface Proof extends KernelProofRequest {
  readonly chunks: readonly Chunk[];
  readonly layout: ProofLayout;
  readonly memory: KernelMemory;
  readonly stored: StoredPlanes;
  readonly walks: readonly Walk[];
}

interface TeamProof extends Proof {
  readonly team: ProofTeam;
}

/** What was found in all chunks that were compared. */
function checkedChunks(steps: Iterable<ProofStep>) {
  const found: CheckedStep[] = [];
  for (const step of steps) if ("crc" in step && step.checked !== null) found.push(step.checked);
  return found;
}

/**
 * Compares the planes, and what is kept, with what the steps say of them, and forgets all steps from the first on whose part is
 * not so.
 * @returns the checks of the derived side's blocks as far as they are known
 */
async function cutToSound({ work, walks, chunks, stored, table: { header }, signal }: Proof): Promise<BlockChecks> {
  const checks = newBlockChecks(header);
  let sound = 0;
  for (const step of work.records()) {
    const kept = "crc" in step ? [step.checked?.checking, step.checked?.chasing] : [];
    if (kept.some((each) => each && work.read(each) === null)) break;
    const { own, keeps, kind } = walks[Math.floor(sound / chunks.length)] ?? { keeps: false };
    if (keeps) {
      signal?.throwIfAborted();
      const codes = stored.readChunk(own!, chunks[sound % chunks.length]!);
      if (!("crc" in step) || crcOfCodes(codes) !== step.crc) break;
      if (kind === "check") checks.add(codes);
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
async function walk({ table, chunks, layout, team, signal, work, walks, report }: TeamProof, blockChecks: BlockChecks) {
  const number = Math.floor(work.count / chunks.length);
  const { own, kind, keeps } = walks[number]!;
  const left = chunks.slice(work.count - number * chunks.length);
  const onProgress = (done: number) => report("values", kind === "mark" ? 0 : (number - 1 + done) / 2);
  onProgress(left[0]!.first / table.header.cells);
  setOwn(layout, own);
  await askAll(team, { kind: "begin", own });
  const read = readChunks(table, own, left);
  const { slots } = layout;
  const begun: { chunk: Chunk; done: Promise<ChunkFound> }[] = [];
  const finish = async (): Promise<void> => {
    const { chunk, done } = begun.shift()!;
    const found = await done;
    if (kind === "check" && keeps) blockChecks.add(slotCodes(layout, slots[chunk.number % slots.length]!, chunk));
    await work.add({ crc: found.crc, checked: found.checked && (await keepSuspects(work, found.checked)) });
    onProgress((chunk.first + chunk.count) / table.header.cells);
  };
  try {
    for (const chunk of left) {
      signal?.throwIfAborted();
      if (begun.length === slots.length) await finish();
      const slot = slots[chunk.number % slots.length]!;
      slotCodes(layout, slot, chunk).set((await read.next()).value as Codes);
      const reply = team.run(chunk.number % team.size, { kind, chunk, slot, keep: keeps });
      const done = reply.then(({ found }) => found!);
      done.catch(() => undefined); // it is awaited later
      begun.push({ chunk, done });
    }
    while (begun.length > 0) await finish();
  } finally {
    await read.return(undefined);
  }
}

/** The patterns of checks of both sides. */
async function findAllLevels(proof: TeamProof): Promise<Record<Colour, SideLevels>> {
  const { work, walks, chunks } = proof;
  const steps = walks.length * chunks.length;
  for (const [number, own] of COLOURS.entries()) {
    if (work.count === steps + number) await work.add(await findLevels(proof, own, number));
  }
  const found: SideLevels[] = [];
  for (const step of work.records()) if (!("crc" in step)) found.push(step);
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
function isAmong(numbers: Uint32Array, number: number): boolean {
  let [from, to] = [0, numbers.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (numbers[middle]! < number) from = middle + 1;
    else to = middle;
  }
  return numbers[from] === number;
}

async function keepSuspects(work: ProofWork<ProofStep>, found: CheckedChunk): Promise<CheckedStep> {
  const { suspects, ...tally } = found.tally;
  return {
    unread: found.unread,
    tally: { ...tally, suspects: noSuspects() },
    chases: suspects.keys.length,
    checking: await work.keep(found.checking),
    chasing: suspects.keys.length === 0 ? null : await work.keep(serialize(suspects)),
  };
}

/** The suspects of a side, as they were kept for its chunks. */
function* keptOf({ work, walks, chunks }: Proof, own: Colour, kind: "checking" | "chasing"): Generator<Uint8Array> {
  let number = 0;
  for (const step of work.records()) {
    const walked = walks[Math.floor(number++ / chunks.length)];
    const kept = "crc" in step ? step.checked?.[kind] : null;
    if (walked?.own !== own || !kept) continue;
    const bytes = work.read(kept);
    if (bytes === null) throw new Error("what a proof has kept is not what it was");
    yield bytes;
  }
}

function sumOf({ table: { header }, stored, signal }: Proof, tally: Tally): Promise<string> {
  const side = (turn: Colour) => {
    const read = (first: number, count: number): Codes => {
      const codes = stored.newCodes(count);
      stored.read(turn, first, codes);
      return codes;
    };
    return { read, list: header.lists[turn], illegal: header.lists[turn].length };
  };
  return sumOfChecked(header, tally, side, signal);
}
