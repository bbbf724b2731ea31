/** Decodes tables into memory that threads share. */
import { availableMemory } from "../../endgame/node/memory.ts";
import { InputError } from "../../xiangqi/errors.ts";
import { COLOURS, type Colour } from "../../xiangqi/pieces.ts";
import { formatBytes } from "../../table/sizes.ts";
import type { Codes, Table } from "../../table/table.ts";
import type { OpenInput } from "../inputs.ts";
import { laidClasses, laidCodes, layoutBytes, type ProofLayout } from "../proof-kernel.ts";
import { planeBytes, type DecodedTable, type ProofTables } from "../planes.ts";

/** Cells decoded between two looks at the signal. */
const STEP_CELLS = 16 * 2 ** 20;

/** Memory of a proof: one or two bytes for each cell and side of the table, and for those sides of inputs it reads. */
export function proofBytes(table: Table, inputs: readonly OpenInput[]): number {
  return (
    inputs.reduce((sum, input) => sum + input.turns.size * planeBytes(input.table.header), 0) +
    2 * planeBytes(table.header)
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
    const { bytesPerCode } = from.header;
    const memory = new SharedArrayBuffer(planeBytes(from.header));
    const codes = bytesPerCode === 1 ? new Uint8Array(memory) : new Uint16Array(memory);
    await load(from, (first, count) => from.readCodes(turn, first, count, codes.subarray(first, first + count)));
    return codes;
  };
  const decode = async (from: Table, turns: ReadonlySet<Colour>): Promise<DecodedTable> => ({
    header: from.header,
    red: turns.has("red") ? await loadSide(from, "red") : null,
    black: turns.has("black") ? await loadSide(from, "black") : null,
  });
  const decoded = new Map<string, DecodedTable>();
  for (const { name, table: input, turns } of inputs) decoded.set(name, await decode(input, turns));
  return { table: await decode(table, new Set(COLOURS)), inputs: decoded };
}

/** Decodes tables into the memory of the proof kernel. */
export async function loadLayout(
  layout: ProofLayout,
  table: Table,
  inputs: readonly OpenInput[],
  options: LoadOptions,
): Promise<void> {
  const load = loader(proofBytes(table, inputs), options);
  for (const side of layout.inputs) {
    const { table: input } = inputs.find(({ name }) => name === side.header.info.endgame)!;
    const classes = laidClasses(layout, side);
    await load(input, async (first, count) => {
      const codes = await input.readCodes(side.turn, first, count);
      for (let i = 0; i < count; i++) classes[first + i] = side.classOf[codes[i]!]!;
    });
  }
  for (const turn of COLOURS) {
    const codes = laidCodes(layout, turn);
    await load(table, (first, count) => readInto(table, turn, first, count, codes));
  }
}

/** Reads codes into memory that may hold two bytes a code where the file has one. */
async function readInto(table: Table, turn: Colour, first: number, count: number, codes: Codes): Promise<void> {
  const into = codes.subarray(first, first + count);
  if (codes.BYTES_PER_ELEMENT === table.header.bytesPerCode) await table.readCodes(turn, first, count, into);
  else into.set(await table.readCodes(turn, first, count));
}

/** Loads the cells of a side step by step. */
function loader(totalBytes: number, { signal, onProgress }: LoadOptions) {
  let done = 0;
  return async (from: Table, step: (first: number, count: number) => Promise<unknown>): Promise<void> => {
    const { cells, bytesPerCode } = from.header;
    for (let first = 0; first < cells; first += STEP_CELLS) {
      signal?.throwIfAborted();
      const count = Math.min(STEP_CELLS, cells - first);
      await step(first, count);
      onProgress((done += count * bytesPerCode) / totalBytes);
    }
  };
}
