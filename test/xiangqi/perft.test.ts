import { expect, test } from "vitest";
import { START_FEN, parseFen } from "../../src/xiangqi/fen.ts";
import { applyMove, legalMoves } from "../../src/xiangqi/moves.ts";
import type { Position } from "../../src/xiangqi/position.ts";

/** The number of lines of `depth` plies from a position: the customary test of a move generator. */
function perft(position: Position, depth: number): number {
  if (depth === 0) return 1;
  const moves = legalMoves(position);
  if (depth === 1) return moves.length;
  let lines = 0;
  for (const move of moves) lines += perft(applyMove(position, move), depth - 1);
  return lines;
}

const COUNTS: [name: string, fen: string, counts: number[]][] = [
  ["the start", START_FEN, [1, 44, 1920, 79666, 3290240]],
];

test.each(COUNTS)("perft from %s gives the known counts", (_name, fen, counts) => {
  const position = parseFen(fen);
  expect(counts.map((_, depth) => perft(position, depth))).toEqual(counts);
});
