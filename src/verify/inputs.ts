/** The sub-endgames' tables that a proof rests on: that they are sound, and those the table was built from. */
import { parseEndgame } from "../endgame/endgame.ts";
import { entries } from "../endgame/graph.ts";
import { type TableProvider, checkPlace, openOrMissing } from "../table/catalog/catalog.ts";
import { DamagedTableError } from "../table/format/errors.ts";
import type { InputTable, TableHeader, TableInfo } from "../table/format/header.ts";
import type { Table } from "../table/read/table.ts";
import { COLOURS, type Colour } from "../xiangqi/pieces.ts";
import type { ProofProblem } from "./report.ts";
import { findIndexProblem } from "./stated.ts";
import type { NewHash } from "../base/sha256.ts";

/** A sub-endgame and the sides to move that are read of it: who has lost a man there. */
export interface InputNeed {
  readonly name: string;
  readonly turns: ReadonlySet<Colour>;
}

/** What one capture can lead to. */
function inputsOf(endgame: string): InputNeed[] {
  return entries(parseEndgame(endgame)).map(({ endgame: { name }, turn }) => ({ name, turns: new Set([turn]) }));
}

export interface OpenInput extends InputNeed {
  readonly table: Table;
  /** Its content sum, where it is known. */
  readonly sum: string | null;
}

export interface CheckedInputs {
  /** Those that can be read. */
  readonly inputs: readonly OpenInput[];
  /** They are all there is to read. */
  readonly complete: boolean;
  readonly problems: readonly ProofProblem[];
}

/** The rule switches that a table and its input decide differently, in words; null when there are none. */
function switchedRules({ switches: ours }: TableInfo, { switches: theirs }: TableInfo): string | null {
  const names = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])].filter((key) => ours[key] !== theirs[key]);
  return names.length === 0 ? null : names.map((key) => `${key} = ${theirs[key]} instead of ${ours[key]}`).join(", ");
}

/** Whether a table is the one that was recorded: the same file, or another with the same values. */
function isSame(recorded: InputTable, { header }: Table, sum: string | null): boolean {
  return recorded.sha256 === header.sha256 || (sum !== null && recorded.sum === sum);
}

/**
 * Opens and checks all inputs of a table.
 * @param sumOf the content sum that was computed from a table's values; null where none was, or can be. Needed where the file is
 *   another than the one that is recorded, which may have the same values
 * @throws MissingTableError when there is no table to compare with
 */
export async function openInputs(
  header: TableHeader,
  provider: TableProvider,
  newHash: NewHash,
  sumOf: (table: Table, isNeeded: boolean) => Promise<string | null>,
): Promise<CheckedInputs> {
  const { info } = header;
  const inputs: OpenInput[] = [];
  const problems: ProofProblem[] = [];
  const needs = inputsOf(info.endgame);
  for (const need of needs) {
    const { name } = need;
    const problem = (message: string) => problems.push({ kind: "input", endgame: name, message });
    try {
      const table = await openOrMissing(provider, name);
      checkPlace(table, { ...info, orders: info.orderForm ?? undefined }, name);
      const damage = [...(await findDamage(table, newHash)), ...findIndexProblem(table.header)];
      for (const { message } of damage) problem(message);
      const recorded = info.inputs.filter((input) => input.name === name);
      const isOther = recorded.length === 1 && recorded[0]!.sha256 !== table.header.sha256;
      const sum = damage.length > 0 ? null : await sumOf(table, isOther && recorded[0]!.sum !== undefined);
      if (damage.length === 0) inputs.push({ ...need, table, sum });
      const switched = switchedRules(info, table.header.info);
      if (switched !== null) problem(`${table.file} was built under other rules: ${switched}`);
      if (recorded.length !== 1) {
        problem(`the header names ${recorded.length} files of ${name} instead of the one it was built from`);
      } else if (!isSame(recorded[0]!, table, sum)) {
        problem(
          `${table.file} is not the file of ${name} that this table was built from: its SHA-256 differs, ` +
            (recorded[0]!.sum === undefined || sum === null
              ? "and not both content sums are known"
              : "its values, too"),
        );
      }
    } catch (error) {
      if (!(error instanceof DamagedTableError)) throw error;
      problem(error.message);
    }
  }
  for (const { name } of info.inputs) {
    if (needs.some((need) => need.name === name)) continue;
    problems.push({ kind: "input", endgame: name, message: `no capture leads to ${name}, which the header names` });
  }
  return { inputs, complete: inputs.length === needs.length, problems };
}

/* Finds what is damaged in a file: all blocks, not only the first that a reader trips over. */

/** More are only counted. */
const NAMED_BLOCKS = 20;

/** Compares every checksum of a file. Empty: it is what its writer wrote. */
export async function findDamage(table: Table, newHash: NewHash): Promise<ProofProblem[]> {
  const whole = await damageIn(() => table.verifyChecksums(newHash));
  if (whole === null) return [];
  const blocks = await findDamagedBlocks(table);
  return blocks.length > 0 ? blocks : [damageProblem(whole)];
}

export function damageProblem({ message, block }: DamagedTableError): ProofProblem {
  return { kind: "damage", block, message };
}

async function findDamagedBlocks(table: Table): Promise<ProofProblem[]> {
  const { blocksPerSide } = table.header;
  const problems: ProofProblem[] = [];
  let unnamed = 0;
  for (const turn of COLOURS) {
    for (let block = 0; block < blocksPerSide; block++) {
      const damage = await damageIn(() => table.checkBlock(turn, block));
      if (damage === null) continue;
      // Without its page of the directory no block can be read: that is one problem, not thousands.
      if (damage.block === null) return [damageProblem(damage)];
      if (problems.length < NAMED_BLOCKS) problems.push(damageProblem(damage));
      else unnamed++;
    }
  }
  if (unnamed > 0) {
    problems.push({ kind: "damage", block: null, message: `${table.file}: ${unnamed} more blocks are damaged` });
  }
  return problems;
}

async function damageIn(reading: () => Promise<unknown>): Promise<DamagedTableError | null> {
  try {
    await reading();
    return null;
  } catch (error) {
    if (error instanceof DamagedTableError) return error;
    throw error;
  }
}
