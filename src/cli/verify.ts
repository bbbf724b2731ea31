/** `canju verify`: proves tables. One that is damaged or wrong is told in a report, and ends with exit code 2. */
import type { Command } from "commander";
import { canonicalEndgame, parseEndgame } from "../endgame/endgame.ts";
import { closure } from "../endgame/graph.ts";
import type { Lock } from "../table/node/locks.ts";
import { readSum, removeProof, writeProof, writeSum } from "../table/node/record-file.ts";
import { formatReport } from "../verify/format-report.ts";
import { verifyEndgame } from "../verify/node/verify.ts";
import { proofRecordOf, type VerifyProgress, type VerifyReport } from "../verify/report.ts";
import { InputError } from "../xiangqi/errors.ts";
import { interruptible } from "./errors.ts";
import { addTableOptions, memoryOption, threadsOption, type MemoryOptions, type TableOptions } from "./options.ts";
import { formatLarge, formatSeconds, printJson, printLine } from "./output.ts";
import { Progress } from "./progress.ts";
import { formatElsewhere, SharedProofs, type ProvenElsewhere } from "./shared-proofs.ts";
import { verifySums } from "./sums.ts";
import { withTables } from "./tables.ts";

interface VerifyOptions extends TableOptions, MemoryOptions {
  readonly threads?: number;
  readonly closure?: true;
  readonly plain?: true;
  readonly sums?: true | string;
}

export function registerVerify(program: Command): void {
  const command = program
    .command("verify")
    .description("prove a table: every value against those of its successors, every level against its patterns")
    .argument("[endgame]", "such as KRKAABB");
  addTableOptions(command)
    .option("--closure", "prove all that captures lead to as well, which one proof takes for granted")
    .option("--plain", "walk over all positions by the plain move generator: slow, to check the fast proof against")
    .option("--sums [file]", "only compare all tables with the content sums of a file, or with those that Canju knows")
    .addOption(threadsOption())
    .addOption(memoryOption())
    .action((name: string | undefined, options: VerifyOptions) => {
      if (options.sums !== undefined && name === undefined) return verifySums(options, options.sums);
      if (options.sums !== undefined)
        throw new InputError("bad-command", "--sums compares all tables: name no endgame");
      if (name === undefined) throw new InputError("bad-command", "name an endgame to prove, such as KRKAABB");
      return verify(name, options, program.version()!);
    });
}

async function verify(name: string, options: VerifyOptions, version: string): Promise<void> {
  const asked = parseEndgame(name);
  const { endgame } = canonicalEndgame(asked);
  const names = options.closure ? closure([endgame]).map((each) => each.name) : [endgame.name];
  const progress = new Progress();
  const done = new Map<string, VerifyReport | ProvenElsewhere>();
  const shared = new SharedProofs(names, options.plain === true, progress);
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
          const report = await verifyEndgame(each, request);
          progress.clear();
          done.set(each, report);
          await record(report, version, progress);
          if (!options.json) printLine(formatReport(report));
        };
        const found = (proof: ProvenElsewhere): void => {
          progress.clear();
          done.set(proof.endgame, proof);
          if (!options.json) printLine(formatElsewhere(proof));
        };
        for (;;) {
          const left = names.filter((each) => !done.has(each));
          if (left.length === 0) return;
          await shared.next(left, provider, { prove, found, signal });
        }
      }),
    () => progress.note("stopping ..."),
  ).finally(() => progress.clear());
  const reports = names.map((each) => done.get(each)!);
  const wrong = reports.filter((report): report is VerifyReport => !report.proven);
  if (options.json)
    printJson(options.closure ? { endgame: asked.name, proven: wrong.length === 0, reports } : reports[0]);
  if (wrong.length > 0) throw new InputError("not-proven", summarize(wrong));
}

/** Leaves the records of a proof and of the content sum beside the table, where that can be written. */
async function record(report: VerifyReport, version: string, progress: Progress): Promise<void> {
  const proof = proofRecordOf(report, new Date(), version);
  try {
    await keepSum(report, progress);
    await (proof === null ? removeProof(report.file) : writeProof(report.file, proof));
  } catch (error) {
    progress.note(`no record of the proof is kept: ${(error as Error).message}`);
  }
}

/** Beside a file of version 1, whose header states none. */
async function keepSum({ endgame, file, sha256, sum, statesSum }: VerifyReport, progress: Progress): Promise<void> {
  if (sha256 === null || sum === null || statesSum) return;
  const kept = await readSum(file, { sha256, info: {} });
  if (kept === sum) return;
  if (kept !== null)
    progress.note(`${endgame}: another content sum was kept beside the table (${kept}); it is replaced`);
  await writeSum(file, { endgame, sha256, sum });
}

function summarize(wrong: readonly VerifyReport[]): string {
  const [{ endgame, problems }] = wrong as [VerifyReport];
  const others = wrong.length === 1 ? "" : `, nor are ${wrong.length - 1} others`;
  return `${endgame} is not proven${others}: ${problems[0]!.message}`;
}

function describe({ endgame, phase, done, cellsPerSecond, secondsLeft }: VerifyProgress): string {
  const parts = [endgame, phase, `${Math.floor(100 * done)} %`];
  if (cellsPerSecond !== null) parts.push(`${formatLarge(cellsPerSecond)} cells/s`);
  if (secondsLeft !== null) parts.push(`${formatSeconds(secondsLeft)} left`);
  return parts.join("  ");
}
