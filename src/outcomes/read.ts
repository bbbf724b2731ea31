/** Whole tables of outcomes, cell by cell: what a table of either kind says of every legal position. */
import { conversions } from "../endgame/graph.ts";
import { canonicalEndgame, parseEndgame } from "../endgame/endgame.ts";
import type { TableProvider } from "../table/catalog/catalog.ts";
import { DamagedTableError, MissingTableError } from "../table/format/errors.ts";
import { bytesOfCode, OUTCOMES_PART, type Codes, type TableHeader } from "../table/format/header.ts";
import { outcomeNumbers, outcomeSum } from "../table/format/content-sum.ts";
import type { Table } from "../table/read/table.ts";
import { compareValues } from "../table/value.ts";
import type { DecodedTable } from "../verify/planes.ts";
import { COLOURS, type Colour } from "../xiangqi/pieces.ts";
import type { NewHash } from "../base/sha256.ts";
import { CaptureWalk } from "./captures.ts";

/** Blocks of the index that are walked without a pause. */
const AT_ONCE = 16;
/** Bytes of decoded tables that a reader keeps for the next table. */
const MOST_KEPT = 2 ** 28;

/** The codes of every cell of a table by its lists, captures looked at; beyond the list for cells that are no legal position. */
export interface OutcomeCodes extends DecodedTable {
  readonly red: Codes;
  readonly black: Codes;
}

/**
 * Reads tables of a collection whole: those of outcomes, or where there is none those of values. What captures lead to is kept, as the next
 * table needs it as well.
 * Memory: a byte for each cell of both sides of whatever was asked for and is led to; at the start of the next table at most 256 MiB.
 */
export class OutcomeReader {
  readonly #provider: TableProvider;
  readonly #prefersValues: boolean;
  readonly #read = new Map<string, Promise<OutcomeCodes>>();
  /** Of what was read. */
  #bytes = 0;

  /** @param prefersValues where there are both kinds */
  constructor(provider: TableProvider, prefersValues = false) {
    this.#provider = provider;
    this.#prefersValues = prefersValues;
  }

  /** @throws MissingTableError, and whatever reading a table throws */
  of(endgame: string): Promise<OutcomeCodes> {
    let read = this.#read.get(endgame);
    if (read === undefined) this.#read.set(endgame, (read = this.#readWhole(endgame)));
    return read;
  }

  /** Bytes of memory that reading a table whole takes, with all that its captures lead to, beside what was read before. */
  async bytesFor({ header }: Table): Promise<number> {
    let bytes = bytesOf(header);
    if (!leavesCapturesOut(header.info.rules)) return bytes;
    for (const name of namesAfterCaptures(header.info.endgame)) {
      if (!this.#read.has(name)) bytes += bytesOf((await this.#open(name)).header);
    }
    return bytes;
  }

  /** Forgets what was read if it is much. To be called between tables. */
  forgetMuch(): void {
    if (this.#bytes <= MOST_KEPT) return;
    this.#read.clear();
    this.#bytes = 0;
  }

  /** @throws DamagedTableError where a capture decides what the table has no outcome for */
  async ofTable(table: Table): Promise<OutcomeCodes> {
    const { header } = table;
    const { lists, info } = header;
    const [red, black] = [await table.readCells("red"), await table.readCells("black")];
    const outcomes: OutcomeCodes = { header, lists, red, black };
    if (info.outcomes === undefined || !leavesCapturesOut(info.rules)) return outcomes;
    const codesOf = { red: new Map<number, number>(), black: new Map<number, number>() };
    for (const turn of COLOURS) lists[turn].forEach((value, code) => codesOf[turn].set(value, code));
    await this.visitCaptures(table, outcomes, (turn, cell, best) => {
      const codes = outcomes[turn];
      if (compareValues(best, lists[turn][codes[cell]!]!) <= 0) return;
      const code = codesOf[turn].get(best);
      if (code === undefined) throw new DamagedTableError(table.file, "a capture gives what is not in the list");
      codes[cell] = code;
    });
    return outcomes;
  }

  /** The tables of all that one capture from an endgame leads to, read. */
  async inputsOf(endgame: string): Promise<Map<string, OutcomeCodes>> {
    const inputs = new Map<string, OutcomeCodes>();
    for (const name of namesAfterCaptures(endgame)) inputs.set(name, await this.of(name));
    return inputs;
  }

  /** Tells what the best captures of a table's positions give. */
  async visitCaptures(
    { index, header }: Table,
    own: DecodedTable,
    tell: (turn: Colour, cell: number, best: number) => void,
  ): Promise<void> {
    const walk = new CaptureWalk(own, await this.inputsOf(header.info.endgame), index);
    for (let from = 0; from < index.blocks.length; from += AT_ONCE) {
      walk.walk(from, Math.min(from + AT_ONCE, index.blocks.length), tell);
      await this.#provider.pause?.();
    }
  }

  async #readWhole(endgame: string): Promise<OutcomeCodes> {
    try {
      const read = await this.ofTable(await this.#open(endgame));
      this.#bytes += read.red.byteLength + read.black.byteLength;
      return read;
    } catch (error) {
      this.#read.delete(endgame); // it may be there the next time
      throw error;
    }
  }

  async #open(endgame: string): Promise<Table> {
    const names = [endgame + OUTCOMES_PART, endgame];
    for (const name of this.#prefersValues ? names.reverse() : names) {
      const table = await this.#provider.open(name);
      if (table !== null) return table;
    }
    throw new MissingTableError(endgame, this.#provider);
  }
}

function namesAfterCaptures(endgame: string): Set<string> {
  return new Set(conversions(parseEndgame(endgame)).map((each) => canonicalEndgame(each.endgame).endgame.name));
}

/** Of the codes of both sides. */
const bytesOf = (header: TableHeader): number => 2 * bytesOfCode(header) * header.cells;

/** Whether outcome tables of these rules hold what needs no capture alone: what depends on a reading has no one order that captures could be compared by. */
export function leavesCapturesOut(rules: string): boolean {
  return rules !== "chinese";
}

/** The sum over outcomes (docs/guides/atlas.md) of what was read. */
export function sumOf({ header, ...sides }: OutcomeCodes, newHash: NewHash): string {
  const sum = outcomeSum(header.info, header.cells, newHash);
  const outcomes = new Uint8Array(header.cells);
  for (const turn of COLOURS) {
    const codes = sides[turn];
    const numbers = outcomeNumbers(sides.lists[turn]);
    for (let cell = 0; cell < outcomes.length; cell++) outcomes[cell] = numbers[codes[cell]!]!;
    sum.update(outcomes);
  }
  return sum.digest();
}

/**
 * Proves a table of outcomes by what it states and by what is known: its sum over outcomes, computed anew.
 * @throws DamagedTableError where the two differ
 */
export async function checkOutcomes(table: Table, reader: OutcomeReader, newHash: NewHash): Promise<string> {
  const sum = sumOf(await reader.ofTable(table), newHash);
  const stated = table.header.info.outcomes?.sum;
  if (stated !== undefined && stated !== sum) {
    throw new DamagedTableError(table.file, `the sum over its outcomes is ${sum}, and it states ${stated}`);
  }
  return sum;
}
