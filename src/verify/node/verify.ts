/**
 * Proves a finished table (Fang, section 5.4): every value against those of its successors, found with the plain move
 * generator, and under the Asian rules the seeds of every level against patterns computed anew. Shares nothing with
 * `solve` and `patterns` but the game, the index and the table format.
 *
 * What is checked: for each legal position of the table, with either side to move, the stored value equals the one that
 * `derive.ts` gives for the values of all its successors; those after a capture come from the sub-endgames' tables.
 *
 * Why a table that passes is exact under the rules `none`, given that its inputs are:
 * - Wins and losses. A stored win in d has a move to a stored loss in d - 1 (or, d = 1, a capture into a lost position);
 *   every move from a stored loss in d leads to a stored win in less than d, or is a capture into a won position. So
 *   distances fall strictly along the winner's play, whatever the loser does, and after at most d plies the opponent
 *   has no move or has lost a man in a position won by the inputs. This is induction on d: no value can rest on itself,
 *   so a ring of positions that vouch for one another cannot pass. As the least (the greatest) over all moves is taken,
 *   the distance itself is exact by the same induction.
 * - Draws. From a stored draw no move leads to a position lost for the opponent, and some move leads to a draw, stored
 *   or of the inputs. So the set of draws is closed: whoever is to move in it can stay in it, and neither side can be
 *   forced out. Play that stays in it for ever repeats a position, which under `none` is a draw.
 *
 * And under the rules `asian`:
 * - Order 0 as above, since the same induction starts from positions without a move and from captures.
 * - Order r > 0, given that all lower orders are exact. What is of no lower order is then exactly what Algorithm 8 has
 *   undecided at level r. Its patterns are computed on these positions (`perpetuals`), and their losses must be the
 *   stored values (r,0), neither more nor less (of the form `chessdb`: those that can recur, `recurrence` in asian/levels.ts),
 *   and of the kind stated: checks wherever there is a pattern of checks. So the seeds are exact, and by induction on d,
 *   as above, so are the values (r,d) that rest on them. Without this comparison seeds could vouch for one another.
 * - Draws. After the last order no pattern is left, not even by the corrected Algorithm 5'. That neither side can force
 *   the other into a forbidden perpetual then, and the draws are closed as above, makes them draws of the infinite game
 *   (docs/rules.md: that is what a value means; a repetition judged at the board can only approximate it).
 *
 * And under the rules `chinese`, as chinese/bracket-proof.ts says: what is certain by the same induction, from seeds that are those
 * which patterns of their kind give, neither more nor less, with the loser's moves read narrowly and the winner's widely, and after it
 * what depends, by the default reading; what is possible is found again and must be what is said to depend; a position drawn
 * for certain holds whatever is called an attack.
 *
 * Every legal position has exactly one stored value, so these cover all of them. Two cells may hold one position
 * where identical men can each be the inner man: those that the index never gives are not checked and may hold anything.
 *
 * A proof takes its inputs' values for granted: a closure is proven when each of its tables is, with the files whose
 * SHA-256, or the values whose content sum, the table above records. What a move checks and chases it takes from `xiangqi/rules`.
 */
import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";
import { openOrMissing, type TableProvider } from "../../table/catalog/catalog.ts";
import { DamagedTableError } from "../../table/format/errors.ts";
import type { TableHeader } from "../../table/format/header.ts";
import { indexOfTable } from "../../table/format/index-parameters.ts";
import { COLOURS, type Colour } from "../../xiangqi/pieces.ts";
import { InputError } from "../../base/errors.ts";
import { VERSION } from "../../base/version.ts";
import { readSum } from "../../table/node/record-file.ts";
import { keyProblem, sealForNow } from "../../base/node/user-key.ts";
import type { Table } from "../../table/read/table.ts";
import { damageProblem, findDamage, openInputs } from "../inputs.ts";
import { explainMismatch } from "../report/explain.ts";
import { findIndexProblem, checkProvable, hasClasses } from "../stated.ts";
import { TablePlanes, type ProofTables } from "../planes.ts";
import type { Stored } from "../asian/position-graph.ts";
import { isWide, kernelCanProve } from "../host/proof-layout.ts";
import { StoredPlanes } from "../host/stored-planes.ts";
import type { ProofProblem, VerifyProgress, VerifyReport } from "../report.ts";
import { countSide, findHeaderProblems } from "../report/statistics.ts";
import { surveyOf, type ProofTally } from "../plain/tally.ts";
import { LegalCells } from "../walk.ts";
import { sumOfTable, sumsOfChecked } from "./content-sum.ts";
import {
  kernelSha256,
  proveByKernel,
  provePart,
  type KernelProof,
  type KernelProofRequest,
  type ProofStep,
} from "./kernel-proof.ts";
import { checkMemory, chunkCellsOf, kernelBytes, loadTables, proofBytes } from "./load.ts";
import { openPlane } from "./plane-files.ts";
import { PartFiles, writePart, type GivenPart, type ProofPart } from "./proof-parts.ts";
import { FolderWork, MemoryWork, type ProofWork } from "./proof-work.ts";
import { checkBracket, checkLevels } from "./levels-proof.ts";
import { runCheck, threadsFor } from "./team.ts";
import { makeWork } from "./work.ts";

/** How a table is proven. */
export interface VerifyOptions {
  /** Gives the tables of sub-endgames, and closes them. */
  readonly provider: TableProvider;
  /** Default: all cores. */
  readonly threads?: number;
  /** By the plain program, even where the proof kernel could: slow, and its oracle. */
  readonly plain?: boolean;
  /** Memory that the process may have in all; default: what it has and what is free now, less a tenth. */
  readonly memoryBytes?: number;
  /** Which proofs go on when they were interrupted. Default: all but short ones. */
  readonly resuming?: ResumingOptions;
  /** Parts that were done elsewhere, by whoever is believed: what they say is taken over. */
  readonly parts?: readonly GivenPart[];
  /** Who that is, where not only those who have done these parts. */
  readonly believed?: readonly string[] | undefined;
  /** Told in one line what is made of an unfinished proof. */
  readonly onNote?: (line: string) => void;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: VerifyProgress) => void;
}

export interface ResumingOptions {
  /** Those of tables with so many cells or more. */
  readonly cells: number;
  /** What was done is written so often. */
  readonly syncMilliseconds: number;
}

const RESUMING: ResumingOptions = { cells: 2 ** 24, syncMilliseconds: 15_000 };

const newHash = () => createHash("sha256");

/**
 * Proves the table of a canonical endgame. A file that cannot even be opened makes a report as well.
 * @throws MissingTableError, UnsupportedTableError, SourceError, what `verifyTable` throws
 */
export async function verifyEndgame(name: string, options: VerifyOptions): Promise<VerifyReport> {
  let table: Table;
  try {
    table = await openOrMissing(options.provider, name);
  } catch (error) {
    if (!(error instanceof DamagedTableError)) throw error;
    const { metric, rules } = options.provider;
    const subject = { endgame: name, metric, rules, file: error.file, sha256: null, statesSum: false };
    return { ...subject, ...NOTHING_CHECKED, problems: [damageProblem(error)] };
  }
  return verifyTable({ ...options, table });
}

/**
 * Proves a table, or says what is wrong with it. Memory: see `memoryBytes` of the report.
 * @throws MissingTableError for a sub-endgame without a table, InputError `unproven-rules` for what cannot be proven
 *   (rules.ts) and `not-enough-memory`, SourceError, `signal.reason` when aborted
 */
async function verifyTable(request: VerifyOptions & { readonly table: Table }): Promise<VerifyReport> {
  const started = performance.now();
  const { table, signal } = request;
  const { header, file } = table;
  const { endgame, metric, rules } = header.info;
  const report = reporter(request);
  const statesSum = header.info.contentSum !== undefined;
  const subject = { endgame, metric, rules, file, sha256: header.sha256, statesSum };
  const unchecked = (problems: readonly ProofProblem[]): VerifyReport => ({
    ...subject,
    ...NOTHING_CHECKED,
    problems,
    seconds: (performance.now() - started) / 1000,
  });

  const prepared = await prepare(request, report);
  if (!("proof" in prepared)) return unchecked(prepared.problems);
  const { proof, problems, by, memoryBytes, checkRoom } = prepared;
  const { inputs, threads } = proof;
  const { tally, sums, partsBy, differences, stored, decoded, checking, checkSeconds, isKept, close, remove } =
    by === "plain" ? await proveByPlain(proof) : await proveByKernelAlone(proof, checkRoom, request);
  const prove = async () => {
    const levels = await checkLevels(stored, header, tally, checking, {
      signal,
      checkRoom: (bytes) => checkRoom(bytes, isKept),
      onProgress: (done) => report("levels", by === "plain" ? done : 0.5 + done / 2),
    });
    const onProgress = (done: number): void => report("levels", done);
    const bracket = decoded === null ? [] : await checkBracket(decoded, header, tally, { signal, onProgress });
    const found = [
      ...problems,
      ...differences,
      ...valueProblems(tally),
      ...(levels?.problems ?? []),
      ...bracket,
      ...sumProblems(header, sums.sum),
      ...findHeaderProblems(header, await table.readHistogram(), tally, stored),
    ];
    return { found, perpetuals: levels?.perpetuals ?? null };
  };
  const { found, perpetuals } = await prove().finally(close);
  const tables = new Map([[endgame, table], ...inputs.map((input) => [input.name, input.table] as const)]);
  await remove();
  return {
    ...subject,
    ...sums,
    by,
    proven: found.length === 0,
    problems: found,
    checked: tally.checked,
    positions: positionsOf(header, tally),
    wrong: tally.wrong,
    counterexample: tally.first && (await explainMismatch(tally.first, table, tables)),
    perpetuals,
    survey: surveyOf(tally),
    partsBy,
    inputs: inputs.map((input) => {
      const { sha256 } = input.table.header;
      return { name: input.name, sha256, ...(input.sum !== null && { sum: input.sum }) };
    }),
    seconds: (performance.now() - started) / 1000,
    positionsPerSecond: tally.checked / checkSeconds,
    threads,
    memoryBytes,
  };
}

/**
 * Does one part of the proof of a canonical endgame, into a file. That proves nothing: `verifyEndgame` takes it over.
 * @throws InputError `not-proven` for a table that is damaged or rests on others, `no-parts` for one that is proven as a
 *   whole only; what `verifyEndgame` throws
 */
export async function verifyPart(name: string, part: ProofPart, path: string, options: VerifyOptions): Promise<void> {
  const table = await openOrMissing(options.provider, name);
  const request = { ...options, table };
  const prepared = await prepare(request, reporter(request));
  const [problem] = prepared.problems;
  if (problem !== undefined) throw new InputError("not-proven", `${name} is not proven: ${problem.message}`);
  if (!("proof" in prepared) || prepared.by === "plain") {
    throw new InputError("no-parts", `a proof of ${name} is not divided: prove it as a whole`);
  }
  const { proof, checkRoom } = prepared;
  const chunkCells = chunkCellsOf(table);
  const identity = await identityOf(proof, chunkCells);
  const parts = new PartFiles(options.parts ?? [], identity, options.believed);
  const work = await openWork(proof, { ...identity, part }, options);
  const roomLeft = (bytes: number) => checkRoom(bytes, work.isKept);
  await provePart({ ...proof, chunkCells, work, parts, checkRoom: roomLeft }, part, (own, found, restsOn) => {
    return writePart(path, identity, restsOn, own, found);
  });
  await work.remove();
}

/** Compares the bytes of a table and its inputs with what is stated of them, and finds out what the proof takes. */
async function prepare(
  request: VerifyOptions & { readonly table: Table },
  report: ReturnType<typeof reporter>,
): Promise<Prepared | { readonly problems: readonly ProofProblem[] }> {
  const { table, provider, signal } = request;
  const { header, file } = table;
  report("checksums", 0);
  const damage = [...(await findDamage(table, newHash)), ...findIndexProblem(header)];
  if (damage.length > 0) return { problems: damage };
  signal?.throwIfAborted();
  const sumOf = async (input: Table, isNeeded: boolean): Promise<string | null> => {
    const known = await readSum(input.file, input.header);
    if (known?.stated === false) return known.sum;
    if (!isNeeded) return null;
    return sumOfTable(input, newHash, { signal }).catch((error: unknown) => {
      if (error instanceof DamagedTableError) return null; // it contradicts itself
      throw error;
    });
  };
  const { inputs, problems, complete } = await openInputs(header, provider, newHash, sumOf);
  if (!complete) return { problems };
  checkProvable(header, file);
  const by = request.plain === true || hasClasses(header) || !kernelCanProve(header) ? "plain" : "kernel";
  const threads = threadsFor(by, header.cells, request.threads ?? availableParallelism());
  const proof = { table, index: indexOfTable(header, file), inputs, threads, signal, report };
  const memoryBytes = by === "plain" ? proofBytes(table, inputs) : kernelBytes(table, inputs, threads);
  const checkRoom = (bytes: number, isKept: boolean) =>
    checkMemory(header.info.endgame, bytes, { threads, limitBytes: request.memoryBytes, isKept });
  checkRoom(memoryBytes, false);
  return { problems, proof, by, memoryBytes, checkRoom };
}

/** A proof that can begin. */
interface Prepared {
  /** What is wrong with its inputs, nevertheless. */
  readonly problems: readonly ProofProblem[];
  readonly proof: Proof;
  readonly by: "plain" | "kernel";
  readonly memoryBytes: number;
  /** As `checkMemory`. */
  readonly checkRoom: (bytes: number, isKept: boolean) => void;
}

/** What either program finds. */
interface Found extends Pick<KernelProof, "tally" | "sums" | "partsBy" | "checking"> {
  /** What is wrong with the differences of the derived side. */
  readonly differences: readonly ProofProblem[];
  readonly stored: Stored;
  /** What the graph of a table whose moves have classes is made of. */
  readonly decoded: ProofTables | null;
  readonly checkSeconds: number;
  /** What was found outlives the process. */
  readonly isKept: boolean;
  /** To be called when nothing is asked of `stored` any more. */
  readonly close: () => void;
  /** Removes what was kept. */
  readonly remove: () => Promise<void>;
}

/** What is proven, by either program. */
type Proof = Pick<KernelProofRequest, "table" | "index" | "inputs" | "threads" | "signal" | "report">;

async function proveByPlain({ table, index, inputs, threads, signal, report }: Proof): Promise<Found> {
  const { header } = table;
  const legal = new LegalCells(header.cells);
  const tables = await loadTables(table, inputs, { signal, onProgress: (done) => report("load", done) });
  const checking = performance.now();
  report("values", 0);
  const work = makeWork(tables, legal, index.blocks.length, header.cells);
  const onProgress = (done: number) => report("values", done);
  const tally = await runCheck(work, header.cells, { threads, signal, onProgress });
  const checkSeconds = (performance.now() - checking) / 1000;
  const planes = new TablePlanes(tables.table);
  const side = (turn: Colour) => {
    const codes = planes[turn]!;
    const read = (first: number, count: number) => codes.subarray(first, first + count);
    return { read, list: header.values, illegal: (cell: number) => !legal.has(turn, cell) };
  };
  const sums = await sumsOfChecked(header, tally, side, { signal, onProgress: (done) => report("sums", done) });
  const stored: Stored = { index, valueAt: (turn, cell) => planes.valueAt(turn, cell) };
  const decoded = hasClasses(header) ? tables : null;
  const nothingKept = { isKept: false, close: () => undefined, remove: () => Promise.resolve() };
  return { tally, sums, partsBy: [], checking: null, differences: [], stored, decoded, checkSeconds, ...nothingKept };
}

async function proveByKernelAlone(
  proof: Proof,
  checkRoom: Prepared["checkRoom"],
  options: VerifyOptions,
): Promise<Found> {
  const { table, index } = proof;
  const started = performance.now();
  const chunkCells = chunkCellsOf(table);
  const identity = await identityOf(proof, chunkCells);
  const work = await openWork(proof, identity, options);
  const parts = new PartFiles(options.parts ?? [], identity, options.believed);
  const { isKept } = work;
  const roomLeft = (bytes: number) => checkRoom(bytes, isKept);
  const request = { ...proof, chunkCells, work, parts, checkRoom: roomLeft };
  const { unread, checks, ...found } = await proveByKernel(request);
  const checkSeconds = (performance.now() - started) / 1000;
  const differences = await findDifferenceProblems(unread, checks, table);
  const planes = { red: openPlane(work.planes.red), black: openPlane(work.planes.black) };
  const stored = new StoredPlanes(table.header, index, planes);
  const close = (): void => COLOURS.forEach((turn) => planes[turn].close());
  return { ...found, differences, stored, decoded: null, checkSeconds, isKept, close, remove: () => work.remove() };
}

/** What the work of a proof by the kernel belongs to. */
async function identityOf({ table, inputs }: Proof, chunkCells: number): Promise<object> {
  return {
    table: table.header.sha256,
    inputs: inputs.map((input) => input.table.header.sha256),
    version: VERSION,
    kernel: await kernelSha256(),
    chunkCells,
  };
}

/** Where a proof by the kernel keeps what it finds: in a folder, unless it is short or nothing can be written there. */
async function openWork(
  { table: { header, file } }: Proof,
  identity: object,
  { resuming = RESUMING, onNote = () => undefined }: VerifyOptions,
): Promise<ProofWork<ProofStep>> {
  const planeBytes = header.cells * (isWide(header) ? 2 : 1);
  if (header.cells < resuming.cells) return new MemoryWork(planeBytes);
  const problem = keyProblem();
  if (problem !== null) onNote(`${problem}: an interrupted proof will begin anew`);
  const sealing = { seal: sealForNow("proof"), isKept: problem === null };
  try {
    return await FolderWork.open({ path: file, identity, planeBytes, note: onNote, ...sealing, ...resuming });
  } catch (error) {
    if (!(error instanceof InputError && error.code === "cannot-write")) throw error;
    onNote(`${error.message}: an interrupted proof will begin anew`);
    return new MemoryWork(planeBytes);
  }
}

const NOTHING_CHECKED = {
  sum: null,
  outcomeSum: null,
  by: "kernel",
  proven: false,
  checked: 0,
  positions: null,
  wrong: 0,
  counterexample: null,
  perpetuals: null,
  survey: null,
  partsBy: [],
  inputs: [],
  seconds: 0,
  positionsPerSecond: 0,
  threads: 0,
  memoryBytes: 0,
} as const;

function sumProblems({ info: { contentSum: stated } }: TableHeader, found: string): ProofProblem[] {
  if (stated === undefined || stated === found) return [];
  const message = `the header states the content sum ${stated}, but that of the values is ${found}`;
  return [{ kind: "header", field: "contentSum", stated, found, message }];
}

/** What the kernel made of the derived side's differences, beside the checks that the file states for it. */
async function findDifferenceProblems(
  unread: number,
  checks: readonly number[],
  table: Table,
): Promise<ProofProblem[]> {
  if (table.header.derived === null) return [];
  const problem = (message: string): ProofProblem => ({
    kind: "damage",
    block: null,
    message: `${table.file}: ${message}`,
  });
  if (unread > 0) return [problem(`${unread} differences say values that are not in its list`)];
  const stated = await table.readChecks();
  const wrong = checks.findIndex((check, block) => check !== stated[block]);
  if (wrong < 0) return [];
  return [problem(`the values of ${table.header.derived}'s block ${wrong} are not those that were written`)];
}

function valueProblems({ wrong, checked }: ProofTally): ProofProblem[] {
  if (wrong === 0) return [];
  const number = (count: number) => count.toLocaleString("en");
  const message = `${number(wrong)} of ${number(checked)} values ${wrong === 1 ? "is" : "are"} wrong`;
  return [{ kind: "values", wrong, message }];
}

function positionsOf({ values }: TableHeader, tally: ProofTally): { red: number; black: number } {
  return { red: countSide(values, tally.red).positions, black: countSide(values, tally.black).positions };
}

/** Adds rate and time left to what the phases report: values and levels of one side come before those of the other. */
function reporter({ table, onProgress }: VerifyOptions & { readonly table: Table }) {
  let begun = performance.now();
  let seconds = 0;
  let before: number | null = null; // what an earlier run had done
  let last: VerifyProgress["phase"] | null = null;
  const { cells, info } = table.header;
  return (phase: VerifyProgress["phase"], done: number): void => {
    const now = performance.now();
    if (phase === "values" && last !== "values") begun = now;
    if (phase === "values") before ??= done;
    if (last === "values") {
      seconds += (now - begun) / 1000;
      begun = now;
    }
    last = phase;
    const rate = phase === "values" && seconds > 0 ? ((done - before!) * cells) / seconds : null;
    const left = rate === null || rate === 0 ? null : ((1 - done) * cells) / rate;
    onProgress?.({ endgame: info.endgame, phase, done, cellsPerSecond: rate, secondsLeft: left });
  };
}
