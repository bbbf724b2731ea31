import type { Move } from "../moves.ts";
import type { Position } from "../position.ts";
import { formatSquares, parseSquares } from "./coordinates.ts";

/** A move as the Internet Chinese Chess Server writes it: `H2-E2`. */
export function formatIccs(_position: Position, move: Move): string {
  return formatSquares(move, "-").toUpperCase();
}

/** Reads `H2-E2`, in either case, with or without the hyphen. Throws InputError `bad-move` or `illegal-move`. */
export function parseIccs(position: Position, text: string): Move {
  return parseSquares(position, text);
}
