/** Finds what is damaged in a file: all blocks, not only the first that a reader trips over. */
import { DamagedTableError } from "../table/format/errors.ts";
import type { Table } from "../table/read/table.ts";
import { COLOURS } from "../xiangqi/pieces.ts";
import type { ProofProblem } from "./report.ts";
import type { NewHash } from "../base/sha256.ts";

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
