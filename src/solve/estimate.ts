/** What solving an endgame takes, before anything is built, and whether it can be had. */
import type { Endgame } from "../endgame/endgame.ts";
import { checkAttackingMen } from "../endgame/attacking-men.ts";
import { countCells } from "../endgame/count.ts";
import { estimateSize, isArmed, type SizeEstimate } from "../endgame/estimate.ts";
import { formationClass } from "../endgame/formation.ts";
import { conversions, subEndgames } from "../endgame/graph.ts";
import { InputError } from "../xiangqi/errors.ts";
import { SQUARES } from "../xiangqi/squares.ts";
import { LEVEL_SETS } from "./levels/cell-sets.ts";
import type { Metric } from "../table/header.ts";
import { VIEWS_BYTES, workBytes } from "./vector/arrays.ts";
import { MOST_BYTES } from "./vector/memory.ts";

/** Bytes of a cell pair on the tape, with attacking men on one side or on both: what is typical of large endgames. */
const TAPE_BYTES = { one: 0.4, both: 1.2 } as const;
/** Bytes of a cell pair in what an endgame is to those that capture into it: to conversion four bits, to mate two distances. */
const SUB_BYTES = { dtc: (4 * 16) / SQUARES, dtm: 2 } as const;
/** Endgames of so many cell pairs in which perpetuals are looked for mostly have more values than a byte's, and so larger codes. */
const WIDE_CELLS = 100e6;

export interface Estimate extends SizeEstimate {
  /** Bytes of memory that solving takes, sub-endgames and tape included. */
  readonly memoryBytes: number;
  /** Of the kernel's own memory, of which there is one for solving and one for writing: of the larger one. */
  readonly kernelBytes: number;
  /** Bytes of memory that writing takes, beside the tape: the codes of both sides. */
  readonly sheetBytes: number;
  /** Bytes of the tape: in memory from when solving begins until the table is written. */
  readonly tapeBytes: number;
  /** Bytes of what is kept of it for endgames that capture into it. */
  readonly keptBytes: number;
}

/** Estimates the building of one endgame whose sub-endgames are built. */
export function estimateSolving(endgame: Endgame, rules: "none" | "asian" = "asian", metric: Metric = "dtc"): Estimate {
  const { black } = endgame;
  const armed = isArmed(endgame);
  const levels = rules === "asian" && armed;
  const size = estimateSize(endgame);
  const formations = formationClass(black.advisor, black.elephant).count;
  const blocks = size.cells / (formations * SQUARES);
  const subs = conversions(endgame).map(({ endgame: sub }) => countCells(sub));
  const subCells = subs.reduce((sum, cells) => sum + cells, 0);
  const viewOf = SUB_BYTES[metric] / 2; // one side to move
  const viewBytes = Math.max(Math.max(0, ...subs) * viewOf, Math.min(subCells * viewOf, VIEWS_BYTES));
  const solvingBytes = workBytes({ blocks, formations }, levels ? LEVEL_SETS : 0, metric) + viewBytes + 2 ** 20;
  const tapeBytes = size.cells * TAPE_BYTES[armed ? "both" : "one"];
  const sheetBytes = size.cells * 2 * (levels && size.cells >= WIDE_CELLS ? 2 : 1);
  return {
    ...size,
    kernelBytes: Math.max(solvingBytes, sheetBytes),
    memoryBytes: solvingBytes + subCells * SUB_BYTES[metric] + tapeBytes,
    sheetBytes,
    tapeBytes,
    keptBytes: size.cells * SUB_BYTES[metric],
  };
}

/**
 * What a build takes beside its endgames, measured (docs/large-endgames.md): code, stacks and heaps of the program's threads, what they compress.
 * @param threads that solve, and as many that write; 0: all is done by the calling thread
 */
export function programBytes(threads: number): number {
  return PROGRAM_BYTES + THREAD_BYTES * 2 * threads;
}

const PROGRAM_BYTES = 120e6;
const THREAD_BYTES = 35e6;

/** Cell pairs that a thread builds in a second: at least, at most. Perpetuals take most of the time where there are any. */
const PAIRS_PER_SECOND = { perpetuals: [1e6, 5e6], none: [2.5e6, 10e6] } as const;

/** Seconds that building takes on so many threads: at least, at most. */
export function secondsToBuild(
  endgames: readonly Endgame[],
  rules: "none" | "asian",
  threads: number,
): readonly [least: number, most: number] {
  let [least, most] = [0, 0];
  for (const endgame of endgames) {
    const pairs = countCells(endgame);
    const [slow, fast] = PAIRS_PER_SECOND[rules === "asian" && isArmed(endgame) ? "perpetuals" : "none"];
    least += pairs / (fast * threads);
    most += pairs / (slow * threads) + TABLE_SECONDS;
  }
  return [least, most];
}

/** What a table takes however small it is. */
const TABLE_SECONDS = 0.2;

/** What building several endgames takes, one after the other. */
export interface BuildMemory {
  /** Whether one is written while the next is solved; else, where memory is short, before it. */
  readonly beside: boolean;
  /** Of outcomes that are kept for the endgames that need them. */
  readonly keptBytes: number;
  readonly bytes: number;
}

/**
 * Plans the memory of a build.
 * @param limitBytes memory that may be used
 */
export function planMemory(
  endgames: readonly Endgame[],
  estimateOf: (endgame: Endgame) => Estimate,
  limitBytes: number,
): BuildMemory {
  const estimates = endgames.map(estimateOf);
  const most = estimates.reduce((bytes, { memoryBytes, sheetBytes }) => Math.max(bytes, memoryBytes + sheetBytes), 0);
  const needed = bytesBeside(estimates);
  if (needed > limitBytes) return { beside: false, keptBytes: 0, bytes: most };
  const keptBytes = Math.min(limitBytes - needed, mostKept(endgames, estimateOf));
  return { beside: true, keptBytes, bytes: needed + keptBytes };
}

/** The most memory that is taken at a time where each endgame is written while the next is solved. Neither gives memory back. */
function bytesBeside(estimates: readonly Estimate[]): number {
  let [most, solving, sheet, written] = [0, 0, 0, 0];
  for (const { memoryBytes, sheetBytes, tapeBytes } of estimates) {
    solving = Math.max(solving, memoryBytes);
    most = Math.max(most, solving + sheet + written);
    sheet = Math.max(sheet, sheetBytes);
    written = tapeBytes;
  }
  return Math.max(most, solving + sheet);
}

/** The most bytes of outcomes that are kept at a time where there is room for all that are needed again. */
function mostKept(endgames: readonly Endgame[], estimateOf: (endgame: Endgame) => Estimate): number {
  const lastUse = new Map<string, number>();
  endgames.forEach((endgame, i) => subEndgames(endgame).forEach(({ name }) => lastUse.set(name, i)));
  const kept = new Map<string, number>();
  let most = 0;
  endgames.forEach((endgame, i) => {
    if ((lastUse.get(endgame.name) ?? -1) > i) kept.set(endgame.name, estimateOf(endgame).keptBytes);
    most = Math.max(
      most,
      [...kept.values()].reduce((sum, bytes) => sum + bytes, 0),
    );
    for (const { name } of subEndgames(endgame)) if (lastUse.get(name) === i) kept.delete(name);
  });
  return most;
}

/**
 * Says at once when an endgame cannot be built.
 * @param limitBytes memory that may be used
 * @throws InputError `too-many-attacking-men` or `does-not-fit`
 */
export function checkFits(
  endgame: Endgame,
  rules: "none" | "asian",
  limitBytes: number,
  metric: Metric = "dtc",
): Estimate {
  checkAttackingMen(endgame.name);
  const estimate = estimateSolving(endgame, rules, metric);
  const { memoryBytes, kernelBytes } = estimate;
  const name = metric === "dtc" ? endgame.name : `${endgame.name} to mate, which takes far more than to conversion,`;
  checkBytes(name, memoryBytes, limitBytes);
  checkBytes(name, kernelBytes, MOST_BYTES);
  return estimate;
}

function checkBytes(name: string, needed: number, most: number): void {
  if (needed <= most) return;
  const gib = (bytes: number) =>
    bytes < 2 ** 30 / 10 ? `${Math.round(bytes / 2 ** 20)} MiB` : `${(bytes / 2 ** 30).toFixed(1)} GiB`;
  throw new InputError(
    "does-not-fit",
    `building ${name} takes about ${gib(needed)} of memory, more than the ${gib(most)} there are`,
  );
}
