/** What solving an endgame takes, before anything is built, and whether it can be had. */
import { type Endgame, checkAttackingMen } from "../../endgame/endgame.ts";
import { type SizeEstimate, countCells, estimateSize, isArmed } from "../../endgame/count.ts";
import { formationClass } from "../../endgame/formation.ts";
import { conversions, enteredSides, subEndgames } from "../../endgame/graph.ts";
import { outerMenOf } from "../../endgame/index.ts";
import { placementEntries } from "../../endgame/placement.ts";
import { sizesOfSlices } from "../../endgame/slice.ts";
import { checkBuildMemory } from "../../base/program-memory.ts";
import { SQUARES } from "../../xiangqi/squares.ts";
import { ROOM_SETS } from "../chinese/attack-patterns.ts";
import { DIRECTION_SETS } from "../journal.ts";
import { LEVEL_SETS, slotBytes } from "../levels/cell-sets.ts";
import type { Rules } from "../../table/format/header.ts";
import { arrayBytes, setBytes, tableBytes, VIEWS_BYTES, workBytes, type BlockShape } from "../host/arrays.ts";
import { jobSets } from "../host/jobs.ts";
import { MOST_BYTES } from "../host/memory.ts";
import type { Metric } from "../../table/value.ts";

/** Bytes of a cell pair on the tape, with attacking men on one side or on both: what is typical of large endgames. */
const TAPE_BYTES = { one: 0.4, both: 1.2 } as const;
/** Bytes of a cell with one side to move in what an endgame is to those that capture into it: to conversion two bits, to mate a distance. */
const SIDE_BYTES = { dtc: (2 * 16) / SQUARES, dtm: 1 } as const;
/** Sides that are in memory: to conversion the one that captures lead to, to mate both. */
const SIDES = { dtc: 1, dtm: 2 } as const;
/** Endgames of so many cell pairs in which perpetuals are looked for mostly have more values than a byte's, and so larger codes. */
const WIDE_CELLS = 100e6;
/**
 * Bytes of a cell pair while its table is written at ease: the codes of one side, and of the other as many as there is room for, with
 * codes of two bytes an eighth. With less memory both are made in windows (sheets/sheet-window.ts).
 */
const SHEET_BYTES = { narrow: { usual: 2, side: 1 }, wide: { usual: 2.25, side: 2 } } as const;
/** Of a tape: what is kept in memory (tape.ts), and of the rest where its extents are. */
const TAPE_MEMORY = { bytes: 2 ** 26, share: 0.04 } as const;
/** Windows that are small take long: what a sheet has at least, of the codes of one side, but no more than so many bytes. */
const LEAST_SHEET = { share: 0.25, bytes: 2 ** 30 } as const;

/**
 * Bytes of a cell pair beside the kernel under the Chinese rules: what a side could do by checks, what games begin from, which
 * positions are free or forced, and the graphs of patterns. Measured: 15 in KRNKR, 19 in KRCKR, of which a fifth depends, and 9 and
 * 11 in KCCKAABB and KNPKAABB, where one side has attacking men; nobody knows that before.
 */
const BRACKET_BYTES = { one: 10, both: 17 } as const;
/** Bytes of a cell pair for the positions that chases are looked for in, with slots of 4 bytes and of 8: measured 0.04 to 0.25, and 0.38 in KRCAKRC; nobody knows before. */
const CHASE_BYTES = { 4: 0.25, 8: 0.45 } as const;
/**
 * What the allocator keeps for itself where sub-endgames' tables are read: bytes for each cell of the largest of them, and the most, when its
 * arenas are full. Measured in KRPKRB, KRNKRB and KRNKRN.
 */
const HELD = { bytesOfCell: 8, most: 400e6 } as const;
/** The same where sets lie outside, as pieces of them come and go: bytes of a cell pair. Measured in KRNKRN, 850 MB in all. */
const PASSED_BYTES = 0.2;
/** What packing on its way does (node/shelf.ts). */
interface Packing {
  /** What is left of sets and of codes. */
  readonly sets: number;
  readonly codes: number;
  /** Bytes that it leaves with the allocator. */
  readonly heldBytes: number;
}

const UNPACKED: Packing = { sets: 1, codes: 1, heldBytes: 0 };
/** Measured in KRNKRB: 0.11 and 0.08 (docs/decisions/0028-packed-on-the-way.md); in KRCKR 110 to 160 MB. */
const PACKED: Packing = { sets: 0.15, codes: 0.15, heldBytes: 150e6 };
/** What sets take that lie packed in memory, pages that are filled in part included: measured 0.25 to 0.4 for all of an endgame. */
const PACKED_IN_MEMORY = 0.42;
/** What is left of the tape in a work folder: measured 0.35 to 0.58. */
const PACKED_TAPE = 0.6;

/** What solving an endgame and writing its table take. */
export interface Estimate extends SizeEstimate {
  /** Bytes of memory that solving takes at ease, sub-endgames and tape included. */
  readonly memoryBytes: number;
  /** Bytes of the kernel's memory with all sets in it, of these sets, and of one of them. */
  readonly solvingBytes: number;
  readonly setsBytes: number;
  readonly oneSetBytes: number;
  /** Of the kernel's own memory, in which an endgame is solved and then written where memory is short: at ease, and at least. */
  readonly kernelBytes: { readonly usual: number; readonly least: number };
  /** Bytes of memory beside the kernel's: the index, sub-endgames, and the tape. */
  readonly besideBytes: number;
  /** Bytes of memory for all of it, solving and then writing, where memory is short. */
  readonly leastBytes: number;
  /** Bytes of memory that writing takes at ease, beside the tape: codes of both sides. */
  readonly sheetBytes: number;
  /** Bytes of the codes of one side. */
  readonly sideBytes: number;
  /** Bytes of the tape, from when solving begins until the table is written, and those of them in memory. */
  readonly tapeBytes: number;
  readonly tapeMemory: number;
  /** Bytes of disk that its work folder takes, if it has one. */
  readonly workBytes: number;
  /** Bytes of what is kept of it for endgames that capture into it: where they ask for one side to move, and for both. */
  readonly keptBytes: readonly [one: number, both: number];
}

/** Estimates the building of one endgame whose sub-endgames are built. */
export function estimateSolving(
  endgame: Endgame,
  rules: Rules = "asian",
  metric: Metric = "dtc",
  inSlices = false,
): Estimate {
  const armed = isArmed(endgame) ? "both" : "one";
  const levelled = rules !== "none";
  const hasOrders = levelled && armed === "both"; // many; where only one side has attacking men there is hardly ever one
  const sets = levelled ? LEVEL_SETS + (rules === "chinese" ? ROOM_SETS : 0) : 0;
  const size = estimateSize(endgame);
  const whole = extentOf(endgame);
  const sizes = inSlices ? sizesOfSlices(endgame) : null;
  const extent = sizes === null ? whole : { ...whole, blocks: sizes.largest };
  const pairs = extent.blocks * extent.formations * SQUARES;
  const subs = conversions(endgame).map(({ endgame: sub }) => countCells(sub));
  const subCells = subs.reduce((sum, cells) => sum + cells, 0);
  const oneSide = subCells * SIDE_BYTES[metric];
  const subBytes = oneSide * SIDES[metric];
  const views = Math.max(0, ...conversions(endgame).map(({ endgame: sub }) => viewBytesOf(sub, metric)));
  // Slices have all views in memory from first to last, and of what their borders are the tapes.
  const allViews = conversions(endgame).reduce((sum, { endgame: sub }) => sum + 2 * viewBytesOf(sub, metric), 0);
  const borderBytes =
    sizes === null ? 0 : (sizes.largest - sizes.largestOwn) * whole.formations * SQUARES * TAPE_BYTES[armed];
  const viewBytes = sizes === null ? Math.max(views, Math.min(oneSide, VIEWS_BYTES)) : 0;
  // Views go before the sets of levels come. So do sub-endgames, but that memory is not given back at once.
  const levelBytes = setBytes(sets, extent);
  const entries = placementEntries(outerMenOf(endgame), endgame.from);
  const tables = tableBytes(whole, entries);
  const fixed = sizes === null ? 0 : allViews + borderBytes;
  const own = workBytes(extent, sets, metric) - levelBytes + tables + 2 ** 20 + fixed;
  const solvingBytes = own + Math.max(viewBytes, levelBytes);
  // With sets outside one is in a slot at a time; their flags stay.
  const oneSet = arrayBytes("bit vectors", extent);
  const all = jobSets(levelled) + sets;
  const leastSolving =
    sizes === null
      ? own - (jobSets(levelled) - 1) * oneSet + Math.max(viewBytes, levelBytes - sets * oneSet)
      : solvingBytes;
  const isAside = metric === "dtc" && rules !== "chinese";
  const tapeBytes = size.cells * TAPE_BYTES[armed];
  const tapeMemory = isAside ? Math.min(tapeBytes, TAPE_MEMORY.bytes + tapeBytes * TAPE_MEMORY.share) : tapeBytes;
  const bracketBytes = rules === "chinese" ? size.cells * BRACKET_BYTES[armed] : 0;
  const chaseBytes = rules === "asian" && hasOrders ? pairs * CHASE_BYTES[slotBytes(pairs)] : 0;
  const placementBytes = 2 * 4 * entries; // the host's, of solving and of writing; the kernel has another
  const besideBytes = INDEX_BYTES * whole.blocks + placementBytes + subBytes + tapeMemory + chaseBytes + bracketBytes;
  const sheet = SHEET_BYTES[hasOrders && size.cells >= WIDE_CELLS ? "wide" : "narrow"];
  const sheetBytes = Math.min(size.cells * sheet.usual + tables, MOST_BYTES);
  const sideBytes = size.cells * sheet.side;
  const leastSheet = Math.min(sideBytes * LEAST_SHEET.share, LEAST_SHEET.bytes) + tables + 2 ** 24;
  const usual = isAside ? Math.min(solvingBytes, MOST_BYTES) : solvingBytes;
  const least = Math.max(isAside ? Math.min(leastSolving + WINDOWS_BYTES, solvingBytes) : solvingBytes, leastSheet);
  return {
    ...size,
    memoryBytes: usual + besideBytes,
    solvingBytes,
    setsBytes: all * oneSet,
    oneSetBytes: oneSet,
    kernelBytes: { usual, least },
    besideBytes,
    leastBytes: least + besideBytes,
    sheetBytes,
    sideBytes,
    tapeBytes,
    tapeMemory,
    workBytes:
      PACKED_TAPE * tapeBytes +
      (sizes === null
        ? PACKED.sets * (levelled || armed === "both" ? 2 : 1) * DIRECTION_SETS.length * oneSet
        : PACKED_TAPE * tapeBytes),
    keptBytes: [size.cells * SIDE_BYTES[metric] * SIDES[metric], 2 * size.cells * SIDE_BYTES[metric]],
  };
}

/** Of an index for each stored block, 10 for each of all blocks, and one more where chases are looked for. */
const INDEX_BYTES = 40;
/** Of the windows of as many threads as there may be. */
const WINDOWS_BYTES = 2 ** 26;

function extentOf(endgame: Endgame): BlockShape {
  const formations = formationClass(endgame.black.advisor, endgame.black.elephant).count;
  return { blocks: countCells(endgame) / (formations * SQUARES), formations };
}

/** Of a view with its tables. */
function viewBytesOf(sub: Endgame, metric: Metric): number {
  return countCells(sub) * SIDE_BYTES[metric] + tableBytes(extentOf(sub), placementEntries(outerMenOf(sub), sub.from));
}

/** Cell pairs that a thread builds in a second: at least, at most. Perpetuals take most of the time where there are any. */
const PAIRS_PER_SECOND = { bracket: [5e4, 1e6], perpetuals: [1e6, 8e6], none: [2.5e6, 10e6] } as const;
const SPEED_OF = { chinese: "bracket", asian: "perpetuals", none: "none" } as const;
/** Cell pairs of which no kernel memory holds the sets of levels, and what a thread builds of these in a second at least. Measured: 0.83e6 in KRNKRN, 0.48e6 in KRCAKRC. */
const OUTSIDE = { pairs: 1.4e9, perSecond: 4e5 } as const;

/** Seconds that building takes on so many threads: at least, at most. */
export function secondsToBuild(
  endgames: readonly Endgame[],
  rules: Rules,
  threads: number,
): readonly [least: number, most: number] {
  let [least, most] = [0, 0];
  for (const endgame of endgames) {
    const pairs = countCells(endgame);
    const speed = isArmed(endgame) ? SPEED_OF[rules] : "none";
    const [slow, fast] = PAIRS_PER_SECOND[speed];
    const slowest = speed === "perpetuals" && pairs > OUTSIDE.pairs ? OUTSIDE.perSecond : slow;
    least += pairs / (fast * threads);
    most += pairs / (slowest * threads) + TABLE_SECONDS;
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
  /** Whether one is written while the next is solved; else before it, and in the same memory. */
  readonly beside: boolean;
  /** Of outcomes that are kept for the endgames that need them. */
  readonly keptBytes: number;
  /** What the kernel's memory may grow to: what it has no room for lies on the disk. */
  readonly kernelBytes: number;
  readonly bytes: number;
  /** What there is for an endgame's codes while it is written. */
  sheetBytes(estimate: Estimate): number;
  /** What there is in memory, beside the kernel's, for sets that this has no room for, of one endgame after the other. */
  readonly shelfBytes: number;
  /** What an endgame takes of the disk while it is built, beside its work folder: what there is no room for in memory. */
  asideBytes(estimate: Estimate): number;
}

/**
 * Plans the memory of a build on Node, which packs what lies on the disk: one endgame is written while the next is solved where there is a next one, and
 * room for that and for all their sets.
 * @param limitBytes memory that may be used
 */
export function planMemory(
  endgames: readonly Endgame[],
  estimateOf: (endgame: Endgame) => Estimate,
  limitBytes: number,
): BuildMemory {
  const estimates = endgames.map(estimateOf);
  const shelfBytes = mostOnShelves(estimates, MOST_BYTES);
  const needed = bytesBeside(estimates) + heldBytes(endgames) + shelfBytes;
  if (endgames.length > 1 && needed <= limitBytes) {
    const keptBytes = Math.min(limitBytes - needed, mostKept(endgames, estimateOf));
    const sheetBytes = (estimate: Estimate) => estimate.sheetBytes;
    const asideBytes = bytesAside(MOST_BYTES, sheetBytes, PACKED);
    const bytes = needed + keptBytes;
    return { beside: true, keptBytes, kernelBytes: MOST_BYTES, shelfBytes, bytes, sheetBytes, asideBytes };
  }
  const plan = planInTurn(endgames, estimateOf, limitBytes, PACKED);
  const left = Math.max(0, limitBytes - plan.bytes);
  const kernelBytes = Math.min(plan.kernelBytes + left, MOST_BYTES); // each thread takes half a megabyte, which estimates do not count
  const given = Math.min(left, mostOnShelves(estimates, kernelBytes));
  return { ...plan, kernelBytes, shelfBytes: given, bytes: plan.bytes + given };
}

/**
 * The most that sets of an endgame take that the kernel's memory has no room for. They are up to three more than those by their bytes: one more is in a
 * slot there, one is room for views that sets do not get before views are gone, and what is less than a set is no room for any.
 */
function mostOnShelves(estimates: readonly Estimate[], kernelBytes: number): number {
  const bytesOf = ({ solvingBytes, oneSetBytes }: Estimate): number =>
    solvingBytes <= kernelBytes ? 0 : (solvingBytes - kernelBytes + 3 * oneSetBytes) * PACKED_IN_MEMORY;
  return estimates.reduce((most, each) => Math.max(most, bytesOf(each)), 0);
}

/**
 * The memory of a build that writes each endgame before the next is solved, in the same memory.
 * @param packing default: nothing is packed
 */
export function planInTurn(
  endgames: readonly Endgame[],
  estimateOf: (endgame: Endgame) => Estimate,
  limitBytes: number,
  packing = UNPACKED,
): Omit<BuildMemory, "shelfBytes"> {
  const estimates = endgames.map(estimateOf);
  const most = (numbers: readonly number[]) => numbers.reduce((greatest, each) => Math.max(greatest, each), 0);
  const beside = most(estimates.map(({ besideBytes }) => besideBytes));
  const read = heldBytes(endgames);
  const roomForSets = Math.min(MOST_BYTES, limitBytes - beside - read);
  const passedBytes = ({ solvingBytes, cells }: Estimate) =>
    solvingBytes > roomForSets ? cells * PASSED_BYTES + packing.heldBytes : 0;
  const held = read + most(estimates.map(passedBytes));
  const least = most(estimates.map((estimate) => estimate.kernelBytes.least));
  const usual = most(estimates.map((estimate) => Math.max(estimate.kernelBytes.usual, estimate.sheetBytes)));
  const kernelBytes = Math.min(usual, MOST_BYTES, Math.max(least, limitBytes - beside - held));
  const needs = kernelBytes + beside;
  const bytes = Math.max(needs, Math.min(needs + held, limitBytes));
  const sheetBytes = (estimate: Estimate) => Math.min(estimate.sheetBytes, kernelBytes);
  const asideBytes = bytesAside(kernelBytes, sheetBytes, packing);
  return { beside: false, keptBytes: 0, kernelBytes, bytes, sheetBytes, asideBytes };
}

/** What lies on the disk while an endgame is built: the tape, and then its sets or after them the codes of a side. */
function bytesAside(
  kernelBytes: number,
  sheetBytes: BuildMemory["sheetBytes"],
  packing: Packing,
): BuildMemory["asideBytes"] {
  return (estimate) =>
    (estimate.tapeMemory < estimate.tapeBytes ? estimate.tapeBytes : 0) +
    Math.max(
      estimate.solvingBytes > kernelBytes ? estimate.setsBytes * packing.sets : 0,
      estimate.sideBytes > sheetBytes(estimate) ? estimate.sideBytes * packing.codes : 0,
    );
}

/** What reading the tables that are there leaves with the allocator. */
function heldBytes(endgames: readonly Endgame[]): number {
  const built = new Set(endgames.map(({ name }) => name));
  const read = endgames.flatMap(subEndgames).filter(({ name }) => !built.has(name));
  const cells = read.reduce((most, sub) => Math.max(most, countCells(sub)), 0);
  return Math.min(cells * HELD.bytesOfCell, HELD.most);
}

/** The most memory that is taken at a time where each endgame is written while the next is solved. Neither gives memory back. */
function bytesBeside(estimates: readonly Estimate[]): number {
  let [most, solving, sheet, written] = [0, 0, 0, 0];
  for (const { memoryBytes, sheetBytes, tapeMemory } of estimates) {
    solving = Math.max(solving, memoryBytes);
    most = Math.max(most, solving + sheet + written);
    sheet = Math.max(sheet, sheetBytes);
    written = tapeMemory;
  }
  return Math.max(most, solving + sheet);
}

/** The most bytes of outcomes that are kept at a time where there is room for all that are needed again. */
function mostKept(endgames: readonly Endgame[], estimateOf: (endgame: Endgame) => Estimate): number {
  const lastUse = new Map<string, number>();
  endgames.forEach((endgame, i) => subEndgames(endgame).forEach(({ name }) => lastUse.set(name, i)));
  const sides = enteredSides(endgames);
  const kept = new Map<string, number>();
  let most = 0;
  endgames.forEach((endgame, i) => {
    if ((lastUse.get(endgame.name) ?? -1) > i) {
      const [one, both] = estimateOf(endgame).keptBytes;
      kept.set(endgame.name, sides.get(endgame.name)!.size === 1 ? one : both);
    }
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
 * @param withoutDisk all that there is no room for in memory cannot be put aside
 * @param inSlices slice by slice (solve/slices)
 * @param program bytes that the program takes beside it; then `limitBytes` may be less than none
 * @throws InputError `too-many-attacking-men` or `does-not-fit`
 */
export function checkFits(
  endgame: Endgame,
  rules: Rules,
  limitBytes: number,
  metric: Metric = "dtc",
  withoutDisk = false,
  program = 0,
  inSlices = false,
): Estimate {
  checkAttackingMen(endgame.name);
  const estimate = estimateSolving(endgame, rules, metric, inSlices);
  const { leastBytes, kernelBytes, solvingBytes, sheetBytes, tapeBytes } = estimate;
  const whole = Math.max(solvingBytes, sheetBytes); // in the same memory
  const name = metric === "dtc" ? endgame.name : `${endgame.name} to mate, which takes far more than to conversion,`;
  checkBuildMemory(name, (withoutDisk ? whole + tapeBytes : leastBytes) + program, limitBytes + program, program > 0);
  checkBuildMemory(name, withoutDisk ? whole : kernelBytes.least, MOST_BYTES, false);
  return estimate;
}
