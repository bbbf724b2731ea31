/** What the paper printed in its Tables 4, 5 and 6 (7x7, 2 pieces); the counts of Table 5 are missing in our copy. */
import type { Parameters } from "./solution.ts";

export interface PaperRow {
  readonly solver: "forward" | "backward";
  readonly parameters: Parameters;
  readonly forwardExpansions?: number;
  readonly backwardExpansions?: number;
  readonly iterations?: number;
  /** Seconds on 1 thread and on 8, on the authors' machine. */
  readonly seconds: number;
  readonly seconds8: number;
}

const row = (
  solver: "forward" | "backward",
  [layered, direct, winOnly]: readonly [boolean, boolean, boolean],
  counts: Pick<PaperRow, "forwardExpansions" | "backwardExpansions" | "iterations">,
  [seconds, seconds8]: readonly [number, number],
): PaperRow => ({ solver, parameters: { layered, direct, winOnly, noDup: true }, ...counts, seconds, seconds8 });

const counts = (forwardExpansions: number, backwardExpansions: number, iterations: number) => ({
  forwardExpansions,
  backwardExpansions,
  iterations,
});

export const FORWARD_TABLE: readonly PaperRow[] = [
  row("forward", [true, false, true], counts(67_248_898, 0, 37), [562.3, 125.4]),
  row("forward", [true, false, false], counts(38_293_120, 0, 37), [344.5, 72.9]),
  row("forward", [false, false, true], counts(55_444_443, 0, 29), [467.0, 93.7]),
  row("forward", [false, false, false], counts(27_112_140, 0, 29), [250.9, 45.7]),
  row("forward", [false, true, true], counts(32_592_724, 549_791, 17), [281.5, 64.3]),
  row("forward", [false, true, false], counts(14_017_955, 1_099_582, 17), [145.0, 31.4]),
];

export const BACKWARD_TABLE: readonly PaperRow[] = [
  row("backward", [false, false, true], {}, [50.8, 33.1]),
  row("backward", [false, false, false], {}, [67.0, 48.5]),
  row("backward", [false, true, true], {}, [48.6, 32.6]),
  row("backward", [false, true, false], {}, [61.9, 47.7]),
];
