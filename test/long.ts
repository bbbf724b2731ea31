/** Tests that `npm run test:long` runs, or `npm run test:matrix`, and `npm test` does not. */
import { describe, test, type TestOptions } from "vitest";

/** Of a test, or of all in a `describe`. */
export const LONG: TestOptions = { tags: ["long"] };

/** Of rows that differ from long ones in language or screen alone. */
const MATRIX: TestOptions = { tags: ["matrix"] };

/** The same where it can run; `test.runIf` would have it run in `npm test` too. */
export const longWhere = (isThere: boolean): TestOptions => (isThere ? LONG : { ...LONG, skip: true });

/**
 * `test.each` with rows of which the first few stand for all in `npm test`; the others are long.
 *
 * @param few the rows of `npm test`, which should differ as much as they can
 * @param long how many of the others are long; the rest is of the matrix
 */
export function testEach<const Row>(few: number, rows: readonly Row[], long = rows.length) {
  type Arguments = Row extends readonly unknown[] ? [...Row] : [Row];
  return (name: string, run: (...row: Arguments) => unknown, timeout?: number): void => {
    const each = run as (...row: unknown[]) => Promise<void>;
    const options = timeout === undefined ? {} : { timeout }; // else it is that of the `describe` around it
    test.each(rows.slice(0, few))(name, options, each);
    test.each(rows.slice(few, few + long))(name, { ...LONG, ...options }, each);
    test.each(rows.slice(few + long))(name, { ...MATRIX, ...options }, each);
  };
}

/** `describe.each` in the same way. */
export function describeEach<const Row>(few: number, rows: readonly Row[], long = rows.length) {
  type Arguments = Row extends readonly unknown[] ? [...Row] : [Row];
  return (name: string, tests: (...row: Arguments) => void): void => {
    const each = tests as (...row: unknown[]) => void;
    describe.each(rows.slice(0, few))(name, each);
    describe.each(rows.slice(few, few + long))(name, LONG, each);
    describe.each(rows.slice(few + long))(name, MATRIX, each);
  };
}
