import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeGameEnd, Game, startGame } from "../../src/play/game.ts";
import type { TableProvider } from "../../src/table/catalog/catalog.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { parseLegalFen } from "../../src/xiangqi/fen.ts";
import { parseUci } from "../../src/xiangqi/notation/coordinates.ts";
import { buildTables } from "./sampled-games.ts";

const COLLECTION = { rules: "asian", metric: "dtc", orders: "fang" } as const;
let folder: string;
let catalog: FolderCatalog;

beforeAll(async () => {
  folder = await buildTables(["KRKN"], COLLECTION);
  catalog = new FolderCatalog(folder, COLLECTION);
});
afterAll(async () => {
  await catalog.close();
  await rm(folder, { recursive: true });
});

function play(game: Game, ...ucis: string[]) {
  return ucis.map((uci) => game.play(parseUci(game.position, uci))?.kind ?? null);
}

test("a game against the tables goes on to mate", async () => {
  const game = await startGame(parseLegalFen("9/4k4/9/9/9/9/9/R8/9/3K5 w"), catalog);
  while (game.end === null) game.play((await game.choose()).move);
  expect(game.end).toMatchObject({ kind: "ending", result: "black-loss" });
  expect(describeGameEnd(game.end)).toBe("Stalemate: Red has won");
  expect(() => game.play(game.moves[0]!)).toThrow("over");
});

test("the third time a position occurs, the repetition is judged: checks alone lose", async () => {
  const game = await startGame(parseLegalFen("4k4/9/9/9/9/9/9/9/r8/3K5 b"), catalog);
  const cycle = ["a1a0", "d0d1", "a0a1", "d1d0"];
  expect(play(game, ...cycle, ...cycle)).toEqual([...Array<null>(7).fill(null), "repetition"]);
  expect(game.occurrences).toBe(3);
  expect(game.end).toMatchObject({ result: "black-loss" });
});

test("without perpetual rules it is a draw", () => {
  const provider: TableProvider = { rules: "none", metric: "dtc", open: async () => null };
  const game = new Game(parseLegalFen("4k4/9/9/9/9/9/9/9/r8/3K5 b"), provider);
  const cycle = ["a1a0", "d0d1", "a0a1", "d1d0"];
  play(game, ...cycle, ...cycle);
  expect(game.end).toEqual({ kind: "threefold", result: "draw" });
  expect(describeGameEnd(game.end!)).toBe("The position has occurred three times.");
});

test("the capture of the last attacker ends a game", () => {
  const game = new Game(parseLegalFen("5k3/9/9/9/9/9/9/9/9/3Kr4 w"), catalog);
  expect(play(game, "d0e0")).toEqual(["bare"]);
});

test("a game that begins in mate is over", async () => {
  const game = await startGame(parseLegalFen("4k3R/8R/9/9/9/9/9/9/9/3K5 b"), catalog);
  expect(game.end).toMatchObject({ kind: "ending", result: "black-loss", ending: "checkmate" });
});
