import { expect, test } from "vitest";
import {
  menToSpare,
  type PerpetualPlan,
  planAvoiding,
  planHolding,
  planWin,
  rotate,
  winningPattern,
} from "../../src/fang/plans.ts";
import { verticesOf, type PatternGraph, type Subgraph } from "../../src/fang/graph.ts";
import { graphOf } from "./named-graph.ts";

function everything({ vertices }: PatternGraph): Subgraph {
  return new Uint8Array(vertices).fill(1);
}

function destinations({ graph, names }: ReturnType<typeof graphOf>, plan: PerpetualPlan, from: string): string[] {
  return plan.moves[names.indexOf(from)]!.map((edge) => names[graph.to[edge]!]!);
}

test("a winner who may check for ever is told the way that does not", () => {
  const game = graphOf("b1 r0 check", "b2 r0 check", "r0 b1 check", "r0 b2");
  const king = { colour: "red", man: 0 } as const;
  const pattern = winningPattern(game.graph, everything(game.graph), king);
  expect(pattern).toEqual(everything(game.graph));
  expect(destinations(game, planWin(game.graph, pattern, king, 0), "r0")).toEqual(["b2"]);
});

test("a winner who must not chase one man for ever chases another in turn", () => {
  const game = graphOf("b1 r0 1", "b2 r0 1", "r0 b1 1", "r0 b2 2");
  const man = { colour: "red", man: 1 } as const;
  const pattern = winningPattern(game.graph, everything(game.graph), man);
  expect(pattern).toEqual(everything(game.graph));
  const plans = [0, 1, 2].map((spared) => destinations(game, planWin(game.graph, pattern, man, spared), "r0"));
  expect(plans).toEqual([["b1", "b2"], ["b2"], ["b1"]]);
});

test("a holder who is chased for ever may chase for ever, but rather does not where he can", () => {
  const mutual = graphOf("b r 1", "r b 1");
  expect(destinations(mutual, planHolding(mutual.graph, everything(mutual.graph), "red", 1), "r")).toEqual(["b"]);
  const free = graphOf("b1 r0 1", "b2 r0 1", "r0 b1 1", "r0 b2");
  expect(destinations(free, planHolding(free.graph, everything(free.graph), "red", 1), "r0")).toEqual(["b2"]);
});

test("who has just been chased keeps its place before those who have been left in peace", () => {
  expect(rotate([0, 1, 2], 0b010)).toEqual([1, 0, 2]);
  expect(rotate([1, 0, 2], 0b101)).toEqual([0, 2, 1]);
  expect(rotate([0, 2, 1], 0)).toEqual([0, 2, 1]);
});

test("a player may chase where the opponent can only leave the arena", () => {
  const game = graphOf("r0 b0 1", "b0 r1", "r1 b0 1");
  const arena = Uint8Array.from(game.names, (name) => (name === "r1" ? 0 : 1));
  const plan = planAvoiding(game.graph, arena, { colour: "black", man: 1 });
  expect(destinations(game, plan, "r0")).toEqual(["b0"]);
  expect(verticesOf(plan.stuck)).toEqual([]);
});

test("who wins by a check on and on need spare only the king, who wins by a chase every man", () => {
  const { graph } = graphOf("r b 1", "b r check");
  expect(menToSpare(graph, { colour: "red", man: 0 })).toEqual([0]);
  expect(menToSpare(graph, { colour: "red", man: 1 })).toEqual([0, 1, 2]);
});

test("the vertices of a subgraph are those that belong to it", () => {
  expect(verticesOf(Uint8Array.of(0, 1, 1, 0, 1))).toEqual([1, 2, 4]);
});
