/** Runs a whole table of the paper on 7x7 with 2 pieces and sets ours beside it. */
import { InputError } from "../../../src/base/errors.ts";
import { availableParallelism } from "node:os";
import { BACKWARD_TABLE, FORWARD_TABLE, type PaperRow } from "./paper.ts";
import { study, type StudyResult } from "./study.ts";
import type { GameSpec } from "./explicit.ts";

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
