/**
 * A proof by the kernel (../proof-kernel.ts): one side's codes are resident while the other is read from its file and checked
 * chunk by chunk; then what was found of that side becomes resident. The derived side comes first, since what its
 * differences say follows from the other.
 */
import { readFile } from "node:fs/promises";
import { builtPath } from "../../endgame/node/built-path.ts";
import type { EndgameIndex } from "../../endgame/index.ts";
import { crc32 } from "../../table/crc32.ts";
import type { Codes, TableHeader } from "../../table/header.ts";
import { toIndexOrder } from "../../table/places.ts";
import { newCodes } from "../../table/quiet-rows.ts";
import type { Table } from "../../table/table.ts";
import { DRAW, orderOf } from "../../table/value.ts";
import { opponent, type Colour } from "../../xiangqi/pieces.ts";
import { askAgain, layOutLevels, withoutMutualChecks } from "../check-patterns.ts";
import { makeChunks, type Chunk } from "../chunks.ts";
import type { OpenInput } from "../inputs.ts";
import type { KernelMemory } from "../kernel-memory.ts";
import type { ProofTask } from "../kernel-checker.ts";
import { joinSeeds } from "../perpetuals/seeds.ts";
import { cellOfKey, union, type KeySet } from "../perpetuals/positions.ts";
import { joinSuspects } from "../perpetuals/suspects.ts";
import { Planes } from "../planes.ts";
import { countUnread, laidPlanes, readFindings, residentCodes, setResident, slotCodes } from "../proof-kernel.ts";
import { layOut, type ProofLayout } from "../proof-layout.ts";
import { ruleOptionsOf } from "../stated.ts";
import { addTally, emptyTally, type Tally } from "../tally.ts";
import { sumOfChecked } from "./content-sum.ts";
import { KeptCodes } from "./kept-codes.ts";
import { chunkReader, loadInputs, readByCell } from "./load.ts";
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
    { threads, chunks, suspects: header.info.rules !== "none" },
  );
  await loadInputs(layout, inputs, { signal, onProgress: (done) => report("load", done) });
  const kept = new KeptCodes(header, index, chunks, layout.wide);
  const team = startTeam(await kernelModule(), layout, header.cells, { threads, signal });
  try {
    const first = header.derived ?? "red";
    const proof = { ...request, chunks, layout, memory, kept, team };
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
      kept.readSide(turn, residentCodes(layout));
      return { codes: residentCodes(layout), list: header.lists[turn], isLegal: null };
    };
    return {
      tally,
      sum: await sumOfChecked(header, tally, side, signal),
      unread: countUnread(layout),
      checks: one.checks,
      kept,
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
  const { table, layout, kept, team, report } = proof;
  const { header } = table;
  const other = opponent(own);
  const values = (done: number) => report("values", (number + done) / 2);
  values(0);
  setResident(layout, other);
  if (number === 1) kept.readSide(other, residentCodes(layout));
  else await loadResident(proof, other);
  await askAll(team, { kind: "begin", own });
  if (number === 0) await runAll(team, overBlocks(proof, "mark"));
  const checks = number === 0 && header.derived !== null ? new DerivedChecks(header) : null;
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

async function loadResident({ table, index, layout, chunks, signal }: Proof, turn: Colour): Promise<void> {
  const plane = residentCodes(layout);
  const { order, bytesPerCode } = table.header;
  if (order === "index") return readByCell(table, turn, plane);
  const read = await chunkReader(table, turn);
  for (const chunk of chunks) {
    signal?.throwIfAborted();
    const codes = newCodes(bytesPerCode, chunk.count);
    await read(chunk, codes);
    toIndexOrder(index, chunk.first, codes, plane);
  }
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
  checks: DerivedChecks | null,
  onProgress: (done: number) => void,
): Promise<void> {
  const read = await chunkReader(table, own);
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
    await read(chunk, slotCodes(layout, slot, chunk));
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
  const end = memory.used;
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
  memory.giveBack(end);
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
  const codes = newCodes(layout.wide ? 2 : 1, header.cells);
  kept.readSide(own, codes);
  const lists = { [own]: header.lists[own], [other]: header.values } as TableHeader["lists"];
  const sides = { red: codes, black: codes, [other]: await table.readSide(other) };
  const planes = new Planes({ header, lists, ...sides }, index);
  const { inputs } = laidPlanes(layout, index, other);
  return withoutMutualChecks(planes, inputs, ruleOptionsOf(header.info)!, own, Array.from(losses, cellOfKey), level);
}

/**
 * The checks of a derived side's blocks in the file (docs/spec/table-format.md), from the codes made of its differences: the
 * CRC-32 of 1 + code in the side's list for each legal position in the order of the file, 0 for other cells.
 */
class DerivedChecks {
  readonly checks: number[] = [];
  readonly #header: TableHeader;
  readonly #illegal: number;
  readonly #bytes: Uint8Array;
  #filled = 0;
  #cells = 0;

  constructor(header: TableHeader) {
    this.#header = header;
    this.#illegal = header.lists[header.derived!].length;
    this.#bytes = new Uint8Array(header.cellsPerBlock * header.bytesPerCode);
  }

  /** Takes the codes that come next. */
  add(codes: Codes): void {
    const { cells, bytesPerCode } = this.#header;
    for (let i = 0; i < codes.length; i++) {
      const number = codes[i] === this.#illegal ? 0 : codes[i]! + 1;
      this.#bytes[this.#filled++] = number;
      if (bytesPerCode === 2) this.#bytes[this.#filled++] = number >> 8;
      if (this.#filled === this.#bytes.length) this.#end();
    }
    this.#cells += codes.length;
    if (this.#cells === cells && this.#filled > 0) this.#end();
  }

  #end(): void {
    this.checks.push(crc32(this.#bytes.subarray(0, this.#filled)));
    this.#filled = 0;
  }
}
