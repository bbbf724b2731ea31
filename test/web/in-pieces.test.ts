import { signal } from "@preact/signals";
import { expect, test } from "vitest";
import { parseLegalFen } from "../../src/xiangqi/fen.ts";
import { parseUci } from "../../src/xiangqi/notation/coordinates.ts";
import { breathe, computedInPieces } from "../../web/base/in-pieces.ts";
import { newGame, playMove, positionOf } from "../../web/state/game.ts";
import { judgeShown } from "../../web/state/judge-shown.ts";

test("what is found without a pause is there at once, and all else later", async () => {
  const pauses = signal(0);
  const found = computedInPieces(() => count(pauses.value), -1);
  expect(found.value).toBe(0);
  pauses.value = 3;
  expect(found.value).toBe(-1);
  await expect.poll(() => found.value).toBe(3);
});

test("what was asked for before is not told after what is asked for now", async () => {
  const pauses = signal(200);
  const found = computedInPieces(() => count(pauses.value), -1);
  const told: number[] = [];
  found.subscribe((value) => told.push(value));
  pauses.value = 1;
  await expect.poll(() => found.value).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(told).toEqual([-1, 1]);
});

test("the browser goes on between those that compute at once", async () => {
  let turns = 0;
  const timer = setInterval(() => turns++);
  await breathe();
  const compute = async () => {
    await breathe();
    const end = performance.now() + 5;
    while (performance.now() < end);
  };
  turns = 0;
  await Promise.all(Array.from({ length: 20 }, compute));
  clearInterval(timer);
  expect(turns).toBeGreaterThan(5);
});

function* count(pauses: number): Generator<undefined, number, undefined> {
  for (let i = 0; i < pauses; i++) yield;
  return pauses;
}

test("a repetition with many men is judged by the Chinese rules in pieces", () => {
  let game = newGame(parseLegalFen("r3k4/9/b3ba3/4pc2p/p1pn5/1C4p2/P1P1P1P1P/B1N3N2/R5r2/3AKAB1R b"));
  const round = ["g1f1", "i0h0", "f1g1", "h0i0"];
  for (const uci of [...round, ...round]) game = playMove(game, parseUci(positionOf(game), uci));
  const judging = judgeShown(game, "chinese");
  let pieces = 1;
  while (!judging.next().done) pieces++;
  expect(pieces).toBeGreaterThan(100);
});
