/** Which men attack which squares, by the way they move. */
import {
  ADVISOR,
  CANNON,
  CHARIOT,
  ELEPHANT,
  EMPTY,
  HORSE,
  KING,
  SOLDIER,
  colourOf,
  opponent,
  pieceOf,
  type Colour,
  type Piece,
} from "./pieces.ts";
import { SQUARES, fileOf, rankOf, type Square } from "./squares.ts";
import {
  ADVISOR_BETWEEN,
  ADVISOR_STEPS,
  BLACK_SOLDIER_BETWEEN,
  BLACK_SOLDIER_ORIGINS,
  ELEPHANT_BETWEEN,
  ELEPHANT_STEPS,
  HORSE_BETWEEN,
  HORSE_ORIGINS,
  KING_BETWEEN,
  KING_STEPS,
  LINES,
  NO_STEP,
  RED_SOLDIER_BETWEEN,
  RED_SOLDIER_ORIGINS,
  type StepTable,
} from "./steps.ts";

/** A piece number that no man has. */
const NO_PIECE = -1;

/**
 * Whether the first man along a ray of `length` squares is a given chariot or facing king, or the second a given cannon.
 */
function rayAttacked(
  board: Uint8Array,
  square: Square,
  step: number,
  length: number,
  chariot: Piece,
  cannon: Piece,
  facingKing: Piece,
): boolean {
  let at = square + step;
  let left = length;
  while (left > 0 && board[at] === EMPTY) {
    at += step;
    left--;
  }
  if (left <= 0) return false;
  const first = board[at]!;
  if (first === chariot || first === facingKing) return true;
  do {
    at += step;
    left--;
  } while (left > 0 && board[at] === EMPTY);
  return left > 0 && board[at] === cannon;
}

function stepAttacked(
  board: Uint8Array,
  square: Square,
  origins: StepTable,
  piece: Piece,
  blockable: boolean,
): boolean {
  const end = origins.start[square + 1]!;
  for (let i = origins.start[square]!; i < end; i++) {
    if (board[origins.to[i]!] === piece && (!blockable || board[origins.through[i]!] === EMPTY)) return true;
  }
  return false;
}

/**
 * Whether some man of a colour could capture on a square by the way it moves, whatever stands there and without regard
 * to the safety of its own king. A king attacks the other king along an open file, and otherwise its own steps.
 */
export function isAttacked(board: Uint8Array, square: Square, byColour: Colour): boolean {
  const side = byColour === "red" ? 0 : 8;
  const chariot = side + CHARIOT;
  const cannon = side + CANNON;
  const facingKing = board[square] === (side ^ 8) + KING ? side + KING : NO_PIECE;
  const file = fileOf(square);
  const rank = rankOf(square);
  return (
    rayAttacked(board, square, 9, 9 - rank, chariot, cannon, facingKing) ||
    rayAttacked(board, square, -9, rank, chariot, cannon, facingKing) ||
    rayAttacked(board, square, 1, 8 - file, chariot, cannon, NO_PIECE) ||
    rayAttacked(board, square, -1, file, chariot, cannon, NO_PIECE) ||
    stepAttacked(board, square, HORSE_ORIGINS, side + HORSE, true) ||
    stepAttacked(board, square, side === 8 ? BLACK_SOLDIER_ORIGINS : RED_SOLDIER_ORIGINS, side + SOLDIER, false) ||
    stepAttacked(board, square, ELEPHANT_STEPS, side + ELEPHANT, true) ||
    stepAttacked(board, square, ADVISOR_STEPS, side + ADVISOR, false) ||
    stepAttacked(board, square, KING_STEPS, side + KING, false)
  );
}

/** The square of a side's king, or -1 when it has none. */
export function kingSquare(board: Uint8Array, colour: Colour): Square {
  return board.indexOf(pieceOf(colour, "king"));
}

/**
 * Whether a side's king could be captured. An open file between the kings counts for both sides. False without a king.
 */
export function inCheck(board: Uint8Array, colour: Colour): boolean {
  const king = kingSquare(board, colour);
  return king >= 0 && isAttacked(board, king, opponent(colour));
}

/** The number of men strictly between two squares of one line. */
function menBetween(board: Uint8Array, from: Square, to: Square, step: number): number {
  const high = from < to ? to : from;
  let men = 0;
  for (let at = (from < to ? from : to) + step; at < high; at += step) if (board[at] !== EMPTY) men++;
  return men;
}

/**
 * Whether the man on `from` could capture on `to` by the way it moves, whatever stands there and without regard to the
 * safety of its own king. A king attacks the other king along an open file, and otherwise its own steps.
 */
export function attacks(board: Uint8Array, from: Square, to: Square): boolean {
  const pair = from * SQUARES + to;
  const piece = board[from]!;
  const line = LINES[pair]!;
  switch (piece & 7) {
    case CHARIOT:
      return line !== 0 && menBetween(board, from, to, line) === 0;
    case CANNON:
      return line !== 0 && menBetween(board, from, to, line) === 1;
    case HORSE:
      return HORSE_BETWEEN[pair] !== NO_STEP && board[HORSE_BETWEEN[pair]!] === EMPTY;
    case SOLDIER:
      return (piece < 8 ? RED_SOLDIER_BETWEEN : BLACK_SOLDIER_BETWEEN)[pair] !== NO_STEP;
    case KING:
      if (KING_BETWEEN[pair] !== NO_STEP) return true;
      return line === 9 && board[to] === (piece ^ 8) && menBetween(board, from, to, line) === 0;
    case ADVISOR:
      return ADVISOR_BETWEEN[pair] !== NO_STEP;
    case ELEPHANT:
      return ELEPHANT_BETWEEN[pair] !== NO_STEP && board[ELEPHANT_BETWEEN[pair]!] === EMPTY;
    default:
      return false;
  }
}

/** The squares of the men of a colour that attack a square, ascending. */
export function menAttacking(board: Uint8Array, square: Square, byColour: Colour): Square[] {
  const squares: Square[] = [];
  for (let from = 0; from < SQUARES; from++) {
    const piece = board[from]!;
    if (piece !== EMPTY && colourOf(piece) === byColour && attacks(board, from, square)) squares.push(from);
  }
  return squares;
}

/**
 * Check (clause b1): the squares of the men that could capture a side's king by the way they move; the other king is one of them on an open
 * file. Empty for a side without a king.
 */
export function menGivingCheck(board: Uint8Array, colour: Colour): Square[] {
  const king = kingSquare(board, colour);
  return king < 0 ? [] : menAttacking(board, king, opponent(colour));
}
