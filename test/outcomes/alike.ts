/** A table of outcomes beside the table of values that it was made of. */
import { createHash } from "node:crypto";
import { expect } from "vitest";
import { OutcomeReader, sumOf } from "../../src/outcomes/read.ts";
import { openOrMissing, type TableProvider } from "../../src/table/catalog/catalog.ts";
import { outcomeValue } from "../../src/table/value.ts";
import { COLOURS } from "../../src/xiangqi/pieces.ts";

/** No list has it. */
const NONE = -1;
const MOST_CODES = 2 ** 16;

/**
 * Fails unless every cell, captures looked at, is what the values say.
 * @param reader of the catalog; one for many tables reads each once
 * @returns the number of cells of both sides, and the sum over outcomes
 */
export async function expectAlike(
  catalog: TableProvider,
  name: string,
  reader = new OutcomeReader(catalog),
): Promise<{ cells: number; sum: string }> {
  const [read, values] = [await reader.of(name), await openOrMissing(catalog, name)];
  expect(read.header.info.outcomes, name).toBeDefined();
  let cells = 0;
  for (const turn of COLOURS) {
    const [told, own] = [new Int32Array(MOST_CODES).fill(NONE), new Int32Array(MOST_CODES).fill(NONE)];
    values.header.lists[turn].forEach((value, code) => (told[code] = outcomeValue(value)));
    read.lists[turn].forEach((value, code) => (own[code] = value));
    const codes = await values.readCells(turn);
    const differs = (code: number, cell: number) => told[code] !== own[read[turn][cell]!];
    expect(codes.findIndex(differs), `${name}, ${turn} to move`).toBe(-1);
    cells += codes.length;
  }
  const sum = sumOf(read, () => createHash("sha256"));
  expect(sum, name).toBe(read.header.info.outcomes!.sum);
  return { cells, sum };
}
