import { expect, test } from "vitest";
import { proofGame } from "../../src/prove/proof-game.ts";
import { longestDefence, provePosition } from "../../src/prove/prove.ts";
import { parseLegalFen } from "../../src/xiangqi/fen.ts";
import { readGame } from "../../src/xiangqi/games/read-game.ts";
import { formatPgn } from "../../src/xiangqi/games/pgn.ts";
import type { Line } from "../../src/xiangqi/games/record.ts";
import { applyMove, endingOf, legalMoves } from "../../src/xiangqi/moves.ts";
import type { LegalPosition } from "../../src/xiangqi/position.ts";
import { FIVE_TIGERS } from "./trees.ts";

const TIGERS = parseLegalFen(FIVE_TIGERS);

test("a proof is a game whose lines hold every defence, down to mate or to a position of another line", async () => {
  const { proof } = await provePosition(TIGERS, { checksAlone: true });
  const { record, isWhole } = proofGame(TIGERS, "red", proof!, 2000);
  expect(isWhole).toBe(true);
  expect(record.line.map(({ move }) => move)).toEqual(longestDefence(TIGERS, "red", proof!));
  const answered = new Set<string>();
  let ends = 0;
  walk(TIGERS, record.line);
  expect(answered.size).toBe(proof!.positions);
  expect(ends).toBeGreaterThanOrEqual(proof!.mates + proof!.stalemates); // a mate may end several lines
  expect(readGame(formatPgn(record)).record!.line).toEqual(record.line);

  function walk(from: LegalPosition, line: Line): void {
    let at = from;
    for (const [i, { move, variations }] of line.entries()) {
      if (at.turn === "red") {
        expect(move).toBe(proof!.book.moveAt(at.board));
        expect(variations).toEqual([]);
        answered.add(at.board.join());
      } else if (i > 0 || line === record.line) {
        expect(new Set([move, ...variations.map(([first]) => first!.move)])).toEqual(new Set(legalMoves(at)));
        for (const variation of variations) walk(at, variation);
      }
      at = applyMove(at, move);
    }
    if (endingOf(at) !== null) ends++;
  }
});

test("a game that would be too long is told to be a part", async () => {
  const { proof } = await provePosition(TIGERS, { checksAlone: true });
  const { record, isWhole } = proofGame(TIGERS, "red", proof!, 25);
  expect([isWhole, record.line.length]).toEqual([false, 19]);
});
