/** What the atlas keeps of a table's outcomes: their sum, and typical positions. */
import type { NewHash } from "../../base/sha256.ts";
import type { TypicalPositions } from "../../query/statistics.ts";
import type { Codes } from "../../table/format/header.ts";
import { NO_OUTCOME, outcomeNumber, outcomeSum } from "../../table/format/outcome-sum.ts";
import type { Table } from "../../table/read/table.ts";
import { COLOURS, type Colour } from "../../xiangqi/pieces.ts";
import { typicalPositions } from "./typical.ts";

export interface AtlasOutcomes {
  /** The sum over the outcomes of all legal positions: 32 hexadecimal digits. */
  readonly outcomeSum: string;
  /** For each side to move. */
  readonly typical: Readonly<Record<Colour, TypicalPositions>>;
}

/**
 * Reads all values. Memory: the codes of both sides, and a byte for each cell.
 * @param visit is handed the codes of each side, by cell, Red's first: those of its list, beyond it for cells that are no legal position
 */
export async function outcomesOf(
  table: Table,
  newHash: NewHash,
  visit: (turn: Colour, codes: Codes) => void = () => {},
): Promise<AtlasOutcomes> {
  const { header, index } = table;
  const sum = outcomeSum(header.info, header.cells, newHash);
  const typical: Partial<Record<Colour, TypicalPositions>> = {};
  const outcomes = new Uint8Array(header.cells);
  for (const turn of COLOURS) {
    const codes = await table.readCells(turn);
    visit(turn, codes);
    const list = header.lists[turn];
    const numbers = new Uint8Array(2 ** 16).fill(NO_OUTCOME);
    list.forEach((value, code) => (numbers[code] = outcomeNumber(value)));
    for (let cell = 0; cell < outcomes.length; cell++) outcomes[cell] = numbers[codes[cell]!]!;
    sum.update(outcomes);
    typical[turn] = typicalPositions(index, turn, { outcomes, valueOf: (cell) => list[codes[cell]!]! });
  }
  return { outcomeSum: sum.digest(), typical: typical as Record<Colour, TypicalPositions> };
}
