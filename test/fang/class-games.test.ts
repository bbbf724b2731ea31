import { expect, test } from "vitest";
import { solveClassGame } from "../oracle/class-game.ts";
import { makeMoveGraph } from "../../src/fang/graph.ts";
import { randomClassGraph, randomNumbers } from "../oracle/random-graphs.ts";
import { compareClassGames, outcomesByOrders } from "./class-games.ts";

test.each([1, 2, 3])("orders of classes up to %i give what the infinite game and all strategies give", (highest) => {
  const { positions, forced, draws, kinds, wrong } = compareClassGames(highest, 1000, 1);
  expect(wrong).toEqual([]);
  expect(Math.min(forced, draws)).toBeGreaterThan(positions / 20);
  expect(Math.min(...kinds.slice(1))).toBeGreaterThan(0);
});

/** Red and Black go round: two red moves and two black ones, with these classes, and no choice. */
function cycleOf(red: readonly [number, number], black: readonly [number, number]) {
  const edges = [red[0], black[0], red[1], black[1]].map((labels, i) => ({ from: i, to: (i + 1) % 4, labels }));
  return { ...makeMoveGraph(Uint8Array.of(0, 1, 0, 1), edges), highest: 3 };
}

test.each([
  ["a check on every move against kills: the checker loses", [3, 3], [2, 2], "black"],
  ["check and kill in turn against all kills: a draw", [3, 2], [2, 2], "draw"],
  ["attacks against attacks of which one is weak", [2, 2], [2, 1], "black"],
  ["check and idle in turn against weak attacks", [3, 0], [1, 1], "red"],
  ["both idle now and then", [3, 0], [0, 2], "draw"],
] as const)("%s", (_, red, black, winner) => {
  expect(outcomesByOrders(cycleOf(red, black))).toEqual(new Array(4).fill(winner));
});

test("a higher class of a loser's moves, or a lower one of a winner's, takes no win away", () => {
  const random = randomNumbers(7);
  for (let i = 0; i < 500; i++) {
    const graph = randomClassGraph(3, random);
    const raised = graph.labels.map((label, e) => {
      const byBlack = graph.mover[graph.to[e]!] === 0;
      const other = Math.floor(random() * 4);
      return byBlack ? Math.max(label, other) : Math.min(label, other);
    });
    const [before, after] = [graph, { ...graph, labels: raised }].map(outcomesByOrders);
    before!.forEach((outcome, v) => {
      if (outcome === "red") expect([i, v, after![v]]).toEqual([i, v, "red"]);
    });
  }
});

test("an order says which class it forces, checks first", () => {
  expect(solveClassGame(cycleOf([3, 3], [2, 2])).kinds).toEqual([null, 3]);
  expect(solveClassGame(cycleOf([3, 1], [0, 0])).kinds).toEqual([null, 1]);
});
