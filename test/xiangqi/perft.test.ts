import { expect, test } from "vitest";
import { START_FEN, parseFen } from "../../src/xiangqi/fen.ts";
import { perft } from "../../src/xiangqi/perft.ts";

const COUNTS: [name: string, fen: string, counts: number[]][] = [
  ["the start", START_FEN, [1, 44, 1920, 79666, 3290240]],
];

test.each(COUNTS)("perft from %s gives the known counts", (_name, fen, counts) => {
  const position = parseFen(fen);
  expect(counts.map((_, depth) => perft(position, depth))).toEqual(counts);
});
