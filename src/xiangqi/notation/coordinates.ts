import { InputError } from "../errors.ts";
import { isLegalMove, makeMove, moveFrom, moveTo, type Move } from "../moves.ts";
import type { Position } from "../position.ts";
import { parseSquare, squareName } from "../squares.ts";

/** The squares a move goes between, as `h2e2` with something between the two. */
export function formatSquares(move: Move, between: string): string {
  return squareName(moveFrom(move)) + between + squareName(moveTo(move));
}

/**
 * Reads a move written as two squares in either case, with or without a hyphen between them.
 * Throws InputError: `bad-move` on other text, `illegal-move` on a move that is not legal in the position.
 */
export function parseSquares(position: Position, text: string): Move {
  const match = /^([a-i][0-9])-?([a-i][0-9])$/i.exec(text.trim());
  if (match === null) throw new InputError("bad-move", `"${text}" is not a move such as h2e2 or H2-E2`);
  const move = makeMove(parseSquare(match[1]!), parseSquare(match[2]!));
  if (!isLegalMove(position, move)) throw new InputError("illegal-move", `"${text}" is not a legal move here`);
  return move;
}
