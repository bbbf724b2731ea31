/** Tables in the layout of the paper's Tables 1 to 3. */
import type { Tally } from "./evaluation.ts";
import { DATABASE, PAPER, PREDICTOR_ALONE, type Evaluation, type MethodResult } from "./held-out.ts";

const SHORT = ["U", "1", "2", "3", "4"];

/** Rows of cells, the first being the head. */
export type Rows = readonly (readonly string[])[];

/** Table 1: tolerant correct in percent by the lower bound of probabilities, of the predictor alone. */
export function plbRows({ plb }: Evaluation): Rows {
  return [
    ["PLB, %", ...plb.map((point) => String(Math.round(100 * point.plb)))],
    ["predictor alone, %", ...plb.map(({ alone }) => (100 * alone).toFixed(2))],
    ["with extension, %", ...plb.map(({ combined }) => (100 * combined).toFixed(2))],
  ];
}

/** Tables 2 and 3: inferred states downwards, exact ones across. U is UNKNOWN, 1 WIN to 4 HARD_WIN. */
export function confusionRows({ confusion }: Tally): Rows {
  const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
  const columns = SHORT.map((_, exact) => sum(confusion.map((row) => row[exact]!)));
  return [
    ["", ...SHORT, "Sum"],
    ...confusion.map((row, inferred) => [SHORT[inferred]!, ...row.map(String), String(sum(row))]),
    ["Sum", ...columns.map(String), String(sum(columns))],
  ];
}

/** The methods that a table of the paper has: 2 all stages, 3 the predictor alone. */
export function methodsOfTable(evaluation: Evaluation, table: 2 | 3): readonly MethodResult[] {
  const wanted = table === 2 ? [PAPER, DATABASE] : [PREDICTOR_ALONE, "reduction model alone"];
  return wanted.map((name) => evaluation.methods.find((method) => method.name === name)!);
}
