/** Decodes tables into memory that threads share. */
import { availableMemory } from "../../endgame/node/memory.ts";
import { InputError } from "../../xiangqi/errors.ts";
import { COLOURS, type Colour } from "../../xiangqi/pieces.ts";
import { formatBytes } from "../../table/sizes.ts";
import { bytesOfCode, mapCodes, type TableHeader, type Codes } from "../../table/header.ts";
import type { Table } from "../../table/table.ts";
import type { OpenInput } from "../inputs.ts";
import { laidClasses, laidCodes, layoutBytes, type ProofLayout } from "../proof-kernel.ts";
import { planeBytes, type DecodedTable, type ProofTables } from "../planes.ts";

/** Memory of a proof: one or two bytes for each cell and side of the table, its differences, and sides of inputs it reads. */
export function proofBytes(table: Table, inputs: readonly OpenInput[]): number {
  return (
    inputs.reduce((sum, input) => sum + input.turns.size * planeBytes(input.table.header), 0) +
    2 * planeBytes(table.header) +
    differenceBytes(table.header)
  );
}

/** Memory of a proof by the kernel, but for its tables of the numbering and the suspects. */
export function kernelBytes(table: Table, inputs: readonly OpenInput[]): number {
  return layoutBytes(
    table.header,
    inputs.map(({ table: { header }, turns }) => ({ header, turns })),
  );
}

/** @throws InputError `not-enough-memory` at once when it cannot fit */
export function checkMemory(name: string, bytes: number): void {
  const free = availableMemory();
  if (bytes <= free) return;
  const message = `proving ${name} takes ${formatBytes(bytes)} of memory, but only ${formatBytes(free)} are free`;
  throw new InputError("not-enough-memory", message);
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
  options: LoadOptions,
): Promise<ProofTables> {
  const load = loader(proofBytes(table, inputs), options);
  const loadSide = async (from: Table, turn: Colour): Promise<Codes> => {
    const codes = sharedCodes(bytesOfCode(from.header), from.header.cells);
    await load(from, turn, codes);
    return codes;
  };
  const decode = async (from: Table, turns: ReadonlySet<Colour>): Promise<DecodedTable> => ({
    header: from.header,
    lists: { red: from.header.values, black: from.header.values },
    red: turns.has("red") ? await loadSide(from, "red") : null,
    black: turns.has("black") ? await loadSide(from, "black") : null,
  });
  const loadDifferences = async (): Promise<Codes | null> => {
    if (table.header.derived === null) return null;
    const differences = sharedCodes(table.header.bytesPerCode, table.header.cells);
    await table.readStored(table.header.derived, differences);
    return differences;
  };
  const decoded = new Map<string, DecodedTable>();
  for (const { name, table: input, turns } of inputs) decoded.set(name, await decode(input, turns));
  const both = await decode(table, new Set(COLOURS));
  return { table: { ...both, differences: await loadDifferences() }, inputs: decoded };
}

/** Decodes tables into the memory of the proof kernel. */
export async function loadLayout(
  layout: ProofLayout,
  table: Table,
  inputs: readonly OpenInput[],
  options: LoadOptions,
): Promise<void> {
  const { signal } = options;
  const report = reporter(proofBytes(table, inputs), options);
  for (const side of layout.inputs) {
    const { table: input } = inputs.find(({ name }) => name === side.header.info.endgame)!;
    const classes = laidClasses(layout, side);
    signal?.throwIfAborted();
    const codes = await input.readSide(side.turn);
    mapCodes(codes, side.classOf, classes);
    report(input);
  }
  for (const turn of COLOURS) {
    signal?.throwIfAborted();
    // The kernel makes codes of differences itself.
    await table.readStored(turn, laidCodes(layout, turn));
    report(table);
  }
}

/** Loads the cells of a side, which the table's checks hold against those that were written. */
function loader(totalBytes: number, options: LoadOptions) {
  const report = reporter(totalBytes, options);
  return async (from: Table, turn: Colour, into?: Codes): Promise<Codes> => {
    options.signal?.throwIfAborted();
    const codes = await from.readSide(turn, into);
    report(from);
    return codes;
  };
}

/** Counts sides that are loaded. */
function reporter(totalBytes: number, { onProgress }: LoadOptions) {
  let done = 0;
  return ({ header }: Table): void => onProgress((done += planeBytes(header)) / totalBytes);
}

function differenceBytes({ derived, cells, bytesPerCode }: TableHeader): number {
  return derived === null ? 0 : cells * bytesPerCode;
}

function sharedCodes(bytesPerCode: 1 | 2, cells: number): Codes {
  const memory = new SharedArrayBuffer(bytesPerCode * cells);
  return bytesPerCode === 1 ? new Uint8Array(memory) : new Uint16Array(memory);
}
