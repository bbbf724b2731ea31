/** Decodes tables into memory that threads share. */
import { availableMemory } from "../../endgame/node/memory.ts";
import { InputError } from "../../xiangqi/errors.ts";
import { COLOURS, type Colour } from "../../xiangqi/pieces.ts";
import { formatBytes } from "../../table/sizes.ts";
import type { Codes, Table } from "../../table/table.ts";
import type { OpenInput } from "../inputs.ts";
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

export async function loadTables(
  table: Table,
  inputs: readonly OpenInput[],
  { signal, onProgress }: LoadOptions,
): Promise<ProofTables> {
  const total = proofBytes(table, inputs);
  let done = 0;
  const loadSide = async (from: Table, turn: Colour): Promise<Codes> => {
    const { cells, bytesPerCode } = from.header;
    const memory = new SharedArrayBuffer(planeBytes(from.header));
    const codes = bytesPerCode === 1 ? new Uint8Array(memory) : new Uint16Array(memory);
    for (let first = 0; first < cells; first += STEP_CELLS) {
      signal?.throwIfAborted();
      const count = Math.min(STEP_CELLS, cells - first);
      await from.readCodes(turn, first, count, codes.subarray(first, first + count));
      onProgress((done += count * bytesPerCode) / total);
    }
    return codes;
  };
  const load = async (from: Table, turns: ReadonlySet<Colour>): Promise<DecodedTable> => ({
    header: from.header,
    red: turns.has("red") ? await loadSide(from, "red") : null,
    black: turns.has("black") ? await loadSide(from, "black") : null,
  });
  const decoded = new Map<string, DecodedTable>();
  for (const { name, table: input, turns } of inputs) decoded.set(name, await load(input, turns));
  return { table: await load(table, new Set(COLOURS)), inputs: decoded };
}
