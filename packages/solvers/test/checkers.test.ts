import { describe, expect, test } from "vitest";
import { backward, forward } from "../src/as-run.ts";
import { makeCheckers, rankSets } from "../src/checkers/checkers.ts";
import { makeReducedCheckers } from "../src/checkers/reduced.ts";
import { makeRanking, unrank } from "../src/checkers/ranking.ts";
import { storeMoves } from "../src/explicit.ts";
import { solvePacked } from "../src/packed/solve.ts";
import { tally } from "../src/solution.ts";
import { BACKWARD_ROWS, FORWARD_ROWS } from "./parameters.ts";
import { SMALL_BOARDS } from "./small-boards.ts";

describe("Placements of 2 and 2 pieces on 7x7", () => {
  const game = makeCheckers(7, 2);
  test.each([
    [[2, 3], [0, 1], 0],
    [[2, 4], [0, 1], 1],
    [[47, 48], [0, 1], 1080],
    [[0, 1], [2, 3], 54_050],
    [[0, 48], [1, 47], 54_048],
    [[0, 1], [47, 48], 55_130],
    [[10, 48], [11, 47], 804_388],
    [[16, 30], [24, 32], 1_048_825],
    [[24, 25], [17, 31], 1_062_385],
    [[47, 48], [45, 46], 1_271_250],
    [[45, 46], [47, 48], 1_271_255],
  ])("max on %j and min on %j have rank %i", (max, min, expected) => {
    expect(rankSets(game.ranking, max, min)).toBe(expected);
  });

  const children = (max: number[], min: number[], turn: number): number[] => {
    const out = new Int32Array(game.maxMoves);
    return [...out.subarray(0, game.children(2 * rankSets(game.ranking, max, min) + turn, out))].sort((a, b) => a - b);
  };
  const afterMoves = (max: number[], min: number[], turn: number, moves: string): number[] =>
    moves
      .split(" ")
      .map((move) => {
        const [from, to] = move.split("-").map(Number) as [number, number];
        const moved = (cells: number[]): number[] => cells.map((cell) => (cell === from ? to : cell));
        return 2 * rankSets(game.ranking, turn === 0 ? moved(max) : max, turn === 1 ? moved(min) : min) + 1 - turn;
      })
      .sort((a, b) => a - b);
  test.each([
    [[0, 1], [47, 48], 0, "0-2 0-3 1-2 1-3 1-4"],
    [[0, 1], [47, 48], 1, "47-44 47-45 47-46 48-45 48-46"],
    [[24, 25], [17, 31], 0, "24-11 24-18 24-23 24-26 24-30 24-37 25-12 25-18 25-19 25-23 25-26 25-32 25-36"],
    [[2, 3], [0, 1], 1, "0-5 1-4 1-6"],
  ])("max on %j, min on %j, turn %i: the moves are %s", (max, min, turn, moves) => {
    expect(children(max, min, turn)).toEqual(afterMoves(max, min, turn, moves));
  });
  test("min in max's home with max to move has won", () => {
    const state = 2 * rankSets(game.ranking, [2, 3], [0, 1]);
    expect(game.terminalOutcome(state)).toBe(-1);
    expect(children([2, 3], [0, 1], 0)).toEqual([]);
    expect(game.terminalOutcome(state + 1)).toBe(0);
  });
  test("the game starts in state 110260", () => expect(game.start).toBe(110_260));
});

test.each([
  [2, 1],
  [3, 2],
  [4, 1],
  [3, 3],
])("Unranking undoes ranking on size %i with %i pieces", (size, pieces) => {
  const ranking = makeRanking(size * size, pieces);
  const cells = new Int32Array(2 * pieces);
  const colours = new Int32Array(2 * pieces);
  for (let placement = 0; placement < ranking.placements; placement++) {
    unrank(ranking, placement, cells, colours);
    const of = (colour: number): number[] => [...cells].filter((_, i) => colours[i] === colour);
    if (rankSets(ranking, of(0), of(1)) !== placement) expect.fail(`placement ${placement}`);
  }
});

describe.each([
  [3, 2],
  [3, 3],
])("On size %i with %i pieces", (size, pieces) => {
  const game = makeCheckers(size, pieces);
  test("finished states are named once each, and the parents are exactly the reversed moves", () => {
    const named = new Set<number>();
    let calls = 0;
    game.terminals((state, outcome) => {
      expect(game.terminalOutcome(state)).toBe(outcome);
      named.add(state);
      calls++;
    });
    expect(named.size).toBe(calls);
    const { backward: expected } = storeMoves(game);
    const out = new Int32Array(game.maxMoves);
    for (let state = 0; state < game.states; state++) {
      if ((game.terminalOutcome(state) !== 0) !== named.has(state)) expect.fail(`state ${state}`);
      const parents = out.subarray(0, game.parents(state, out)).sort();
      const reversed = expected.targets.subarray(expected.starts[state], expected.starts[state + 1]);
      if (parents.join() !== reversed.join()) expect([...parents]).toEqual([...reversed]);
    }
  });
});

describe("The counts of the small boards are exact", () => {
  for (const board of SMALL_BOARDS.filter(({ states }) => states < 30_000)) {
    test(`${board.size}x${board.size} with ${board.pieces}`, () => {
      const game = makeCheckers(board.size, board.pieces);
      expect(game.states).toBe(board.states);
      const forwardRuns = FORWARD_ROWS.map((row) => forward(game, row));
      const backwardRuns = BACKWARD_ROWS.map((row) => backward(game, row));
      expect(forwardRuns.map(({ counts }) => counts.forwardExpansions)).toEqual(board.forward);
      expect(forwardRuns.map(({ counts }) => counts.backwardExpansions)).toEqual([0, 0, 0, 0, ...board.directBackward]);
      expect(backwardRuns.map(({ counts }) => counts.forwardExpansions)).toEqual(board.backward);
      expect([...forwardRuns, ...backwardRuns].map(({ counts }) => counts.iterations)).toEqual(board.iterations);
      const last = backwardRuns[3]!;
      expect(last.depthOf(game.start)).toBe(board.startDepth);
      expect(last.outcomeOf(game.start)).toBe(1);
      expect(tally(game, last)).toEqual({ wins: board.states / 2, losses: board.states / 2, rest: 0 });
      expect(tally(game, backwardRuns[2]!).losses).toBe(board.terminals);
    });
  }
});

describe("Reduced by its symmetries, a game gives the counts of the whole one", () => {
  const symmetries = [
    [4, 2, "colours"],
    [3, 3, "mirror"],
    [3, 3, "both"],
    [5, 1, "both"],
    [4, 1, "mirror"],
  ] as const;
  test.each(symmetries)("size %i with %i pieces by %s", (size, pieces, symmetry) => {
    const whole = makeCheckers(size, pieces);
    const spec = { kind: "chinese-checkers", size, pieces, symmetry } as const;
    const runs = [
      ["backward", BACKWARD_ROWS[1]!, backward],
      ["backward", BACKWARD_ROWS[3]!, backward],
      ["forward", FORWARD_ROWS[1]!, forward],
    ] as const;
    for (const [algorithm, row, plain] of runs) {
      const reduced = solvePacked(spec, algorithm, row, 1);
      const expected = plain(whole, row);
      expect(reduced.counts).toEqual(expected.counts);
      expect(reduced.solvedBySweep).toEqual(expected.solvedBySweep);
      const { rest } = tally(makeReducedCheckers(size, pieces, symmetry), reduced);
      expect(rest).toBe(tally(whole, expected).rest);
    }
  });
  test("and with the colours exchanged also those of a win-only run", () => {
    const spec = { kind: "chinese-checkers", size: 4, pieces: 2, symmetry: "colours" } as const;
    for (const [row, winOnly] of [
      [BACKWARD_ROWS[1]!, BACKWARD_ROWS[0]!],
      [BACKWARD_ROWS[3]!, BACKWARD_ROWS[2]!],
    ]) {
      const { counts, passedOver } = solvePacked(spec, "backward", row!, 1);
      const expected = backward(makeCheckers(4, 2), winOnly!).counts;
      expect((counts.forwardExpansions + passedOver!) / 2).toBe(expected.forwardExpansions);
      expect(counts.backwardExpansions / 2).toBe(expected.backwardExpansions);
    }
  });
  test("but the mirror needs homes that are their own image", () => {
    expect(() => makeReducedCheckers(4, 2, "both")).toThrow(/mirror/);
  });
});

test("A board too small for the pieces, or a size or number out of range, is refused in one line", () => {
  expect(() => makeCheckers(2, 2)).toThrow(/2x2 board has 4 cells/);
  expect(() => makeCheckers(8, 2)).toThrow(/size must be 2 to 7, not 8/);
  expect(() => makeCheckers(7, 4)).toThrow(/pieces a side must be 1 to 3, not 4/);
  expect(() => makeCheckers(Number.NaN, 1)).toThrow(/size must be/);
});
