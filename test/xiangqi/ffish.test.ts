import { readFileSync } from "node:fs";
import fc from "fast-check";
import type { Board, FairyStockfish, ModuleOptions } from "ffish-es6";
import ffishModule from "ffish-es6";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LONG, testEach } from "../long.ts";
import { inCheck } from "../../src/xiangqi/attacks.ts";
import { formatFen } from "../../src/xiangqi/fen.ts";
import { legalMoves } from "../../src/xiangqi/moves.ts";
import { nameMove } from "../../src/xiangqi/notation/named.ts";
import { formatUci } from "../../src/xiangqi/notation/coordinates.ts";
import { formatWxf, parseWxf } from "../../src/xiangqi/notation/wxf.ts";
import type { Position } from "../../src/xiangqi/position.ts";
import { crowdedPositions, endgamePositions, playedPositions } from "./positions.ts";

// Fairy-Stockfish as a second opinion: it counts ranks from 1 and calls elephants E and horses H in WXF.

// The package is an ES module that does not say so, and its types describe it as something else.
const createFfish = ffishModule as unknown as (
  options: ModuleOptions & { wasmBinary: Uint8Array },
) => Promise<FairyStockfish>;

let ffish: FairyStockfish;
let board: Board;

beforeAll(async () => {
  const wasm = new URL(import.meta.resolve("ffish-es6/ffish.wasm"));
  ffish = await createFfish({ wasmBinary: readFileSync(wasm) });
  board = new ffish.Board("xiangqi");
});

afterAll(() => board.delete());

/** The FEN as Fairy-Stockfish writes it. */
function longFen(position: Position): string {
  return `${formatFen(position)} - - 0 1`;
}

/** `h2e2` with ranks from 1: `h3e3`. */
function toFfish(uci: string): string {
  return uci.replace(/[0-9]/g, (rank) => String(Number(rank) + 1));
}

function splitMoves(moves: string): string[] {
  return moves === "" ? [] : moves.split(" ");
}

const KINDS: [name: string, positions: fc.Arbitrary<Position>, numRuns: number][] = [
  ["positions reached by play", playedPositions, 1500],
  ["endgame positions", endgamePositions, 3000],
  ["positions crowded with soldiers", crowdedPositions, 500],
];

describe.each(KINDS)("on random %s", (_name, positions, numRuns) => {
  testEach(1, [4, 1])("legal moves, check and FEN agree with Fairy-Stockfish, on one of %i", (share) => {
    fc.assert(
      fc.property(positions, (position) => {
        board.setFen(longFen(position));
        const moves = legalMoves(position).map((move) => toFfish(formatUci(position, move)));
        expect(moves.sort()).toEqual(splitMoves(board.legalMoves()).sort());
        expect(inCheck(position.board, position.turn)).toBe(board.isCheck());
        expect(longFen(position)).toBe(board.fen());
      }),
      { numRuns: numRuns / share },
    );
  });

  test("WXF as Fairy-Stockfish writes it is read, and agrees where the conventions do", LONG, () => {
    fc.assert(
      fc.property(positions, (position) => {
        board.setFen(longFen(position));
        for (const move of legalMoves(position)) {
          const named = nameMove(position, move);
          // Two digits name the middle soldier of such a file in WXF, and count from the front for Fairy-Stockfish.
          if (named.tandemFiles > 1) continue;
          const theirs = board.sanMove(toFfish(formatUci(position, move)), ffish.Notation.XIANGQI_WXF);
          expect(parseWxf(position, theirs)).toBe(move);
          if (named.tandem > 1) continue;
          const letters: Record<string, string> = { N: "H", B: "E" };
          expect(formatWxf(position, move).replace(/[NB]/, (letter) => letters[letter]!)).toBe(theirs);
        }
      }),
      { numRuns: numRuns / 10 },
    );
  });
});
