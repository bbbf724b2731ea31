/** Runs a whole table of the paper on 7x7 with 2 pieces and sets ours beside it. */
import { InputError } from "../../../src/base/errors.ts";
import { availableParallelism } from "node:os";
import { type StudyResult, study } from "./study.ts";
import type { GameSpec } from "./explicit.ts";
import type { Parameters } from "./solution.ts";

export interface TableRow {
  readonly paper: PaperRow;
  readonly ours: StudyResult;
}

export const PAPER_BOARD: GameSpec = { kind: "chinese-checkers", size: 7, pieces: 2, symmetry: "none" };

/** The runs of table 4, 5 or 6: for 6, both solvers on one thread and on all. */
export const runTable = (table: number, told: (row: TableRow) => void): TableRow[] => {
  const rows = table === 4 ? FORWARD_TABLE : table === 5 ? BACKWARD_TABLE : [...FORWARD_TABLE, ...BACKWARD_TABLE];
  if (table < 4 || table > 6 || !Number.isInteger(table)) {
    throw new InputError("no-such-table", `The tables with measurements are 4, 5 and 6, not ${table}.`);
  }
  const threads = table === 6 ? [1, availableParallelism()] : [1];
  return rows.flatMap((paper) =>
    threads.map((count) => {
      const { solver, parameters } = paper;
      const ours = study(PAPER_BOARD, { solver, parameters, mode: "as-run", form: "packed", threads: count });
      told({ paper, ours });
      return { paper, ours };
    }),
  );
};

const yesNo = (value: boolean): string => (value ? "yes" : "no");
const number = (value: number | undefined): string => (value === undefined ? "?" : value.toLocaleString("en"));

export const TABLE_HEAD = [
  "solver, layered, direct, win-only, threads",
  "forward: paper",
  "ours",
  "backward: paper",
  "ours",
  "iterations: paper",
  "ours",
  "seconds: paper",
  "ours",
];

/** One line of cells under `TABLE_HEAD`. */
export const tableCells = ({ paper, ours }: TableRow): string[] => {
  const { layered, direct, winOnly } = paper.parameters;
  return [
    `${paper.solver}, ${[layered, direct, winOnly].map(yesNo).join(", ")}, ${ours.threads}`,
    number(paper.forwardExpansions),
    number(ours.forwardExpansions),
    number(paper.backwardExpansions),
    number(ours.backwardExpansions),
    number(paper.iterations),
    number(ours.iterations),
    ours.threads === 1 ? paper.seconds.toFixed(1) : `${paper.seconds8.toFixed(1)} (8)`,
    ours.seconds.toFixed(2),
  ];
};

/** Columns of equal width for a terminal. */
export const alignRows = (rows: readonly (readonly string[])[]): string => {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((cells) => cells[column]!.length)));
  return rows
    .map((cells) =>
      cells
        .map((cell, i) => cell.padEnd(widths[i]!))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
};

/* What the paper printed in its Tables 4, 5 and 6 (7x7, 2 pieces); the counts of Table 5 are missing in our copy. */

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
