import type { Move } from "../moves.ts";
import type { Position } from "../position.ts";
import { formatSquares, parseSquares } from "./coordinates.ts";

/** A move as engines write it, ranks counted from 0: `h2e2`. */
export function formatUci(_position: Position, move: Move): string {
  return formatSquares(move, "");
}

/** Reads `h2e2`, in either case. Throws InputError `bad-move` or `illegal-move`. */
export function parseUci(position: Position, text: string): Move {
  return parseSquares(position, text);
}
