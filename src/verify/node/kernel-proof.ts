/**
 * A proof by the kernel (../proof-kernel.ts): one side's codes are resident while the other is read from its file and checked
 * chunk by chunk; then what was found of that side becomes resident. The derived side comes first, since what its
 * differences say follows from the other.
 */
import { readFile } from "node:fs/promises";
import { builtPath } from "../../endgame/node/built-path.ts";
import type { EndgameIndex } from "../../endgame/index.ts";
import { BlockChecks } from "../../table/derived.ts";
import type { Codes, TableHeader } from "../../table/header.ts";
import type { Survey } from "../../table/proof.ts";
import type { Table } from "../../table/table.ts";
import { DRAW, orderOf } from "../../table/value.ts";
import { opponent, type Colour } from "../../xiangqi/pieces.ts";
import { askAgain, layOutLevels, withoutMutualChecks } from "../check-patterns.ts";
import { makeChunks, type Chunk } from "../chunks.ts";
import type { OpenInput } from "../inputs.ts";
import type { KernelMemory } from "../kernel-memory.ts";
import type { ProofTask } from "../kernel-checker.ts";
import { ILLEGAL } from "../kernel/assembly/layout.ts";
import { numberValues } from "../numbering.ts";
import { joinSeeds } from "../perpetuals/seeds.ts";
import { cellOfKey, union, type KeySet } from "../perpetuals/positions.ts";
import { joinSuspects } from "../perpetuals/suspects.ts";
import { Planes } from "../planes.ts";
import {
  countUnread,
  laidPlanes,
  readFindings,
  readSurvey,
  readResident,
  ResidentWriter,
  setResident,
  slotCodes,
} from "../proof-kernel.ts";
import { layOut, type ProofLayout } from "../proof-layout.ts";
import { ruleOptionsOf } from "../stated.ts";
import { addTally, emptyTally, type Tally } from "../tally.ts";
import { sumOfChecked } from "./content-sum.ts";
import { KeptCodes } from "./kept-codes.ts";
import { loadInputs, readChunks } from "./load.ts";
import { askAll, runAll, startTeam, type ProofTeam } from "./team.ts";

/** Cells of a chunk: some tenths of a second for a thread; a small table has some chunks nevertheless. */
const MOST_CHUNK_CELLS = 1_048_576;
const LEAST_CHUNKS = 16;

export interface KernelProof {
  readonly tally: Tally;
  /** The content sum. */
  readonly sum: string;
  /** Differences that no code stands for. */
  readonly unread: number;
  /** The checks of the derived side's blocks, from the codes made of its differences. */
  readonly checks: readonly number[];
  readonly kept: KeptCodes;
  readonly survey: Survey;
  /** Who may be forced to check for ever, and the losses of the patterns of checks by level, from level 1 on. */
  readonly checking: { readonly suspects: number; readonly losses: readonly KeySet[] } | null;
}

export interface KernelProofRequest {
  readonly table: Table;
  readonly index: EndgameIndex;
  readonly inputs: readonly OpenInput[];
  readonly threads: number;
  /** Cells that are looked at at once, about. Default: as many as take a thread some tenths of a second. */
  readonly chunkCells?: number;
  readonly signal: AbortSignal | undefined;
  readonly report: (phase: "load" | "values" | "levels", done: number) => void;
}

/** @throws `signal.reason` when aborted; no thread is left behind */
export async function proveByKernel(request: KernelProofRequest): Promise<KernelProof> {
  const { table, index, inputs, threads, signal, report } = request;
  const { header } = table;
  const { chunkCells = Math.min(MOST_CHUNK_CELLS, Math.ceil(header.cells / LEAST_CHUNKS)) } = request;
  const chunks = makeChunks(index, chunkCells);
  const { layout, memory } = layOut(
    header,
    new Map(inputs.map((input) => [input.name, { ...input, header: input.table.header }])),
    {
      threads,
      chunks,
      numberings: await numberSides(table),
      suspects: header.info.rules !== "none",
    },
  );
  await loadInputs(layout, inputs, { signal, onProgress: (done) => report("load", done) });
  const kept = new KeptCodes(layout, index, chunks);
  const team = startTeam(await kernelModule(), layout, header.cells, { threads, signal });
  try {
    const first = header.derived ?? "red";
    const proof = { ...request, chunks, layout, memory, laidOut: memory.used, kept, team };
    const passes: Pass[] = [];
    for (const own of [first, opponent(first)]) passes.push(await proveSide(proof, own, passes.length));
    const [one, two] = passes as [Pass, Pass];
    const tally = emptyTally(header.values.length);
    for (let thread = 0; thread < team.size; thread++) addTally(tally, readFindings(layout, thread));
    for (const { found } of passes) {
      tally.suspects = joinSuspects(tally.suspects, found.suspects);
      tally.seeds = joinSeeds(tally.seeds, found.seeds);
    }
    const side = (turn: Colour) => {
      makeResident(proof, turn);
      const read = (from: number, into: Uint16Array) => readResident(layout, from, into);
      return { read, list: layout.numberings[turn].values, illegal: ILLEGAL };
    };
    return {
      tally,
      sum: await sumOfChecked(header, tally, side, signal),
      unread: countUnread(layout),
      checks: one.checks,
      kept,
      survey: readSurvey(layout),
      checking: layout.checking && {
        suspects: one.checking + two.checking,
        losses: one.losses.map((losses, i) => union(losses, two.losses[i]!)),
      },
    };
  } finally {
    await team.stop();
  }
}

let compiled: Promise<WebAssembly.Module> | undefined;

/** The proof kernel, compiled once. */
function kernelModule(): Promise<WebAssembly.Module> {
  compiled ??= builtPath("proof")
    .then((path) => readFile(path))
    .then((bytes) => WebAssembly.compile(bytes));
  return compiled;
}

interface Proof extends KernelProofRequest {
  readonly chunks: readonly Chunk[];
  readonly layout: ProofLayout;
  readonly memory: KernelMemory;
  /** The end of what is laid out for both sides. */
  readonly laidOut: number;
  readonly kept: KeptCodes;
  readonly team: ProofTeam;
}

interface Pass {
  readonly checks: readonly number[];
  readonly found: Pick<Tally, "suspects" | "seeds">;
  readonly checking: number;
  readonly losses: readonly KeySet[];
}

/** Proves the values of a side, and finds its patterns of checks. @param number of the two sides, which */
async function proveSide(proof: Proof, own: Colour, number: number): Promise<Pass> {
  const { table, layout, team, report } = proof;
  const { header } = table;
  const other = opponent(own);
  const values = (done: number) => report("values", (number + done) / 2);
  values(0);
  if (number === 1) makeResident(proof, other);
  else await loadResident(proof, other);
  setResident(layout, other);
  await askAll(team, { kind: "begin", own });
  if (number === 0) await runAll(team, overBlocks(proof, "mark"));
  const checks = number === 0 && header.derived !== null ? new BlockChecks(header, header.lists[own].length) : null;
  await checkChunks(proof, own, checks, values);
  const replies = await askAll(team, { kind: "found" });
  let found: Pass["found"] = emptyTally(0);
  for (const { found: more } of replies) {
    if (!more) continue;
    found = { suspects: joinSuspects(found.suspects, more.suspects), seeds: joinSeeds(found.seeds, more.seeds) };
  }
  const [checking, losses] = layout.checking === null ? [0, []] : await findCheckLosses(proof, own, number);
  return { checks: checks?.checks ?? [], found, checking, losses };
}

/** The stated counts will do: with others a table takes more memory, no more. */
async function numberSides(table: Table): Promise<ProofLayout["numberings"]> {
  const { lists, values } = table.header;
  const histogram = await table.readHistogram();
  const number = (turn: Colour) => {
    const counts = new Map(values.map((value, code) => [value, histogram[turn][code] ?? 0]));
    return numberValues(
      lists[turn],
      lists[turn].map((value) => counts.get(value)!),
    );
  };
  return { red: number("red"), black: number("black") };
}

/** Makes the side resident that is stored as it is. */
async function loadResident({ table, index, layout, memory, laidOut, chunks, signal }: Proof, turn: Colour) {
  memory.giveBack(laidOut);
  const writer = new ResidentWriter(layout, turn);
  const places = table.header.order === "index" ? null : index;
  let first = 0;
  for await (const codes of table.readStoredPieces(turn, chunks)) {
    signal?.throwIfAborted();
    writer.put(places, first, codes);
    first += codes.length;
  }
  writer.end(memory);
}

/** Makes a side resident that was checked. */
function makeResident({ index, layout, memory, laidOut, chunks, kept }: Proof, turn: Colour): void {
  memory.giveBack(laidOut);
  const writer = new ResidentWriter(layout, turn);
  for (const chunk of chunks) writer.put(index, chunk.first, kept.read(turn, chunk));
  writer.end(memory);
}

/** A task for some blocks each. */
function overBlocks({ index, chunks }: Proof, kind: "mark" | "keep-checks"): ProofTask[] {
  const blocks = index.blocks.length;
  const each = Math.ceil(blocks / chunks.length);
  return Array.from({ length: Math.ceil(blocks / each) }, (_, i) => {
    return { kind, from: i * each, to: Math.min(blocks, (i + 1) * each) };
  });
}

/** Checks all chunks of a side, and keeps what their codes are found to be. */
async function checkChunks(
  { table, chunks, layout, kept, team, signal }: Proof,
  own: Colour,
  checks: BlockChecks | null,
  onProgress: (done: number) => void,
): Promise<void> {
  const read = readChunks(table, own, chunks);
  const { slots } = layout;
  const begun: { chunk: Chunk; done: Promise<unknown> }[] = [];
  const finish = async (): Promise<void> => {
    const { chunk, done } = begun.shift()!;
    await done;
    const codes = slotCodes(layout, slots[chunk.number % slots.length]!, chunk);
    checks?.add(codes);
    kept.put(own, chunk, codes);
    onProgress((chunk.first + chunk.count) / table.header.cells);
  };
  for (const chunk of chunks) {
    signal?.throwIfAborted();
    if (begun.length === slots.length) await finish();
    const slot = slots[chunk.number % slots.length]!;
    slotCodes(layout, slot, chunk).set((await read.next()).value as Codes);
    const done = team.run(chunk.number % team.size, { kind: "check", chunk, slot });
    done.catch(() => undefined); // it is awaited later
    begun.push({ chunk, done });
  }
  while (begun.length > 0) await finish();
}

/**
 * The losses of a side's patterns of checks by level, from 1 on; what is left behind the last order comes last. The resident
 * side's codes are lost by that.
 * @returns how many suspects there are, too
 */
async function findCheckLosses(proof: Proof, own: Colour, number: number): Promise<[number, KeySet[]]> {
  const { table, chunks, layout, memory, kept, team, report } = proof;
  const { lists } = table.header;
  const orders = [...lists.red, ...lists.black].map((value) => (value === DRAW ? 0 : orderOf(value)));
  const last = 1 + orders.reduce((highest, order) => Math.max(highest, order), 0);
  const progress = (level: number) => report("levels", (number + level / last) / 4);
  const none = () => Array.from({ length: last }, () => new Float64Array());
  const count = (await team.run(0, { kind: "number" })).count!;
  if (count === 0) return [0, none()];
  progress(0);
  layOutLevels(memory, layout, count);
  await team.run(0, { kind: "prepare" });
  const [slot] = layout.slots as [ProofLayout["slots"][number]];
  for (const chunk of chunks) {
    slotCodes(layout, slot, chunk).set(kept.read(own, chunk));
    await team.run(0, { kind: "note", chunk, slot });
  }
  await runAll(team, overBlocks(proof, "keep-checks"));
  const found: KeySet[] = [];
  for (let level = 1; level <= last; level++) {
    const { losses, mutual } = (await team.run(0, { kind: "pattern", level })).pattern!;
    found.push(losses);
    if (mutual !== null) {
      const left = await leftOfMutual(proof, own, losses, level);
      const stay = new Set(left);
      askAgain(
        layout,
        mutual.filter((_, i) => !stay.has(losses[i]!)),
      );
      found[level - 1] = left;
    }
    progress(level);
  }
  return [count, found];
}

async function leftOfMutual(
  { table, index, layout, kept }: Proof,
  own: Colour,
  losses: KeySet,
  level: number,
): Promise<KeySet> {
  const { header } = table;
  const other = opponent(own);
  const codes = kept.readSide(own);
  const lists = { [own]: header.lists[own], [other]: header.values } as TableHeader["lists"];
  const sides = { red: codes, black: codes, [other]: await table.readSide(other) };
  const planes = new Planes({ header, lists, ...sides }, index);
  const { inputs } = laidPlanes(layout, index, other);
  return withoutMutualChecks(planes, inputs, ruleOptionsOf(header.info)!, own, Array.from(losses, cellOfKey), level);
}
