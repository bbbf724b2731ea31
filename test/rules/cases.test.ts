import { describe, expect, test } from "vitest";
import { parseFen } from "../../src/xiangqi/fen.ts";
import { inCheck } from "../../src/xiangqi/attacks.ts";
import { toJudgementJson } from "../../src/say/judgement.ts";
import { DEFAULT_RULES } from "../../src/rules/asian/options.ts";
import type { RuleOptions } from "../../src/rules/asian/options.ts";
import { applyMove } from "../../src/xiangqi/moves.ts";
import { parseUci } from "../../src/xiangqi/notation/coordinates.ts";
import type { Case, EdgeCase } from "./cases.ts";
import { CASES, SWITCHES, isCycle, isEdge, judgeCase } from "./cases.ts";

/** What a case is about: check and chased squares of its last move, or its verdict. */
function outcome(one: Case, options: RuleOptions): unknown {
  const { moves, result } = toJudgementJson(judgeCase(one, options));
  expect(moves.every((move) => move.legal)).toBe(true);
  const { check, chases } = moves.at(-1)!;
  return isEdge(one) ? { check, chase: chases } : result;
}

function expectedOutcome(one: Case, variant: string): unknown {
  if (isEdge(one))
    return { check: one.expected.check, chase: [...(one.variants[variant] ?? one.expected.chase)].sort() };
  return one.variants[variant] ?? one.expected.result;
}

test("the project's own cases are there, and only constructed ones", () => {
  const own = CASES.filter((one) => one.provenance === "constructed");
  expect(own.length).toBeGreaterThanOrEqual(60);
});

describe.each(CASES.map((one) => [one.id, one] as const))("case %s", (_id, one) => {
  test("is judged as expected", () => {
    expect(outcome(one, DEFAULT_RULES)).toEqual(expectedOutcome(one, ""));
  });

  test.each(Object.entries(SWITCHES))("changes as expected when %s is on", (name, option) => {
    expect(outcome(one, { ...DEFAULT_RULES, [option]: true })).toEqual(expectedOutcome(one, name));
  });
});

test.each(CASES.filter(isEdge).map((one): [string, EdgeCase] => [one.id, one]))(
  "case %s by check alone",
  (_id, one) => {
    let position = parseFen(one.fen);
    for (const uci of one.moves.slice(0, -1)) position = applyMove(position, parseUci(position, uci));
    const after = applyMove(position, parseUci(position, one.moves.at(-1)!));
    expect(inCheck(after.board, after.turn)).toBe(one.expected.check);
  },
);

test("a chased man is named by where it stood when the repetition began", () => {
  const named = CASES.filter(isCycle).filter((one) => one.expected.perpetual_chase !== undefined);
  expect(named.length).toBeGreaterThan(0);
  for (const one of named) {
    const { verdict } = judgeCase(one);
    if (verdict?.kind !== "repetition") throw new Error(`${one.id} ends without a repetition`);
    const loser = verdict.result === "red-loss" ? "red" : "black";
    const names = verdict.conduct[loser].perpetuallyChased.map(({ man }) => `${man.role} ${man.square}`);
    expect([one.id, names]).toEqual(["CY04", ["horse 38"]]);
  }
});
