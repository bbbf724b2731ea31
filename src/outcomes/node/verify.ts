/** Proves tables of outcomes: by their sums, computed anew, and what is known of them. What is not proven itself proves nothing. */
import { createHash } from "node:crypto";
import { InputError } from "../../base/errors.ts";
import { checkMemory } from "../../base/node/memory.ts";
import { MissingTableError } from "../../table/format/errors.ts";
import { OUTCOMES_PART } from "../../table/format/header.ts";
import type { FolderCatalog } from "../../table/node/folder-catalog.ts";
import type { Table } from "../../table/read/table.ts";
import { readProof } from "../../table/node/record-file.ts";
import { checkOutcomes, OutcomeReader, sumOf } from "../read.ts";

const newHash = () => createHash("sha256");

/** What came of one table. */
export interface OutcomesReport {
  readonly endgame: string;
  /** Over all outcomes, captures looked at; null: it could not be computed. */
  readonly sum: string | null;
  /** What it was compared with: a sum that came with the program, or the proven table of values beside it; null: with what it states alone. */
  readonly by: "atlas" | "values" | null;
  readonly proven: boolean;
  /** One plain line; null where it is proven. */
  readonly problem: string | null;
}

/**
 * @param known the sum over outcomes of an endgame, where it is known
 * @param reader of the catalog: with one for many tables, what their captures lead to is read once
 */
export async function verifyOutcomes(
  endgame: string,
  catalog: FolderCatalog,
  known: (endgame: string) => Promise<string | null>,
  reader = new OutcomeReader(catalog),
): Promise<OutcomesReport> {
  reader.forgetMuch();
  try {
    const table = await catalog.open(endgame + OUTCOMES_PART);
    if (table === null) throw new MissingTableError(endgame + OUTCOMES_PART, catalog);
    await table.verifyChecksums(newHash);
    checkMemory(`reading the outcomes of ${endgame}`, await reader.bytesFor(table));
    const sum = await checkOutcomes(table, reader, newHash);
    const listed = await known(endgame);
    const values = listed === null ? await catalog.open(endgame) : null;
    const of = values === null ? listed : await sumOfProven(values, catalog.pathOf(endgame), reader);
    if (of === null) {
      return { endgame, sum, by: null, proven: false, problem: nothingToCompare(endgame, values !== null) };
    }
    const [by, wanted] =
      listed === null ? (["values", "the table of values has"] as const) : (["atlas", "the atlas has"] as const);
    const proven = of === sum;
    const problem = proven ? null : `the sum over its outcomes is ${sum}, and ${wanted} ${of}`;
    return { endgame, sum, by, proven, problem };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { endgame, sum: null, by: null, proven: false, problem: error.message };
  }
}

/** Of a table of values; null where it is not proven. */
async function sumOfProven(values: Table, path: string, reader: OutcomeReader): Promise<string | null> {
  const proof = await readProof(path, values.header);
  if (proof === null || proof.stated !== undefined) return null;
  return proof.outcomeSum ?? sumOf(await reader.ofTable(values), newHash);
}

function nothingToCompare(endgame: string, isThere: boolean): string {
  const lacks = isThere
    ? `the atlas does not have ${endgame}, and its table of values is not proven: canju verify ${endgame} proves that`
    : `neither the atlas nor a table of values has ${endgame}`;
  return `nothing is known to compare its sum with: ${lacks}`;
}
