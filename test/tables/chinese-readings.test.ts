/**
 * Bounds are monotone: whatever lies between the narrow and the wide reading, a win that is certain stays one, and none is won that
 * is not possible. On all that can be played around some positions, up to some number; what leads out of it is drawn.
 */
import { expect, test } from "vitest";
import { solveClassGame } from "../oracle/class-game.ts";
import { makeMoveGraph, sideNumber, type Edge } from "../../src/fang/graph.ts";
import { parseFen } from "../../src/xiangqi/fen.ts";
import { applyMove, isCapture, legalMoves } from "../../src/xiangqi/moves.ts";
import { COLOURS, type Colour } from "../../src/xiangqi/pieces.ts";
import { labelMove } from "../../src/rules/chinese/label.ts";
import { classOf } from "../../src/rules/chinese/grades.ts";
import { randomNumbers } from "../oracle/random-graphs.ts";

interface Labelled {
  readonly from: number;
  readonly to: number;
  readonly narrow: number;
  readonly byDefault: number;
  readonly wide: number;
}

/** What quiet moves lead to from a position; the last two vertices are where a move out of it leads, drawn. */
function arenaAround(fen: string, most: number): { mover: Uint8Array; edges: Labelled[] } {
  const positions = [parseFen(fen)];
  const keyOf = ({ board, turn }: (typeof positions)[number]) => `${turn} ${board.join("")}`;
  const numbers = new Map([[keyOf(positions[0]!), 0]]);
  const edges: (Omit<Labelled, "to"> & { to: number | Colour })[] = [];
  for (const [from, position] of positions.entries()) {
    for (const move of legalMoves(position)) {
      const after = applyMove(position, move);
      if (isCapture(position, move)) {
        edges.push({ from, to: after.turn, narrow: 0, byDefault: 0, wide: 0 });
        continue;
      }
      const key = keyOf(after);
      if (!numbers.has(key) && positions.length < most) {
        numbers.set(key, positions.length);
        positions.push(after);
      }
      const label = labelMove(position, move);
      const number = (reading: "narrow" | "wide") => classOf({ label: label[reading], weak: false });
      const classes = { narrow: number("narrow"), byDefault: classOf(label), wide: number("wide") };
      edges.push({ from, to: numbers.get(key) ?? after.turn, ...classes });
    }
  }
  const sink = { red: positions.length, black: positions.length + 1 };
  const idle = { narrow: 0, byDefault: 0, wide: 0 };
  return {
    mover: Uint8Array.from([...positions.map(({ turn }) => sideNumber(turn)), sideNumber("red"), sideNumber("black")]),
    edges: [
      ...edges.map((edge): Labelled => ({ ...edge, to: typeof edge.to === "number" ? edge.to : sink[edge.to] })),
      { from: sink.red, to: sink.black, ...idle },
      { from: sink.black, to: sink.red, ...idle },
    ],
  };
}

/** Which vertices a side wins when edges have these classes. */
function wonBy(winner: Colour, mover: Uint8Array, edges: readonly Labelled[], classes: (edge: Labelled) => number) {
  const graph = makeMoveGraph(
    mover,
    edges.map((edge): Edge => ({ from: edge.from, to: edge.to, labels: classes(edge) })),
  );
  const { orders, distances } = solveClassGame({ ...graph, highest: 3 });
  const side = sideNumber(winner);
  return new Set([...mover.keys()].filter((v) => orders[v]! >= 0 && (distances[v]! % 2 === 1) === (mover[v] === side)));
}

test.each([
  ["KRNKR", "4k4/9/9/9/9/9/9/9/N1R2K3/4r4 b", 500],
  ["KRCKR", "9/3k5/9/8R/9/9/9/3r5/7C1/4K4 b", 500],
  ["KRKR", "3k5/9/9/9/4r4/9/4R4/9/9/4K4 w", 400],
  ["KCPKR", "3k5/9/3P5/9/9/4r4/9/9/3C5/4K4 w", 300],
])(
  "in %s wins that are certain stay so by default and under ten random readings",
  (_, fen, most) => {
    const { mover, edges } = arenaAround(fen, most);
    for (const { narrow, byDefault, wide } of edges) {
      expect(narrow === 0 || byDefault === narrow).toBe(true);
      expect(byDefault <= wide).toBe(true);
    }
    const random = randomNumbers(5);
    for (const winner of COLOURS) {
      const isHis = ({ from }: Labelled) => mover[from] === sideNumber(winner);
      const certain = wonBy(winner, mover, edges, (edge) => (isHis(edge) ? edge.wide : edge.narrow));
      const possible = wonBy(winner, mover, edges, (edge) => (isHis(edge) ? edge.narrow : edge.wide));
      const between = [wonBy(winner, mover, edges, ({ byDefault }) => byDefault)];
      for (let i = 0; i < 10; i++) {
        between.push(
          wonBy(winner, mover, edges, ({ narrow, wide }) => narrow + Math.floor(random() * (wide - narrow + 1))),
        );
      }
      for (const won of between) {
        expect([...certain].filter((v) => !won.has(v))).toEqual([]);
        expect([...won].filter((v) => !possible.has(v))).toEqual([]);
      }
    }
  },
  600_000,
);
