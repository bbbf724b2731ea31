import { describe, expect, test } from "vitest";
import { studyCommand, type StudyFlags } from "../src/study-command.ts";

const run = (flags: StudyFlags, game = "chinese-checkers"): unknown =>
  JSON.parse(studyCommand(game, { ...flags, json: true }, () => {}));

describe("canju study", () => {
  test("prints the contract's fields as JSON", () => {
    expect(run({ size: "4", solver: "backward", direct: true })).toMatchObject({
      states: 21_840,
      forwardExpansions: 37_814,
      backwardExpansions: 21_840,
      iterations: 18,
      wins: 10_920,
      losses: 10_920,
      draws: 0,
      seconds: expect.any(Number),
    });
  });
  test("says what win-only cannot know", () => {
    expect(run({ size: "4", solver: "backward", winOnly: true })).toMatchObject({ losses: null, draws: null });
  });
  test("runs the printed pseudocode on request", () => {
    expect(run({ size: "4", solver: "backward", mode: "as-published" })).toMatchObject({
      wins: 10_920,
      iterations: 11,
    });
  });
  test("tells a sweep at a time", () => {
    const lines: string[] = [];
    studyCommand("chinese-checkers", { size: "3", pieces: "1" }, (line) => lines.push(line));
    expect(lines).toHaveLength(10);
  });

  test.each<[StudyFlags, RegExp]>([
    [{ size: "2", pieces: "2" }, /2x2 board has 4 cells/],
    [{ size: "9" }, /size must be 2 to 7/],
    [{ size: "seven" }, /whole number/],
    [{ solver: "sideways" }, /naive, forward, backward, hybrid/],
    [{ solver: "forward", layered: true, direct: true }, /layered and direct/],
    [{ solver: "hybrid", layered: true }, /hybrid/],
    [{ solver: "naive", direct: true }, /naive/],
    [{ solver: "backward", layered: true, mode: "as-published" }, /layer by layer/],
    [{ solver: "forward", dup: true }, /Only backward/],
    [{ threads: "0" }, /1 or more/],
    [{ threads: "100000" }, /threads at a time/],
    [{ threads: "1", form: "packed", dup: true }, /once/],
    [{ symmetry: "both" }, /mirror/],
    [{ symmetry: "colours", winOnly: true }, /win-only/],
    [{ pieces: "3", memory: "64" }, /needs about .* 64 MiB may be used/],
    [{ table: "3" }, /4, 5 and 6/],
  ])("refuses %j in one line", (flags, message) => {
    expect(() => run(flags)).toThrow(message);
  });
  test("knows only its own games", () => expect(() => run({}, "draughts")).toThrow(/draughts/));
});
