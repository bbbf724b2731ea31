/** What building and proving cost: for plans, schedules and money. Measured (docs/reports/frontier.md). */
import { type Endgame, attackingMen } from "../../../src/endgame/endgame.ts";
import { join } from "node:path";
import { writeWhole } from "../../../src/base/node/disk.ts";
import { openFiles } from "../../../src/base/node/open-files.ts";

export interface Rates {
  /** CPU microseconds a cell pair where both sides have attacking men, and perpetuals may decide. */
  readonly buildBoth: number;
  /** The same where one side has. */
  readonly buildOne: number;
  readonly proveBoth: number;
  readonly proveOne: number;
  /** Seconds of a job beside its cells. */
  readonly jobSeconds: number;
}

/** Of this program, on one core of an AMD EPYC: upper bounds, taken on a busy machine. */
export const RATES: Rates = { buildBoth: 0.4, buildOne: 0.1, proveBoth: 0.65, proveOne: 0.38, jobSeconds: 0.2 };

/** How much longer than the proof kernel the plain program takes, which proves what that does not take. */
export const PLAIN_PROOF_TIMES = 6;

export type Work = "build" | "prove";

/** The rate that the cells of an endgame are reckoned by. */
export function rateOf({ red, black }: Endgame, work: Work): keyof Rates {
  return `${work}${attackingMen(red).length > 0 && attackingMen(black).length > 0 ? "Both" : "One"}`;
}

/** CPU seconds of one task. */
export function cpuSeconds(endgame: Endgame, pairs: number, work: Work, rates: Rates): number {
  return (pairs * rates[rateOf(endgame, work)]) / 1e6;
}

/** How much faster so many threads are than one: measured up to 2, assumed beyond. */
export function speedUp(threads: number): number {
  return threads / (1 + 0.05 * (threads - 1));
}

/** Prices of the usual kind: a rented processor that may be taken away, and storage. */
export const DOLLARS_PER_CPU_HOUR = 0.015;
export const DOLLARS_PER_GB_MONTH = 0.023;

/*
 * What building and proving took on this machine, in `figures.json` of the folder that its workers keep copies in: plans and
 * schedules reckon with that, where enough was done.
 */

/** By rate: how much was done, and what it took. Cell pairs and CPU seconds; of `jobSeconds` jobs and seconds. */
type Figures = Partial<Record<keyof Rates, { readonly count: number; readonly seconds: number }>>;

/** Smaller tables take what every table takes, and tell nothing about cells. */
const LEAST_CELLS = 1e6;
/** Less tells nothing yet. */
const LEAST = { cells: 1e7, jobs: 10 };
/** Of the file. */
const MOST_BYTES = 65_536;

const pathIn = (folder: string): string => join(folder, "figures.json");

/** What one task took: `seconds` by the clock, `workSeconds` of them of building or proving. */
export interface Took {
  readonly cells: number;
  readonly cpuSeconds: number;
  readonly workSeconds: number;
  readonly seconds: number;
}

/** Adds what a task took. Of two workers that do so at once the figures of one may be lost. */
export async function noteFigures(folder: string, endgame: Endgame, work: Work, took: Took): Promise<void> {
  const figures = await read(folder);
  const added = { ...figures, jobSeconds: sum(figures.jobSeconds, 1, took.seconds - took.workSeconds) };
  const rate = rateOf(endgame, work);
  if (took.cells >= LEAST_CELLS) added[rate] = sum(figures[rate], took.cells, took.cpuSeconds);
  await writeWhole(pathIn(folder), `${JSON.stringify(added, null, 2)}\n`).catch(() => {}); // it is no more than a hint
}

export interface MeasuredRates {
  readonly rates: Rates;
  /** Those that were measured here; the others are this program's usual ones. */
  readonly measured: readonly (keyof Rates)[];
}

export async function readRates(folder: string): Promise<MeasuredRates> {
  const figures = await read(folder);
  const names = Object.keys(RATES) as (keyof Rates)[];
  const measured = names.filter((name) => {
    return (figures[name]?.count ?? 0) >= (name === "jobSeconds" ? LEAST.jobs : LEAST.cells);
  });
  const rates = measured.map((name) => {
    const { count, seconds } = figures[name]!;
    return [name, (name === "jobSeconds" ? 1 : 1e6) * (seconds / count)] as const;
  });
  return { rates: { ...RATES, ...Object.fromEntries(rates) }, measured };
}

const NOTHING = { count: 0, seconds: 0 };

function sum(before: Figures[keyof Rates] = NOTHING, count: number, seconds: number): Figures[keyof Rates] {
  return { count: before.count + count, seconds: before.seconds + seconds };
}

/** Nothing where there is no such file, or none that can be read. */
async function read(folder: string): Promise<Figures> {
  try {
    const found = JSON.parse((await openFiles.readSmall(pathIn(folder), MOST_BYTES)).toString()) as Figures;
    const sound = Object.entries(found).filter(([, each]) => each.count > 0 && each.seconds > 0);
    return Object.fromEntries(sound);
  } catch {
    return {};
  }
}
