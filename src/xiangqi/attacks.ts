import type { Colour, Piece } from "./pieces.ts";
import { EMPTY, colourOf, opponent, pieceOf } from "./pieces.ts";
import type { Square } from "./squares.ts";
import { SQUARES, fileOf, rankOf } from "./squares.ts";
import type { StepTable } from "./steps.ts";
import {
  ADVISOR_STEPS,
  BLACK_SOLDIER_ORIGINS,
  ELEPHANT_STEPS,
  HORSE_ORIGINS,
  KING_STEPS,
  RED_SOLDIER_ORIGINS,
} from "./steps.ts";

// Piece numbers of the attackers, relative to 0 for Red and 8 for Black.
const KING = 1;
const ADVISOR = 2;
const ELEPHANT = 3;
const CHARIOT = 4;
const HORSE = 5;
const CANNON = 6;
const SOLDIER = 7;
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
 * Whether the king of `colour`, standing on `king`, could be captured: by chariot, horse, cannon or soldier, or by the
 * other king along an open file. The inner loop of the move generator; advisors and elephants never reach a king.
 */
export function kingAttacked(board: Uint8Array, king: Square, colour: Colour): boolean {
  const enemy = colour === "red" ? 8 : 0;
  const chariot = enemy + CHARIOT;
  const cannon = enemy + CANNON;
  const file = fileOf(king);
  const rank = rankOf(king);
  return (
    rayAttacked(board, king, 9, 9 - rank, chariot, cannon, enemy + KING) ||
    rayAttacked(board, king, -9, rank, chariot, cannon, enemy + KING) ||
    rayAttacked(board, king, 1, 8 - file, chariot, cannon, NO_PIECE) ||
    rayAttacked(board, king, -1, file, chariot, cannon, NO_PIECE) ||
    stepAttacked(board, king, HORSE_ORIGINS, enemy + HORSE, true) ||
    stepAttacked(board, king, enemy === 8 ? BLACK_SOLDIER_ORIGINS : RED_SOLDIER_ORIGINS, enemy + SOLDIER, false)
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
  return king >= 0 && kingAttacked(board, king, colour);
}

/**
 * Whether some man of a colour could capture on a square by the way it moves, whatever stands there and without regard
 * to the safety of its own king. A king attacks the other king along an open file, and otherwise its own steps.
 */
export function isAttacked(board: Uint8Array, square: Square, byColour: Colour): boolean {
  const enemy = byColour === "red" ? 0 : 8;
  const chariot = enemy + CHARIOT;
  const cannon = enemy + CANNON;
  const facingKing = board[square] === (enemy ^ 8) + KING ? enemy + KING : NO_PIECE;
  const file = fileOf(square);
  const rank = rankOf(square);
  return (
    rayAttacked(board, square, 9, 9 - rank, chariot, cannon, facingKing) ||
    rayAttacked(board, square, -9, rank, chariot, cannon, facingKing) ||
    rayAttacked(board, square, 1, 8 - file, chariot, cannon, NO_PIECE) ||
    rayAttacked(board, square, -1, file, chariot, cannon, NO_PIECE) ||
    stepAttacked(board, square, HORSE_ORIGINS, enemy + HORSE, true) ||
    stepAttacked(board, square, enemy === 8 ? BLACK_SOLDIER_ORIGINS : RED_SOLDIER_ORIGINS, enemy + SOLDIER, false) ||
    stepAttacked(board, square, ELEPHANT_STEPS, enemy + ELEPHANT, true) ||
    stepAttacked(board, square, ADVISOR_STEPS, enemy + ADVISOR, false) ||
    stepAttacked(board, square, KING_STEPS, enemy + KING, false)
  );
}

// A man that blocks lines but attacks nothing: one of the side attacked.
const BLOCKER: Record<Colour, Piece> = {
  red: pieceOf(opponent("red"), "soldier"),
  black: pieceOf(opponent("black"), "soldier"),
};

/** The squares of the men of a colour that attack a square, as `isAttacked` judges each of them; ascending. */
export function attackersOf(board: Uint8Array, square: Square, byColour: Colour): Square[] {
  const attackers: Square[] = [];
  for (let from = 0; from < SQUARES; from++) {
    const piece = board[from]!;
    if (piece === EMPTY || from === square || colourOf(piece) !== byColour) continue;
    const alone = board.map((other, at) =>
      other === EMPTY || at === from || at === square ? other : BLOCKER[byColour],
    );
    if (isAttacked(alone, square, byColour)) attackers.push(from);
  }
  return attackers;
}
