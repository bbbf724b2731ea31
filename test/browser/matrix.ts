/** Rows of tests in a browser: one is long where none is in `npm test`, and all others are of the matrix. */
import * as rowsOf from "../long.ts";

export const testEach = <const Row>(few: number, rows: readonly Row[]) => rowsOf.testEach(few, rows, few === 0 ? 1 : 0);

export const describeEach = <const Row>(few: number, rows: readonly Row[]) =>
  rowsOf.describeEach(few, rows, few === 0 ? 1 : 0);
