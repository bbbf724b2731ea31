import { expect, test } from "vitest";
import { formatFen, parseLegalFen } from "../../src/xiangqi/fen.ts";
import { parseUci } from "../../src/xiangqi/notation/coordinates.ts";
import { finish } from "../../src/base/pausing.ts";
import { samePosition } from "../../src/xiangqi/position.ts";
import {
  continueGame,
  goTo,
  historyOf,
  lastMoveOf,
  mirrorGame,
  newGame,
  playMove,
  positionOf,
  type Game,
  restoreGame,
  saveGame,
} from "../../web/state/game.ts";
import { judgeShown } from "../../web/state/judge-shown.ts";

const START = parseLegalFen("3k5/4a4/9/9/9/9/9/9/4R4/4K4 w");

function play(game: Game, ...moves: string[]): Game {
  return moves.reduce((now, move) => playMove(now, parseUci(positionOf(now), move)), game);
}

test("a move played after taking back others replaces them", () => {
  const game = play(goTo(play(newGame(START), "e1d1", "d9e9", "d1d5"), 1), "e8d7");
  expect(game.moves).toHaveLength(2);
  expect(game.played).toBe(2);
});

test("the same move again keeps those that followed it", () => {
  const game = play(goTo(play(newGame(START), "e1d1", "d9e9", "d1d5"), 0), "e1d1");
  expect(game.moves).toHaveLength(3);
  expect(game.played).toBe(1);
});

test("going beyond either end stops there", () => {
  const game = play(newGame(START), "e1d1");
  expect(goTo(game, 9).played).toBe(1);
  expect(goTo(game, -9).played).toBe(0);
  expect(lastMoveOf(goTo(game, 0))).toBeNull();
});

test("a line takes the place of what followed", () => {
  const game = goTo(play(newGame(START), "e1d1", "d9e9"), 0);
  const longer = continueGame(game, play(newGame(START), "e1e8").moves);
  expect(longer.moves).toHaveLength(1);
  expect(longer.played).toBe(0);
  expect(game.moves).toHaveLength(2);
});

test("a mirrored game is the same game on the other wing", () => {
  const game = mirrorGame(play(newGame(START), "e1d1", "d9e9"));
  expect(formatFen(game.positions[0]!)).toBe("5k3/4a4/9/9/9/9/9/9/4R4/4K4 w");
  expect(game).toEqual(play(newGame(game.positions[0]!), "e1f1", "f9e9"));
});

test("a repetition reaches back to the last capture", () => {
  const game = play(newGame(START), "e1d1", "d9e9", "d1d8", "e9f9", "d8e8");
  expect(historyOf(goTo(game, 4))).toEqual({ fen: formatFen(START), played: ["e1d1", "d9e9", "d1d8", "e9f9"] });
  const { fen, played } = historyOf(goTo(game, 5)); // the chariot has taken the advisor
  expect(fen).toBe(formatFen(game.positions[5]!));
  expect(played).toEqual([]);
});

test("the third occurrence of a position is judged", () => {
  const start = parseLegalFen("4k4/9/9/9/9/9/9/9/1n7/R2K5 w");
  const round = ["d0d1", "b1c3", "d1d0", "c3b1"];
  const game = play(newGame(start), ...round, ...round);
  expect(finish(judgeShown(goTo(game, 7), "asian"))).toBeNull();
  expect(finish(judgeShown(game, "asian"))).toMatchObject({ result: "black-loss", clause: "d3" });
  expect(finish(judgeShown(game, "chinese"))).toMatchObject({ result: "black-loss", certain: "black-loss" });
  expect(finish(judgeShown(game, "none"))).toEqual({ kind: "threefold", result: "draw" });
});

test("a game survives being saved as JSON", () => {
  const game = goTo(play(newGame(START), "e1d1", "d9e9"), 1);
  const restored = restoreGame(JSON.parse(JSON.stringify(saveGame(game))))!;
  expect(restored.moves).toEqual(game.moves);
  expect(restored.played).toBe(1);
  expect(samePosition(positionOf(restored), positionOf(game))).toBe(true);
});

test.each([
  null,
  undefined,
  "text",
  {},
  { start: "nonsense", moves: [], played: 0 },
  { start: "4k4/9/9/9/9/9/9/9/9/4K4 w", moves: [], played: 0 }, // kings facing
  { start: "3k5/4a4/9/9/9/9/9/9/4R4/4K4 w", moves: [5], played: 0 }, // no legal move
  { start: "3k5/4a4/9/9/9/9/9/9/4R4/4K4 w", moves: ["e1d1"], played: 1 },
])("%o is no saved game", (saved) => {
  expect(restoreGame(saved)).toBeNull();
});
