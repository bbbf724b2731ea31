import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { longWhere } from "../long.ts";
import { ByChecks } from "../../src/prove/by-checks.ts";
import { longestDefence, provePosition } from "../../src/prove/prove.ts";
import { parseFen, parseLegalFen } from "../../src/xiangqi/fen.ts";
import { applyMove, endingOf } from "../../src/xiangqi/moves.ts";
import { pieceOf, type Role } from "../../src/xiangqi/pieces.ts";
import { squaresOf } from "../../src/xiangqi/steps.ts";
import { SQUARES } from "../../src/xiangqi/squares.ts";
import { isLegalPosition } from "../../src/xiangqi/validate.ts";
import { winsByChecks } from "../oracle/wins-by-checks.ts";
import { FIVE_TIGERS } from "./trees.ts";

const DEV = join(import.meta.dirname, "../../../shared/prove/dev.jsonl");

/** Red attacks a king at home with much, so that checks and mates are frequent. */
const attacks = fc
  .record({
    red: fc.array(fc.constantFrom<Role>("chariot", "horse", "cannon", "soldier"), { minLength: 2, maxLength: 4 }),
    black: fc.array(fc.constantFrom<Role>("advisor", "elephant", "chariot", "horse"), { maxLength: 4 }),
    choices: fc.array(fc.nat(), { minLength: 10, maxLength: 10 }),
  })
  .map(({ red, black, choices }) => {
    const board = new Uint8Array(SQUARES);
    const men = [
      pieceOf("red", "king"),
      pieceOf("black", "king"),
      ...red.map((role) => pieceOf("red", role)),
      ...black.map((role) => pieceOf("black", role)),
    ];
    men.forEach((man, i) => {
      const squares = squaresOf(man).filter((square) => board[square] === 0 && (i < 2 || man > 8 || square >= 36));
      board[squares[choices[i]! % squares.length]!] = man;
    });
    return { board, turn: "red" as const };
  })
  .filter(isLegalPosition);

test("finds the wins by checks that trying every line finds, and no others", () => {
  let won = 0;
  fc.assert(
    fc.property(attacks, (position) => {
      const search = new ByChecks(position, "red", { mostPlies: 5 });
      while (search.state === "open") search.advance(1000);
      const wins = winsByChecks(position, 5);
      if (wins) won++;
      expect(search.state).toBe(wins ? "won" : "not-won");
    }),
    { numRuns: 400, seed: 54 },
  );
  expect(won).toBeGreaterThan(20);
});

test("a book win by checks is proven, and the longest defence ends in mate", async () => {
  const position = parseLegalFen(FIVE_TIGERS);
  const { result, tree, proof } = await provePosition(position);
  expect(result).toBe("win");
  expect(proof).toMatchObject({ byChecks: true, rules: "none", winner: "red" });
  const line = longestDefence(position, "red", proof!);
  expect(line).toHaveLength(proof!.plies);
  expect(endingOf(line.reduce(applyMove<typeof position>, position))).toBe("checkmate");
  expect(tree!.moves.length).toBeLessThan(20);
});

test("a position that is lost to checks is proven lost", async () => {
  const won = parseLegalFen("3k5/8R/7R1/9/9/9/9/9/9/4K4 b");
  const { result, proof } = await provePosition(won);
  expect([result, proof!.winner, proof!.outcome]).toEqual(["loss", "red", "loss"]);
});

test("what is mate already is lost in 0 plies", async () => {
  const { result, proof } = await provePosition(parseLegalFen("3k5/9/9/9/3R5/9/9/9/9/4K4 b"));
  expect([result, proof!.plies]).toEqual(["loss", 0]);
});

test("what nobody wins by checks is unknown, and never a draw", async () => {
  const { result, tree, proof } = await provePosition(parseLegalFen("3aka3/9/9/9/9/9/9/9/4A4/3K1A3 w"), { seconds: 1 });
  expect([result, tree, proof]).toEqual(["unknown", null, null]);
});

test("a search that is aborted has found nothing", async () => {
  const signal = AbortSignal.abort();
  expect((await provePosition(parseLegalFen(FIVE_TIGERS), { signal })).result).toBe("unknown");
});

test(
  "proves by checks all the old manuals' wins that the prototype proves so",
  longWhere(existsSync(DEV)),
  async () => {
    interface Row {
      readonly fen: string;
      readonly verdict: string;
    }
    const rows = readFileSync(DEV, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Row);
    // One of them has an elephant where none can stand.
    const proven = rows.filter(({ fen }) => {
      const position = parseFen(fen);
      const search = new ByChecks(position, position.turn);
      while (search.state === "open") search.advance(1000);
      return search.state === "won";
    });
    expect(proven.filter(({ verdict }) => verdict === "red")).toHaveLength(107);
    expect(proven.filter(({ verdict }) => verdict === "draw")).toEqual([]);
  },
);
