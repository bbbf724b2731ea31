/** Runs the proof of the levels, stopping now and then to let others do something. */
import { setImmediate } from "node:timers/promises";
import type { TableHeader } from "../../table/format/header.ts";
import { DRAW, orderOf } from "../../table/value.ts";
import { BracketProof } from "../chinese/bracket-proof.ts";
import type { ProofTables } from "../planes.ts";
import type { ProofProblem } from "../report.ts";
import type { Stored } from "../asian/position-graph.ts";
import { UNDECIDED } from "../asian/positions.ts";
import { proveLevels, type LevelProof } from "../asian/prove-levels.ts";
import { ruleOptionsOf } from "../stated.ts";
import type { ProofTally } from "../plain/tally.ts";
import type { KernelProof, KernelProofRequest } from "./kernel-proof.ts";
import type { TeamOptions } from "./team.ts";

/** Of the graph of suspects and what follows men through it, at its largest: 1.9 GB for the 4.6 million of KRNKR. */
const BYTES_PER_SUSPECT = 400;

/**
 * Null where there are no perpetual rules.
 * @param checking the patterns of checks, where the kernel has found them; null: they are among the suspects
 * @param checkRoom told how many bytes are to be taken beside what the process has; throws where there is no room
 * @throws `signal.reason` when aborted
 */
export async function checkLevels(
  table: Stored,
  { info, values }: TableHeader,
  tally: ProofTally,
  checking: KernelProof["checking"],
  { signal, onProgress, checkRoom }: Omit<TeamOptions, "threads"> & Pick<KernelProofRequest, "checkRoom">,
): Promise<LevelProof | null> {
  const options = ruleOptionsOf(info);
  if (options === null) return null;
  const { suspects, seeds } = tally;
  checkRoom(suspects.keys.length * BYTES_PER_SUSPECT);
  const occurs = (code: number) => tally.red.halves[code]! + tally.black.halves[code]! > 0;
  const orders = values.map((value, code) => (value !== DRAW && occurs(code) ? orderOf(value) : 0));
  const lastOrder = orders.reduce((highest, order) => Math.max(highest, order), 0);
  onProgress(0);
  const found = { suspects, seeds, lastOrder };
  if (checking === null) return finish(proveLevels(table, info, options, found), onProgress, signal);
  const checked = (level: number) => checking.levels[level === UNDECIDED ? lastOrder : level - 1]!;
  const proof = await finish(proveLevels(table, info, options, { ...found, checked }), onProgress, signal);
  const { perpetuals } = proof;
  return {
    ...proof,
    perpetuals: { ...perpetuals, suspects: checking.suspects },
  };
}

/** What is wrong with the bracket of a table under the Chinese rules. @throws `signal.reason` when aborted */
export async function checkBracket(
  tables: ProofTables,
  { info }: TableHeader,
  { seeds, holdings }: ProofTally,
  { signal, onProgress }: Pick<TeamOptions, "signal" | "onProgress">,
): Promise<ProofProblem[]> {
  const proof = new BracketProof(tables, info);
  const run = proof.run(seeds, holdings);
  for (;;) {
    const step = run.next();
    onProgress(proof.done);
    if (step.done) return step.value;
    await setImmediate();
    signal?.throwIfAborted();
  }
}

async function finish(
  proof: Generator<number, LevelProof>,
  onProgress: (done: number) => void,
  signal: AbortSignal | undefined,
): Promise<LevelProof> {
  for (;;) {
    const step = proof.next();
    onProgress(step.done ? 1 : step.value);
    if (step.done) return step.value;
    await setImmediate();
    signal?.throwIfAborted();
  }
}
