/** What building and proving cost: for plans, schedules and money. Measured (docs/reports/frontier.md, measured-rates.ts). */
import { attackingMen, type Endgame } from "../../../src/endgame/endgame.ts";

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
