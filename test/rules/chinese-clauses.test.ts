import { expect, test } from "vitest";
import { parseFen } from "../../src/xiangqi/fen.ts";
import { parseUci } from "../../src/xiangqi/notation/coordinates.ts";
import { labelMove } from "../../src/rules/chinese/label.ts";
import { ALL_CLAUSES, type Clauses } from "../../src/rules/chinese/edition.ts";
import { CLAUSE_CASES, type ClauseCase } from "./chinese-clauses.ts";

function labelOf({ fen, move }: ClauseCase, clauses: Clauses): string {
  const position = parseFen(fen);
  const { label, weak } = labelMove(position, parseUci(position, move), clauses);
  return weak ? `weak ${label}` : label;
}

test.each(CLAUSE_CASES.map((one) => [one.clause, one.what, one] as const))("%s: %s", (clause, _, one) => {
  expect(labelOf(one, ALL_CLAUSES)).toBe(one.with);
  expect(labelOf(one, { ...ALL_CLAUSES, [clause]: false })).toBe(one.without);
});

test("every clause has a case", () => {
  expect([...new Set(CLAUSE_CASES.map(({ clause }) => clause))].sort()).toEqual(Object.keys(ALL_CLAUSES).sort());
});
