/** The content sum of a table, computed from its file: which cells are legal is found by the plain rules of the game. */
import { setImmediate } from "node:timers/promises";
import type { NewHash } from "../../table/checksums.ts";
import { contentSum } from "../../table/content-sum.ts";
import { DamagedTableError } from "../../table/errors.ts";
import type { Table } from "../../table/table.ts";
import { COLOURS, type Colour } from "../../xiangqi/pieces.ts";
import { LegalWalk } from "../walk.ts";

/** Which cells of a table are legal positions: one bit for each, in memory that threads share. */
export class LegalCells {
  readonly red: Int32Array;
  readonly black: Int32Array;

  /** @param cells of each side to move */
  constructor(cells: number, made: { readonly red: Int32Array; readonly black: Int32Array } = empty(cells)) {
    this.red = made.red;
    this.black = made.black;
  }

  add(turn: Colour, cell: number): void {
    Atomics.or(this[turn], Math.floor(cell / 32), 1 << (cell % 32));
  }

  has(turn: Colour, cell: number): boolean {
    return (this[turn][Math.floor(cell / 32)]! & (1 << (cell % 32))) !== 0;
  }
}

function empty(cells: number) {
  const side = () => new Int32Array(new SharedArrayBuffer(4 * Math.ceil(cells / 32)));
  return { red: side(), black: side() };
}

/** Cells between two looks at the signal. */
const CHUNK_CELLS = 65_536;

export interface SumOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called with the share done, 0..1. */
  readonly onProgress?: (done: number) => void;
}

/**
 * Memory: three bytes at most for each cell. Time: some half a microsecond for each.
 * @throws DamagedTableError, SourceError, `signal.reason` when aborted
 */
export async function sumOfTable(table: Table, newHash: NewHash, options: SumOptions = {}): Promise<string> {
  const { header, file } = table;
  const { cells, values, info } = header;
  const { index } = table;
  const histogram = await table.readHistogram();
  const occurring = values.filter((_, code) => histogram.red[code]! + histogram.black[code]! > 0);
  const sum = contentSum(info, cells, occurring, newHash);
  const rankOfValue = new Map(sum.values.map((value, rank) => [value, rank]));
  const rankOf = Int32Array.from(values, (value) => rankOfValue.get(value) ?? -1);
  const met = new Uint8Array(sum.values.length);

  const legal = new LegalCells(cells);
  const walk = new LegalWalk(index, (turn, cell) => legal.add(turn, cell));
  const blockCells = cells / index.blocks.length;
  const blocksAtOnce = Math.max(1, Math.floor(CHUNK_CELLS / blockCells));
  for (const turn of COLOURS) {
    const side = await table.readSide(turn);
    for (let block = 0; block < index.blocks.length; block += blocksAtOnce) {
      options.signal?.throwIfAborted();
      const to = Math.min(index.blocks.length, block + blocksAtOnce);
      if (turn === "red") walk.walk(block, to); // finds the legal cells of both sides
      const first = block * blockCells;
      const codes = side.subarray(first, to * blockCells);
      const ranks = sum.newRanks(codes.length);
      for (let i = 0; i < codes.length; i++) {
        if (!legal.has(turn, first + i)) {
          ranks[i] = sum.mark;
          continue;
        }
        const rank = rankOf[codes[i]!] ?? -1;
        if (rank < 0) throw new DamagedTableError(file, `its histogram lacks code ${codes[i]}, which occurs`);
        met[rank] = 1;
        ranks[i] = rank;
      }
      sum.update(ranks);
      options.onProgress?.((first + codes.length) / cells / 2 + (turn === "red" ? 0 : 0.5));
      await setImmediate();
    }
  }
  const absent = occurring.find((value) => met[rankOfValue.get(value)!] === 0);
  if (absent !== undefined)
    throw new DamagedTableError(file, `its histogram counts the value ${absent}, which is nowhere`);
  return sum.digest();
}
