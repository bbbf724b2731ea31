/** The positions that can be judged: all legal ones, and diagrams with soldiers where no game brings them. */
import { InputError } from "../errors.ts";
import { parseFen } from "../fen.ts";
import { roleOf } from "../pieces.ts";
import type { Position } from "../position.ts";
import { findProblems, type Problem } from "../validate.ts";

/**
 * Reads a FEN to judge moves from. Diagrams of rule books put soldiers on squares that they cannot reach: that matters
 * to no verdict. Everything else that is impossible throws InputError.
 */
export function parseJudgedFen(text: string): Position {
  const position = parseFen(text);
  const problem = findProblems(position).find((each) => !isMisplacedSoldier(position, each));
  if (problem !== undefined) throw new InputError(problem.code, `impossible position: ${problem.message}`);
  return position;
}

function isMisplacedSoldier({ board }: Position, { code, square }: Problem): boolean {
  return code === "doubled-soldiers" || (code === "unreachable-square" && roleOf(board[square!]!) === "soldier");
}
