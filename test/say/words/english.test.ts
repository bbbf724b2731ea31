import { describe, expect, test } from "vitest";
import { parseFen } from "../../../src/xiangqi/fen.ts";
import { describeMove, describeVerdict } from "../../../src/say/english.ts";
import { judgeMoves } from "../../../src/rules/asian/asian-rules.ts";

/** Each clause that decides about an attack, as it is told. */
const TOLD: readonly [clause: string, fen: string, move: string, said: string][] = [
  ["b1", "3k5/9/9/9/9/3N5/9/3R5/9/4K4 w", "d4f5", "Check by the Red chariot on d2."],
  [
    "c1",
    "3k5/9/2n6/9/9/2P6/9/C8/9/4K4 w",
    "a2c2",
    "Chase: now the Red cannon on c2 attacks the Black horse on c7, which is unprotected.",
  ],
  [
    "c2",
    "5k3/9/9/2p6/9/9/9/9/R8/3K5 w",
    "a1c1",
    "No chase: the Red chariot on c1 attacks the Black soldier on c6, which has not crossed the river.",
  ],
  [
    "c3, true root",
    "5k3/9/9/9/2p6/2n6/9/9/R8/3K5 w",
    "a1c1",
    "No chase: the Red chariot on c1 attacks the Black horse on c4, which is protected by the Black soldier on c5.",
  ],
  [
    "c3, false root",
    "3nk4/9/9/9/9/9/9/9/R8/3K5 w",
    "a1a9",
    "Chase: now the Red chariot on a9 attacks the Black horse on d9, whose protection is false: the Black king on e9 could not legally retake.",
  ],
  [
    "c4",
    "5k3/9/9/4p4/4r4/9/9/1N7/9/3K5 w",
    "b2d3",
    "Chase: now the Red horse on d3 attacks the Black chariot on e5, and a chariot counts even when it is protected.",
  ],
  [
    "c5, an offer",
    "5k3/9/9/9/9/9/N1n6/9/9/3K5 w",
    "a3b5",
    "No chase: the Red horse on b5 offers itself to the Black horse on c3, which could take it.",
  ],
  [
    "c5, no offer",
    "3k5/9/3n5/9/3n5/9/9/N8/3C5/4K4 w",
    "a2b4",
    "Chase: now the Red horse on b4 attacks the Black horse on d5, which could not legally take back.",
  ],
  [
    "c6",
    "5k3/9/3n5/2P6/9/9/9/9/9/3K5 w",
    "c6c7",
    "No chase: the Red soldier on c7 attacks the Black horse on d7; kings and soldiers are free to chase.",
  ],
  [
    "c7",
    "3k5/9/9/9/4r4/9/9/4N4/6c2/4K4 w",
    "e0e1",
    "No chase: if the Red horse on e2 took the Black cannon on g1, its king would be open to the Black chariot on e5.",
  ],
  [
    "c8, nothing new",
    "5k3/9/9/9/2n6/9/9/9/2R6/3K5 w",
    "d0d1",
    "No chase: the Red chariot on c1 attacks the Black horse on c5, but the Red chariot on c1 threatened it already.",
  ],
  [
    "c8, protection lost",
    "5k3/9/9/9/2n3P1c/9/9/9/2R6/3K5 w",
    "g5g6",
    "Chase: now the Red chariot on c1 threatens the Black horse on c5, which is unprotected; before the move it was protected.",
  ],
  [
    "c9",
    "4k4/9/9/5c3/2N6/9/9/9/9/3K5 w",
    "c5d7",
    "No chase: the Red horse on d7 attacks the Black cannon on f6, but the move checks.",
  ],
  ["c11", "5k3/9/9/9/2n6/9/9/9/R1p6/3K5 w", "a1c1", "A capture is never a chase."],
  [
    "c12",
    "4k4/9/9/5n3/9/C6rN/9/4B4/9/3K5 w",
    "e2c4 f6g4",
    "No chase: the Black chariot on h4 attacks the Red horse on i4 only because it was itself defended against the Red cannon on a4.",
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
      "Red loses: it chases the Black soldier from c0 on every move, and Black does nothing of the kind.",
    );
  });

  test("perpetual check", () => {
    expect(told("R8/4k4/9/9/9/9/9/9/9/3K5 w", "a9a8 e8e9 a8a9 e9e8")).toBe(
      "Red loses: it checks on every move, while Black does not.",
    );
  });

  test("perpetual check by Black", () => {
    expect(told("3k5/9/9/9/9/9/9/9/4K4/r8 b", "a0a1 e1e0 a1a0 e0e1")).toBe(
      "Black loses: it checks on every move, while Red does not.",
    );
  });

  test("mutual perpetual check", () => {
    expect(told("3c5/4k4/9/9/4r4/3C5/9/3K5/4R4/9 w", "d4e4 e5d5 e4d4 d5e5")).toBe(
      "Draw: both sides check on every move.",
    );
  });

  test("alternating targets", () => {
    expect(told("5k3/9/9/9/1nn6/9/9/9/1R7/3K5 w", "b1c1 f9f8 c1b1 f8f9")).toBe(
      "Draw: neither side checks, or chases one and the same man, on every move. Red chases the Black horse from b5 on " +
        "2 of 4 and chases the Black horse from c5 on 2 of 4.",
    );
  });

  test("checkmate", () => {
    const { verdict } = judgeMoves(parseFen("3k5/9/9/9/9/3N5/9/3R5/9/4K4 w"), ["d4f5"]);
    expect(describeVerdict(verdict!)).toBe("Checkmate: Red has won");
  });
});
