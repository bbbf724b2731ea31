/** The larger known counts of the study: Table 4, the printed Algorithm 6 on its board, and the larger small boards. */
import { describe, expect, test } from "vitest";
import { backward as publishedBackward } from "../../packages/solvers/src/as-published.ts";
import { makeCheckers } from "../../packages/solvers/src/checkers/checkers.ts";
import { FORWARD_TABLE, PAPER_BOARD } from "../../packages/solvers/src/tables.ts";
import { solvePacked } from "../../packages/solvers/src/packed/solve.ts";
import { BACKWARD_ROWS, FORWARD_ROWS, title } from "../../packages/solvers/test/parameters.ts";
import { SMALL_BOARDS } from "../../packages/solvers/test/small-boards.ts";

describe("Table 4 is reproduced exactly", () => {
  for (const { parameters, forwardExpansions, backwardExpansions, iterations } of FORWARD_TABLE) {
    test.each([1, 2])(`${title(parameters)} on %i threads`, (threads) => {
      const { counts } = solvePacked(PAPER_BOARD, "forward", parameters, threads);
      expect(counts).toEqual({ forwardExpansions, backwardExpansions, iterations });
    });
  }
});

test("The printed backward search takes 21 sweeps on the paper's board, the last without a change", () => {
  const { counts } = publishedBackward(makeCheckers(7, 2), BACKWARD_ROWS[0]!);
  expect(counts.iterations).toBe(20);
});

describe("The counts of the larger small boards are exact", () => {
  for (const board of SMALL_BOARDS.filter(({ states }) => states >= 30_000)) {
    test(`${board.size}x${board.size} with ${board.pieces}`, () => {
      const spec = { kind: "chinese-checkers", size: board.size, pieces: board.pieces, symmetry: "none" } as const;
      const forward = FORWARD_ROWS.map((row) => solvePacked(spec, "forward", row, 2).counts);
      const backward = BACKWARD_ROWS.map((row) => solvePacked(spec, "backward", row, 2).counts);
      expect(forward.map((counts) => counts.forwardExpansions)).toEqual(board.forward);
      expect(forward.map((counts) => counts.backwardExpansions)).toEqual([0, 0, 0, 0, ...board.directBackward]);
      expect(backward.map((counts) => counts.forwardExpansions)).toEqual(board.backward);
      expect([...forward, ...backward].map((counts) => counts.iterations)).toEqual(board.iterations);
    });
  }
});

describe("A 5x5 board with 3 pieces", () => {
  test("has 26,036 drawn states and no state without a move", () => {
    const spec = { kind: "chinese-checkers", size: 5, pieces: 3, symmetry: "both" } as const;
    const { counts, solvedBySweep } = solvePacked(spec, "backward", BACKWARD_ROWS[3]!, 2);
    expect(counts).toEqual({ forwardExpansions: 25_613_842, backwardExpansions: 7_057_964, iterations: 31 });
    expect(7_084_000 - solvedBySweep.reduce((sum, solved) => sum + solved, 0)).toBe(26_036);
    const game = makeCheckers(5, 3);
    const out = new Int32Array(game.maxMoves);
    let stuck = 0;
    for (let state = 0; state < game.states; state++) {
      if (game.children(state, out) === 0 && game.terminalOutcome(state) === 0) stuck++;
    }
    expect(stuck).toBe(0);
  });
});
