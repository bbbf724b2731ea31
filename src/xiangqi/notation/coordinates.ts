/** Moves by the two squares they go between: as engines write them (UCI), and as the Internet Chinese Chess Server (ICCS). */
import { checkText, InputError } from "../../base/errors.ts";
import { isLegalMove, makeMove, moveFrom, moveTo, type Move } from "../moves.ts";
import type { Position } from "../position.ts";
import { parseSquare, squareName } from "../squares.ts";

/** `h2e2`: ranks are counted from 0. */
export function formatUci(_position: Position, move: Move): string {
  return squareName(moveFrom(move)) + squareName(moveTo(move));
}

/** `H2-E2`. */
export function formatIccs(_position: Position, move: Move): string {
  return `${squareName(moveFrom(move))}-${squareName(moveTo(move))}`.toUpperCase();
}

/**
 * Reads a move written as two squares in either case, with or without a hyphen between them.
 * Throws InputError: `bad-move` on other text, `illegal-move` on a move that is not legal in the position.
 */
export function parseUci(position: Position, text: string): Move {
  checkText(text, "bad-move");
  const match = /^([a-i][0-9])-?([a-i][0-9])$/i.exec(text.trim());
  if (match === null) throw new InputError("bad-move", `"${text}" is not a move such as h2e2 or H2-E2`);
  const move = makeMove(parseSquare(match[1]!), parseSquare(match[2]!));
  if (!isLegalMove(position, move)) throw new InputError("illegal-move", `"${text}" is not a legal move here`);
  return move;
}

/** The same: either way to write is read by both. */
export const parseIccs: typeof parseUci = parseUci;
