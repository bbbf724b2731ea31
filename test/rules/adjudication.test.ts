import { describe, expect, test } from "vitest";
import { parseFen } from "../../src/xiangqi/fen.ts";
import { parseUci } from "../../src/xiangqi/notation/coordinates.ts";
import { mirrorPosition, swapColours } from "../../src/xiangqi/position.ts";
import { Adjudicator } from "../../src/rules/adjudicator.ts";
import { asianRules } from "../../src/rules/asian/asian-rules.ts";
import type { CycleCase } from "./cases.ts";
import { CASES, isCycle, judgeCase, movesOf } from "./cases.ts";
import type { Judgement } from "../../src/rules/asian/asian-rules.ts";
import { judgeMoves } from "../../src/rules/asian/asian-rules.ts";
import { toJudgementJson, type JudgementJson } from "../../src/say/judgement.ts";
import type { RepetitionVerdict } from "../../src/rules/asian/verdict.ts";
import { flipSquare, mirrorSquare, parseSquare, squareName, type Square } from "../../src/xiangqi/squares.ts";

function judge(fen: string, moves: string): Judgement {
  return judgeMoves(parseFen(fen), moves.split(" "));
}

function repeat(moves: string, times: number): string {
  return Array.from({ length: times }, () => moves).join(" ");
}

function repetition({ verdict }: Judgement): RepetitionVerdict {
  if (verdict?.kind !== "repetition") throw new Error("no repetition was judged");
  return verdict;
}

/** A chariot that chases a crossed soldier for ever. */
const CHASE = { fen: "3k5/9/9/9/9/1R7/9/9/5K3/2p6 w", cycle: "b4c4 c0b0 c4b4 b0c0" };
const IDLE = "f1f0 d9d8 f0f1 d8d9";
/** Each side answers check with check. */
const MUTUAL_CHECK = { fen: "3c5/4k4/9/9/4r4/3C5/9/3K5/4R4/9 w", cycle: "d4e4 e5d5 e4d4 d5e5" };

describe("adjudication", () => {
  test("falls at the third occurrence of a position and not before", () => {
    expect(judge(CHASE.fen, `${CHASE.cycle} b4c4 c0b0 c4b4`).verdict).toBeNull();
    const judgement = judge(CHASE.fen, repeat(CHASE.cycle, 3));
    expect(judgement.verdict?.result).toBe("red-loss");
    expect(judgement.verdictAfter).toBe(8);
  });

  test("counts positions with the side to move", () => {
    // The rook loses a move on the way: the board recurs with the other side to move.
    const fen = "3k5/9/9/9/9/9/9/9/9/R3K4 w";
    expect(judge(fen, "a0a1 d9d8 a1a2 d8d9 a2a0 d9d8 a0a1 d8d9 a1a0").verdict).toBeNull();
  });

  test("a capture starts the count anew", () => {
    const adjudicator = new Adjudicator(parseFen("3k5/9/9/9/9/pR7/9/9/5K3/2p6 w"), asianRules());
    const play = (moves: string): void => {
      for (const uci of moves.split(" ")) adjudicator.play(parseUci(adjudicator.position, uci));
    };
    play(CHASE.cycle);
    expect(adjudicator.occurrences).toBe(2);
    play("b4a4");
    expect(adjudicator.occurrences).toBe(1);
    play("c0b0 a4a3 b0c0 a3a4");
    expect(adjudicator.occurrences).toBe(2);
  });

  test("both sides checking on every move is a draw", () => {
    const { result, clause, conduct } = repetition(judge(MUTUAL_CHECK.fen, repeat(MUTUAL_CHECK.cycle, 2)));
    expect([result, clause]).toEqual(["draw", "d3"]);
    expect([conduct.red.checks, conduct.black.checks]).toEqual([4, 4]);
  });

  test("the window is that of the last three occurrences when a game goes on", () => {
    // Red first chases, then, in the same position, only shuffles its king.
    const adjudicator = new Adjudicator(parseFen(CHASE.fen), asianRules());
    const verdicts = `${repeat(CHASE.cycle, 2)} ${repeat(IDLE, 2)}`
      .split(" ")
      .map((uci) => adjudicator.play(parseUci(adjudicator.position, uci)))
      .map((verdict) => verdict?.result);
    expect([verdicts[7], verdicts[11], verdicts[15]]).toEqual(["red-loss", "draw", "draw"]);
  });

  test("one idle move clears a side of chasing", () => {
    const judgement = judge(CHASE.fen, `${CHASE.cycle} ${IDLE}`);
    const { result, clause, conduct } = repetition(judgement);
    expect([result, clause]).toEqual(["draw", "d5"]);
    expect(conduct.red.targets).toMatchObject([{ man: { colour: "black", role: "soldier", square: 2 }, times: 2 }]);
  });
});

describe("a judgement", () => {
  test("ends with the first illegal move", () => {
    const json = toJudgementJson(judge(CHASE.fen, "b4c4 c0c1 c4b4"));
    expect(json).toEqual<JudgementJson>({
      fen: CHASE.fen,
      moves: [
        { uci: "b4c4", legal: true, check: false, chases: ["c0"] },
        { uci: "c0c1", legal: false, check: false, chases: [] },
      ],
      result: null,
      reason: null,
    });
  });

  test("falls before the first move where the side to move has none", () => {
    const judgement = judgeMoves(parseFen("3k5/4P4/9/9/9/9/9/9/9/4K4 b"), []);
    expect([judgement.verdict?.result, judgement.verdictAfter]).toEqual(["black-loss", 0]);
  });

  test("refuses text that is no move", () => {
    expect(() => judge(CHASE.fen, "b4c4 b4")).toThrow('"b4" is not a move');
  });

  test.each([
    ["3k5/9/9/9/9/3N5/9/3R5/9/4K4 w", "d4f5", "checkmate"],
    ["3k5/9/4P4/9/9/9/9/9/9/4K4 w", "e7e8", "stalemate"],
  ])("ends with a side that has no legal move (%s)", (fen, moves, ending) => {
    const { verdict } = judge(fen, moves);
    expect(verdict).toEqual({ kind: "ending", result: "black-loss", ending, loser: "black" });
  });
});

const cycles = CASES.filter(isCycle).map((one): [string, CycleCase] => [one.id, one]);

describe.each(cycles)("the verdict on %s", (_id, one) => {
  /** The result with every square mapped. */
  function resultWhen(start: Parameters<typeof judgeMoves>[0], map: (square: Square) => Square): string | undefined {
    const square = (name: string): string => squareName(map(parseSquare(name)));
    const moves = movesOf(one).map((uci) => square(uci.slice(0, 2)) + square(uci.slice(2)));
    return judgeMoves(start, moves).verdict?.result;
  }

  test("is the same in the mirror and for the other side with colours swapped", () => {
    const start = parseFen(one.fen);
    const { result } = judgeCase(one).verdict!;
    const swapped = { "red-loss": "black-loss", "black-loss": "red-loss", draw: "draw" }[result];
    expect(resultWhen(mirrorPosition(start), mirrorSquare)).toBe(result);
    expect(resultWhen(swapColours(start), flipSquare)).toBe(swapped);
  });
});
