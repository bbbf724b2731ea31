/** Proof trees for tests. */
import { parseLegalFen } from "../../src/xiangqi/fen.ts";
import { legalMoves, type Move } from "../../src/xiangqi/moves.ts";
import { parseUci } from "../../src/xiangqi/notation/coordinates.ts";
import type { LegalPosition } from "../../src/xiangqi/position.ts";
import type { ProofTree } from "../../src/prove/proof-tree.ts";

/** The number that a proof tree has for a move. */
export function numberOf(position: LegalPosition, uci: string): number {
  const move: Move = parseUci(position, uci);
  return legalMoves(position)
    .sort((a, b) => a - b)
    .indexOf(move);
}

/** A tree of a win of the side to move, by these bytes. */
export function treeOf(fen: string, moves: readonly number[], more: Partial<ProofTree> = {}): ProofTree {
  const position = parseLegalFen(fen);
  return { rules: "none", position, winner: position.turn, tables: [], moves: Uint8Array.from(moves), ...more };
}

/** 五虎靠山, 适情雅趣 54: won by checks in 19 plies. */
export const FIVE_TIGERS = "C7r/3kaP3/b1c1ba3/1R3N3/9/C8/9/9/4p1r2/5K3 w";

/** 火炎昆岗, 适情雅趣 279: won by quiet moves among checks. */
export const KUNGANG_FIRE = "3ak1b1r/4a2Pn/4b4/4C4/9/9/cR7/n8/4A1p2/3AKC3 w";

/**
 * The chariot takes the soldier. What is left is a win by the Asian rules alone, since the horse may not go on checking, and a draw where
 * repetitions are; there is a longer win without any table.
 */
export const CAPTURE_FIRST = "9/4k4/9/9/9/9/9/4n4/3K3R1/7p1 w";
