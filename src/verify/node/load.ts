/** Reads tables for a proof. */
import { memoryToTake } from "../../base/node/memory.ts";
import { LimitedMemoryError } from "../../base/program-memory.ts";
import { COLOURS, type Colour } from "../../xiangqi/pieces.ts";
import { formatBytes } from "../../base/sizes.ts";
import { bytesOfCode, type TableHeader, type Codes } from "../../table/format/header.ts";
import { fromIndexOrder, toIndexOrder } from "../../table/read/stored.ts";
import { newCodes } from "../../table/rows/quiet-rows.ts";
import type { Table } from "../../table/read/table.ts";
import { chunkCellsFor, makeChunks, type Chunk } from "../host/chunks.ts";
import type { OpenInput } from "../inputs.ts";
import { putClasses } from "../host/proof-kernel.ts";
import { deskBytes, inputBytes, isWide, type ProofLayout } from "../host/proof-layout.ts";
import { setBytes } from "../host/check-patterns.ts";
import { planeBytes, type DecodedTable, type ProofTables } from "../planes.ts";

/** Cells that are read at once. */
const PIECE_CELLS = 1_048_576;

/** Memory of a proof: one or two bytes for each cell and side of the table, its differences, and sides of inputs it reads. */
export function proofBytes(table: Table, inputs: readonly OpenInput[]): number {
  return (
    inputs.reduce((sum, input) => sum + input.turns.size * planeBytes(input.table.header), 0) +
    2 * planeBytes(table.header) +
    differenceBytes(table.header)
  );
}

/** How many cells the kernel looks at at once. */
export function chunkCellsOf({ header, index }: Table): number {
  return chunkCellsFor(index, isWide(header) ? 2 : 1);
}

/** Memory of a proof by the kernel, but for the suspects, whose number is not known before. */
export function kernelBytes(table: Table, inputs: readonly OpenInput[], threads: number): number {
  const { header, index } = table;
  const laid = inputs.map((input) => ({ header: input.table.header, turns: input.turns }));
  const chunks = makeChunks(index, chunkCellsOf(table));
  const levels = header.info.rules === "none" ? 0 : setBytes(header);
  return Math.max(levels, inputBytes(header, laid) + threads * deskBytes(header, index, chunks));
}

/**
 * What is named to be given, beside what is known: for the program, which does not have the same each time, and for a thread. Measured in
 * KRCKR, on two threads: 50 MB in all, without which its levels find no room.
 */
const SPARE_BYTES = { program: 2 ** 25, thread: 35e6 } as const;

export interface ProofRoom {
  readonly threads: number;
  /** Memory that the process may have in all; default: what it has and what is free now, less a tenth. */
  readonly limitBytes?: number | undefined;
  /** What is proven so far outlives the process. */
  readonly isKept: boolean;
}

/**
 * @param bytes to be taken beside what the process has
 * @throws InputError `not-enough-memory` at once when it cannot fit
 */
export function checkMemory(name: string, bytes: number, { threads, limitBytes, isKept }: ProofRoom): void {
  const free = memoryToTake(limitBytes);
  if (bytes <= free) return;
  const own = process.memoryUsage.rss();
  const needed = own + bytes + SPARE_BYTES.program + threads * SPARE_BYTES.thread;
  const sizes = `${formatBytes(needed)} of memory to be sure, but may have ${formatBytes(limitBytes ?? own + free)}`;
  const then = isKept ? ", and it goes on where it was" : "";
  throw new LimitedMemoryError("not-enough-memory", `proving ${name} takes ${sizes}`, needed, then);
}

export interface LoadOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called with the share of bytes decoded. */
  readonly onProgress: (done: number) => void;
}

/** Decodes tables for the plain program. */
export async function loadTables(
  table: Table,
  inputs: readonly OpenInput[],
  { signal, onProgress }: LoadOptions,
): Promise<ProofTables> {
  const totalBytes = proofBytes(table, inputs);
  let done = 0;
  // The table's checks hold what is read against what was written.
  const loadSide = async (from: Table, turn: Colour): Promise<Codes> => {
    signal?.throwIfAborted();
    const codes = sharedCodes(bytesOfCode(from.header), from.header.cells);
    await from.readSide(turn, codes);
    onProgress((done += planeBytes(from.header)) / totalBytes);
    return codes;
  };
  const decode = async (from: Table, turns: ReadonlySet<Colour>): Promise<DecodedTable> => ({
    header: from.header,
    lists: { red: from.header.values, black: from.header.values },
    red: turns.has("red") ? await loadSide(from, "red") : null,
    black: turns.has("black") ? await loadSide(from, "black") : null,
  });
  const loadDifferences = async (): Promise<Codes | null> => {
    const { derived, bytesPerCode, cells } = table.header;
    if (derived === null) return null;
    const differences = sharedCodes(bytesPerCode, cells);
    await readByCell(table, derived, differences);
    return differences;
  };
  const decoded = new Map<string, DecodedTable>();
  for (const { name, table: input, turns } of inputs) decoded.set(name, await decode(input, turns));
  const both = await decode(table, new Set(COLOURS));
  return { table: { ...both, differences: await loadDifferences() }, inputs: decoded };
}

/** Puts the sides of inputs that captures lead to into the memory of the proof kernel. */
export async function loadInputs(
  layout: ProofLayout,
  inputs: readonly OpenInput[],
  { signal, onProgress }: LoadOptions,
): Promise<void> {
  const total = layout.inputs.reduce((sum, { header }) => sum + header.cells, 0);
  let done = 0;
  for (const side of layout.inputs) {
    const { table } = inputs.find(({ name }) => name === side.header.info.endgame)!;
    const { index } = table;
    let first = 0;
    for await (const codes of table.readPieces(side.turn, makeChunks(index, PIECE_CELLS), signal)) {
      putClasses(layout, side, side.header.layout === "index" ? null : index, first, codes);
      first += codes.length;
      onProgress((done + first) / total);
    }
    done += first;
  }
}

/** Reads what is stored for a side, by the numbers of the cells. */
export async function readByCell(table: Table, turn: Colour, into: Codes): Promise<void> {
  const { layout, bytesPerCode, cells } = table.header;
  const codes = newCodes(bytesPerCode, cells);
  await table.readStored(turn, 0, codes);
  if (layout === "index") into.set(codes);
  else toIndexOrder(table.index, 0, codes, into);
}

/** Reads what is stored for a side, chunk by chunk. */
export async function* readChunks(table: Table, turn: Colour, chunks: readonly Chunk[]): AsyncGenerator<Codes> {
  const { layout, bytesPerCode, cells } = table.header;
  if (layout === "placements") {
    yield* table.readStoredPieces(turn, chunks);
    return;
  }
  // Here all cells are needed at once.
  const all = newCodes(bytesPerCode, cells);
  await table.readStored(turn, 0, all);
  for (const { first, count } of chunks) {
    const codes = newCodes(bytesPerCode, count);
    fromIndexOrder(table.index, first, all, codes);
    yield codes;
  }
}

function differenceBytes({ derived, cells, bytesPerCode }: TableHeader): number {
  return derived === null ? 0 : cells * bytesPerCode;
}

function sharedCodes(bytesPerCode: 1 | 2, cells: number): Codes {
  const memory = new SharedArrayBuffer(bytesPerCode * cells);
  return bytesPerCode === 1 ? new Uint8Array(memory) : new Uint16Array(memory);
}
