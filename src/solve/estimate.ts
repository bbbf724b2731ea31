/** What solving an endgame takes, before anything is built, and whether it can be had. */
import type { Endgame } from "../endgame/endgame.ts";
import { checkAttackingMen } from "../endgame/attacking-men.ts";
import { countCells } from "../endgame/count.ts";
import { estimateSize, isArmed, type SizeEstimate } from "../endgame/estimate.ts";
import { formationClass } from "../endgame/formation.ts";
import { conversions, subEndgames } from "../endgame/graph.ts";
import { InputError } from "../xiangqi/errors.ts";
import { SQUARES } from "../xiangqi/squares.ts";
import { DIRECTION_SETS } from "./journal.ts";
import { LEVEL_SETS } from "./levels/cell-sets.ts";
import type { Metric, Rules } from "../table/header.ts";
import { arrayBytes, setBytes, VIEWS_BYTES, workBytes } from "./vector/arrays.ts";
import { MOST_BYTES } from "./vector/memory.ts";

/** Bytes of a cell pair on the tape, with attacking men on one side or on both: what is typical of large endgames. */
const TAPE_BYTES = { one: 0.4, both: 1.2 } as const;
/** Bytes of a cell pair in what an endgame is to those that capture into it: to conversion four bits, to mate two distances. */
const SUB_BYTES = { dtc: (4 * 16) / SQUARES, dtm: 2 } as const;
/** Endgames of so many cell pairs in which perpetuals are looked for mostly have more values than a byte's, and so larger codes. */
const WIDE_CELLS = 100e6;
/**
 * Bytes of a cell pair while its table is written: the codes of one side, and of the other as many as there is room for
 * (vector/sheet-window.ts); with codes of two bytes an eighth of it.
 */
const SHEET_BYTES = { narrow: { usual: 2, least: 1.0625 }, wide: { usual: 2.25, least: 2.125 } } as const;

export interface Estimate extends SizeEstimate {
  /** Bytes of memory that solving takes, sub-endgames and tape included. */
  readonly memoryBytes: number;
  /** Of the kernel's own memory, of which there is one for solving and one for writing: of the larger one. */
  readonly kernelBytes: number;
  /** Bytes of memory for all of it, solving and then writing, where memory is short. */
  readonly leastBytes: number;
  /** Bytes of memory that writing takes, beside the tape: codes of both sides. */
  readonly sheetBytes: number;
  /** Bytes of the tape: in memory from when solving begins until the table is written. */
  readonly tapeBytes: number;
  /** Bytes of disk that its work folder takes, if it has one. */
  readonly workBytes: number;
  /** Bytes of what is kept of it for endgames that capture into it. */
  readonly keptBytes: number;
}

/** Estimates the building of one endgame whose sub-endgames are built. */
export function estimateSolving(endgame: Endgame, rules: Rules = "asian", metric: Metric = "dtc"): Estimate {
  const { black } = endgame;
  const armed = isArmed(endgame) ? "both" : "one";
  const sets = rules === "none" || armed === "one" ? 0 : LEVEL_SETS + (rules === "chinese" ? 4 : 0);
  const size = estimateSize(endgame);
  const formations = formationClass(black.advisor, black.elephant).count;
  const extent = { blocks: size.cells / (formations * SQUARES), formations };
  const subs = conversions(endgame).map(({ endgame: sub }) => countCells(sub));
  const subCells = subs.reduce((sum, cells) => sum + cells, 0);
  const viewOf = SUB_BYTES[metric] / 2; // one side to move
  const viewBytes = Math.max(Math.max(0, ...subs) * viewOf, Math.min(subCells * viewOf, VIEWS_BYTES));
  // Views and sub-endgames go before the sets of levels come.
  const levelBytes = setBytes(sets, extent);
  const arrays = workBytes(extent, sets, metric) - levelBytes + 2 ** 20;
  const solvingBytes = arrays + Math.max(viewBytes, levelBytes);
  const tapeBytes = size.cells * TAPE_BYTES[armed];
  const memoryBytes = Math.max(
    arrays + viewBytes + subCells * SUB_BYTES[metric] + tapeBytes / 2,
    solvingBytes + tapeBytes,
  );
  const sheet = SHEET_BYTES[sets > 0 && size.cells >= WIDE_CELLS ? "wide" : "narrow"];
  const sheetBytes = size.cells * sheet.usual;
  const leastKernel = Math.max(solvingBytes, size.cells * sheet.least);
  return {
    ...size,
    kernelBytes: leastKernel,
    memoryBytes,
    leastBytes: Math.max(memoryBytes, leastKernel + tapeBytes),
    sheetBytes,
    tapeBytes,
    workBytes: tapeBytes + (armed === "both" ? 2 : 1) * DIRECTION_SETS.length * arrayBytes("bit vectors", extent),
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
const PAIRS_PER_SECOND = { bracket: [5e4, 1e6], perpetuals: [1e6, 5e6], none: [2.5e6, 10e6] } as const;
const SPEED_OF = { chinese: "bracket", asian: "perpetuals", none: "none" } as const;

/** Seconds that building takes on so many threads: at least, at most. */
export function secondsToBuild(
  endgames: readonly Endgame[],
  rules: Rules,
  threads: number,
): readonly [least: number, most: number] {
  let [least, most] = [0, 0];
  for (const endgame of endgames) {
    const pairs = countCells(endgame);
    const [slow, fast] = PAIRS_PER_SECOND[isArmed(endgame) ? SPEED_OF[rules] : "none"];
    least += pairs / (fast * threads);
    most += pairs / (slow * threads) + TABLE_SECONDS;
  }
  return [least, most];
}

/** What a table takes however small it is. */
const TABLE_SECONDS = 0.2;

/** Whether what a build has done of an endgame is worth to be put aside, rather than made again, when the process is ended. */
export function isWorthSaving(
  endgame: Endgame,
  { metric, rules }: { readonly metric: Metric; readonly rules: Rules },
  threads: number,
  worthSeconds = WORTH_SECONDS,
): boolean {
  const [least, most] = secondsToBuild([endgame], rules, threads);
  return metric === "dtc" && (least + most) / 2 >= worthSeconds;
}

const WORTH_SECONDS = 30;

/** What building several endgames takes, one after the other. */
export interface BuildMemory {
  /** Whether one is written while the next is solved; else, where memory is short, before it, and in the same memory. */
  readonly beside: boolean;
  /** Of outcomes that are kept for the endgames that need them. */
  readonly keptBytes: number;
  readonly bytes: number;
  /** What there is for an endgame's codes while it is written. */
  sheetBytes(estimate: Estimate): number;
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
  const needed = bytesBeside(estimates);
  if (needed <= limitBytes) {
    const keptBytes = Math.min(limitBytes - needed, mostKept(endgames, estimateOf));
    return { beside: true, keptBytes, bytes: needed + keptBytes, sheetBytes: (estimate) => estimate.sheetBytes };
  }
  const sheetBytes = (estimate: Estimate) => Math.min(estimate.sheetBytes, limitBytes - estimate.tapeBytes);
  const bytes = estimates.reduce(
    (most, estimate) => Math.max(most, estimate.leastBytes, estimate.tapeBytes + sheetBytes(estimate)),
    0,
  );
  return { beside: false, keptBytes: 0, bytes, sheetBytes };
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
export function checkFits(endgame: Endgame, rules: Rules, limitBytes: number, metric: Metric = "dtc"): Estimate {
  checkAttackingMen(endgame.name);
  const estimate = estimateSolving(endgame, rules, metric);
  const { leastBytes, kernelBytes } = estimate;
  const name = metric === "dtc" ? endgame.name : `${endgame.name} to mate, which takes far more than to conversion,`;
  checkBytes(name, leastBytes, limitBytes);
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
