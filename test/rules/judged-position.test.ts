import { describe, expect, test } from "vitest";
import { InputError } from "../../src/base/errors.ts";
import { parseFen } from "../../src/xiangqi/fen.ts";
import { parseJudgedFen } from "../../src/rules/judging.ts";
import { DEFAULT_RULES, parseSwitches } from "../../src/rules/asian/options.ts";

describe("a position to be judged", () => {
  test.each([
    ["is a legal one", "3k5/9/9/9/9/1R7/9/9/5K3/2p6 w"],
    ["may have a soldier where none can come", "3k5/9/9/9/9/9/9/9/P8/5K3 w"],
    ["may have two soldiers on one file of their own half", "3k5/9/9/9/9/4P4/4P4/9/9/5K3 w"],
  ])("%s", (_, fen) => expect(parseJudgedFen(fen)).toEqual(parseFen(fen)));

  test.each([
    ["a king out of its palace", "3k5/9/9/9/9/9/9/9/K8/9 w", "unreachable-square", "can never stand on a1"],
    ["a missing king", "3k5/9/9/9/9/9/9/9/9/9 w", "no-king", "Red has no king"],
    ["kings that face each other", "4k4/9/9/9/9/9/9/9/9/4K4 w", "kings-facing", ""],
    [
      "a misplaced soldier and an elephant that is no better",
      "3k5/9/9/9/9/B8/9/9/P8/5K3 w",
      "unreachable-square",
      "a4",
    ],
  ])("has not %s", (_, fen, code, why) => {
    const parse = () => parseJudgedFen(fen);
    expect(parse).toThrow(InputError);
    expect(parse).toThrow(expect.objectContaining({ code }));
    expect(parse).toThrow("impossible position: ");
    expect(parse).toThrow(why);
  });
});

describe("switches of the rules", () => {
  test("are off but for those that are named", () => {
    expect(parseSwitches([])).toEqual(DEFAULT_RULES);
    expect(parseSwitches(["suspendedIsNew", "checksMayChase"])).toEqual({
      ...DEFAULT_RULES,
      suspendedIsNew: true,
      checksMayChase: true,
    });
  });

  test("are refused by a name that is none, with all names that there are", () => {
    const parse = () => parseSwitches(["checksMayChase", "toString"]);
    expect(parse).toThrow(expect.objectContaining({ code: "bad-switch" }));
    expect(parse).toThrow(
      '"toString" is no switch of the rules: there are checksMayChase, newnessPerAttacker, suspendedIsNew, minorsChaseProtected',
    );
  });
});
