/** Proving tables and telling how that goes on, for the commands that do. */
import type { Lock } from "../../base/node/locks.ts";
import { readSum, removeProof, stampAt, writeProof, writeSum } from "../../table/node/record-file.ts";
import { verifyEndgame } from "../../verify/node/verify.ts";
import { proofRecordOf, type VerifyProgress, type VerifyReport } from "../../verify/report.ts";
import { interruptible } from "./errors.ts";
import type { MemoryOptions, TableOptions } from "./options.ts";
import { formatLarge, formatSeconds } from "./output.ts";
import { ProgressLine } from "./progress.ts";
import { SharedProofs, type ProvenElsewhere } from "./shared-proofs.ts";
import { withTables } from "./tables.ts";

export interface ProveOptions extends TableOptions, MemoryOptions {
  readonly threads?: number;
  readonly plain?: true;
}

/**
 * Proves tables, and leaves a record beside each that passes.
 * @param version of the program
 * @param onReport told of each, in whatever order they are proven
 */
export async function proveTables(
  names: readonly string[],
  options: ProveOptions,
  version: string,
  onReport: (report: VerifyReport | ProvenElsewhere) => void,
): Promise<void> {
  const progress = new ProgressLine();
  const left = new Set(names);
  const shared = new SharedProofs(names, options.plain === true, progress);
  const finish = (report: VerifyReport | ProvenElsewhere): void => {
    progress.clear();
    left.delete(report.endgame);
    onReport(report);
  };
  await interruptible(
    (signal) =>
      withTables(options, async (provider) => {
        const prove = async (each: string, lock: Lock | null): Promise<void> => {
          const onProgress = (state: VerifyProgress): void => {
            progress.update(() => describe(state));
            lock?.tell({ phase: state.phase, ply: null, done: state.done });
          };
          const { threads, plain, memory: memoryBytes } = options;
          const onNote = (line: string): void => progress.note(`${each}: ${line}`);
          const request = { provider, threads, plain, memoryBytes, signal, onProgress, onNote };
          const stamp = await stampAt(provider.pathOf(each));
          provider.forget(each); // what is proven is the file that is there now
          const report = await verifyEndgame(each, request);
          await record(report, stamp, version, progress);
          finish(report);
        };
        while (left.size > 0) await shared.next([...left], provider, { prove, found: finish, signal });
      }),
    () => progress.note("stopping ..."),
  ).finally(() => progress.clear());
}

/** Leaves the records of a proof and of the content sum beside the table, where that can be written. */
async function record(
  report: VerifyReport,
  stamp: string | null,
  version: string,
  progress: ProgressLine,
): Promise<void> {
  const proof = proofRecordOf(report, new Date(), version);
  try {
    await keepSum(report, stamp, progress);
    await (proof === null ? removeProof(report.file) : writeProof(report.file, proof, stamp));
  } catch (error) {
    progress.note(`no record of the proof is kept: ${(error as Error).message}`);
  }
}

/** Beside a file whose header states none, as another program may have written it. */
async function keepSum(
  { endgame, file, sha256, sum, statesSum }: VerifyReport,
  stamp: string | null,
  progress: ProgressLine,
): Promise<void> {
  if (sha256 === null || sum === null || statesSum) return;
  const kept = (await readSum(file, { sha256, info: {} }))?.sum ?? sum;
  if (kept !== sum)
    progress.note(`${endgame}: another content sum was kept beside the table (${kept}); it is replaced`);
  await writeSum(file, { endgame, sha256, sum }, stamp);
}

function describe({ endgame, phase, done, cellsPerSecond, secondsLeft }: VerifyProgress): string {
  const parts = [endgame, phase, `${Math.floor(100 * done)} %`];
  if (cellsPerSecond !== null) parts.push(`${formatLarge(cellsPerSecond)} cells/s`);
  if (secondsLeft !== null) parts.push(`${formatSeconds(secondsLeft)} left`);
  return parts.join("  ");
}
