import { describe, expect, test } from "vitest";
import { parseFen } from "../../../src/xiangqi/fen.ts";
import { describeMove, describeVerdict } from "../../../src/xiangqi/rules/explain.ts";
import { judgeMoves } from "../../../src/xiangqi/rules/judge.ts";

/** Each clause that decides about an attack, as it is told. */
const TOLD: readonly [clause: string, fen: string, move: string, said: string][] = [
  ["b1", "3k5/9/9/9/9/3N5/9/3R5/9/4K4 w", "d4f5", "The chariot on d2 gives check."],
  ["c1", "3k5/9/2n6/9/9/2P6/9/C8/9/4K4 w", "a2c2", "The cannon on c2 newly attacks the unprotected horse on c7."],
  [
    "c2",
    "5k3/9/9/2p6/9/9/9/9/R8/3K5 w",
    "a1c1",
    "The chariot on c1 attacks the soldier on c6, a soldier that has not crossed the river: free to be chased.",
  ],
  [
    "c3, true root",
    "5k3/9/9/9/2p6/2n6/9/9/R8/3K5 w",
    "a1c1",
    "The chariot on c1 attacks the horse on c4, which the soldier on c5 protects: no chase.",
  ],
  [
    "c3, false root",
    "3nk4/9/9/9/9/9/9/9/R8/3K5 w",
    "a1a9",
    "The chariot on a9 newly attacks the unprotected horse on d9 (the king on e9 could not legally retake).",
  ],
  [
    "c4",
    "5k3/9/9/4p4/4r4/9/9/1N7/9/3K5 w",
    "b2d3",
    "The horse on d3 newly attacks the chariot on e5, which is chased even if protected.",
  ],
  [
    "c5, an offer",
    "5k3/9/9/9/9/9/N1n6/9/9/3K5 w",
    "a3b5",
    "The horse on b5 attacks the horse on c3, which could take it in exchange: no chase.",
  ],
  [
    "c5, no offer",
    "3k5/9/3n5/9/3n5/9/9/N8/3C5/4K4 w",
    "a2b4",
    "The horse on b4 newly attacks the unprotected horse on d5 (it could not legally take the attacker).",
  ],
  [
    "c6",
    "5k3/9/3n5/2P6/9/9/9/9/9/3K5 w",
    "c6c7",
    "The soldier on c7 attacks the horse on d7: kings and soldiers are free to chase.",
  ],
  [
    "c7",
    "3k5/9/9/9/4r4/9/9/4N4/6c2/4K4 w",
    "e0e1",
    "The horse on e2 attacks the cannon on g1 but could not legally take it, as the chariot on e5 would then attack " +
      "the king: no chase.",
  ],
  [
    "c8, nothing new",
    "5k3/9/9/9/2n6/9/9/9/2R6/3K5 w",
    "d0d1",
    "The chariot on c1 attacks the horse on c5, which the chariot on c1 already threatened: no chase.",
  ],
  [
    "c8, protection lost",
    "5k3/9/9/9/2n3P1c/9/9/9/2R6/3K5 w",
    "g5g6",
    "The chariot on c1 newly threatens the unprotected horse on c5: before the move it was protected.",
  ],
  [
    "c9",
    "4k4/9/9/5c3/2N6/9/9/9/9/3K5 w",
    "c5d7",
    "The horse on d7 attacks the cannon on f6 while the move checks: judged as a check only.",
  ],
  ["c11", "5k3/9/9/9/2n6/9/9/9/R1p6/3K5 w", "a1c1", "A capture is never a chase."],
  [
    "c12",
    "4k4/9/9/5n3/9/C6rN/9/4B4/9/3K5 w",
    "e2c4 f6g4",
    "The chariot on h4 attacks the horse on i4, which hangs only because the attacker was defended against " +
      "the cannon on a4: no chase.",
  ],
];

test.each(TOLD)("%s is told in words", (_clause, fen, moves, said) => {
  const { report } = judgeMoves(parseFen(fen), moves.split(" ")).moves.at(-1)!;
  expect(describeMove(report!)).toContain(said);
});

describe("the verdict is told in words:", () => {
  function told(fen: string, cycle: string): string {
    return describeVerdict(judgeMoves(parseFen(fen), `${cycle} ${cycle}`.split(" ")).verdict!);
  }

  test("perpetual chase", () => {
    expect(told("3k5/9/9/9/9/1R7/9/9/5K3/2p6 w", "b4c4 c0b0 c4b4 b0c0")).toBe(
      "Red loses: on every move it chases the soldier from c0 (the chariot on c4 newly attacks the unprotected soldier " +
        "on c0; the chariot on b4 newly attacks the unprotected soldier on b0), while Black neither checks nor chases one man on every move.",
    );
  });

  test("perpetual check", () => {
    expect(told("R8/4k4/9/9/9/9/9/9/9/3K5 w", "a9a8 e8e9 a8a9 e9e8")).toBe(
      "Red loses: it checks on every move, while Black does not.",
    );
  });

  test("mutual perpetual check", () => {
    expect(told("3c5/4k4/9/9/4r4/3C5/9/3K5/4R4/9 w", "d4e4 e5d5 e4d4 d5e5")).toBe(
      "Draw: both sides check on every move.",
    );
  });

  test("alternating targets", () => {
    expect(told("5k3/9/9/9/1nn6/9/9/9/1R7/3K5 w", "b1c1 f9f8 c1b1 f8f9")).toBe(
      "Draw: nothing forbidden; Red chases the horse from b5 on 2 of 4 moves and chases the horse from c5 on 2 of 4 " +
        "moves; Black neither checks nor chases.",
    );
  });

  test("checkmate", () => {
    const { verdict } = judgeMoves(parseFen("3k5/9/9/9/9/3N5/9/3R5/9/4K4 w"), ["d4f5"]);
    expect(describeVerdict(verdict!)).toBe("Black loses: checkmate.");
  });
});
