import { kingAttacked } from "./attacks.ts";
import type { Colour, Piece } from "./pieces.ts";
import { EMPTY, opponent } from "./pieces.ts";
import type { Position } from "./position.ts";
import type { Square } from "./squares.ts";
import { SQUARES, fileOf, rankOf } from "./squares.ts";
import type { StepTable } from "./steps.ts";
import {
  ADVISOR_STEPS,
  BLACK_SOLDIER_STEPS,
  ELEPHANT_STEPS,
  HORSE_STEPS,
  KING_STEPS,
  RED_SOLDIER_STEPS,
} from "./steps.ts";

/** A move: `from * 90 + to`. */
export type Move = number;

export function makeMove(from: Square, to: Square): Move {
  return from * SQUARES + to;
}

export function moveFrom(move: Move): Square {
  return (move / SQUARES) | 0;
}

export function moveTo(move: Move): Square {
  return move % SQUARES;
}

export function isCapture(position: Position, move: Move): boolean {
  return position.board[moveTo(move)] !== EMPTY;
}

/** The position after a move, which is not checked: see `isLegalMove`. */
export function applyMove(position: Position, move: Move): Position {
  const board = position.board.slice();
  board[moveTo(move)] = board[moveFrom(move)]!;
  board[moveFrom(move)] = EMPTY;
  return { board, turn: opponent(position.turn) };
}

const KING = 1;
const CHARIOT = 4;
const CANNON = 6;

// How a square matters to a king: a man on its file or rank can shield it or be a cannon's screen, and a man diagonally
// beside it can be the leg of a horse. Moves that touch no such square of their own king cannot expose it.
const ON_LINE = 1;
const ON_LEG = 2;

const KING_LINES = new Uint8Array(SQUARES * SQUARES);
for (let king = 0; king < SQUARES; king++) {
  for (let square = 0; square < SQUARES; square++) {
    const files = Math.abs(fileOf(square) - fileOf(king));
    const ranks = Math.abs(rankOf(square) - rankOf(king));
    KING_LINES[king * SQUARES + square] =
      files === 0 || ranks === 0 ? ON_LINE : files === 1 && ranks === 1 ? ON_LEG : 0;
  }
}

const STEPS: readonly (readonly (StepTable | null)[])[] = [RED_SOLDIER_STEPS, BLACK_SOLDIER_STEPS].map((soldier) => [
  null,
  KING_STEPS,
  ADVISOR_STEPS,
  ELEPHANT_STEPS,
  null,
  HORSE_STEPS,
  null,
  soldier,
]);

// Working space of the generator: the board is copied so that trying a move never touches the caller's.
const scratch = new Uint8Array(SQUARES);
// More than any board can yield: 90 men with 17 moves each.
const found = new Uint16Array(2048);

/** Adds the moves of a king, advisor, elephant, horse or soldier; own men are those whose bit 8 equals `own`. */
function addSteps(from: Square, steps: StepTable, own: number, blockable: boolean, count: number): number {
  const end = steps.start[from + 1]!;
  for (let i = steps.start[from]!; i < end; i++) {
    const to = steps.to[i]!;
    const target = scratch[to]!;
    if (target !== EMPTY && (target & 8) === own) continue;
    if (blockable && scratch[steps.through[i]!] !== EMPTY) continue;
    found[count++] = from * SQUARES + to;
  }
  return count;
}

/** Adds the moves of a chariot or cannon along one ray of `length` squares. */
function addRay(from: Square, step: number, length: number, own: number, cannon: boolean, count: number): number {
  const base = from * SQUARES;
  let to = from + step;
  let left = length;
  while (left > 0 && scratch[to] === EMPTY) {
    found[count++] = base + to;
    to += step;
    left--;
  }
  if (left <= 0) return count;
  if (cannon) {
    do {
      to += step;
      left--;
    } while (left > 0 && scratch[to] === EMPTY);
    if (left <= 0) return count;
  }
  if ((scratch[to]! & 8) !== own) found[count++] = base + to;
  return count;
}

function addSlides(from: Square, own: number, cannon: boolean, count: number): number {
  const file = fileOf(from);
  const rank = rankOf(from);
  count = addRay(from, 9, 9 - rank, own, cannon, count);
  count = addRay(from, -9, rank, own, cannon, count);
  count = addRay(from, 1, 8 - file, own, cannon, count);
  return addRay(from, -1, file, own, cannon, count);
}

/** Whether a move on the scratch board leaves its own king attacked. */
function exposesKing(from: Square, to: Square, king: Square, turn: Colour): boolean {
  const piece: Piece = scratch[from]!;
  const captured: Piece = scratch[to]!;
  scratch[to] = piece;
  scratch[from] = EMPTY;
  const exposed = kingAttacked(scratch, from === king ? to : king, turn);
  scratch[from] = piece;
  scratch[to] = captured;
  return exposed;
}

/** Keeps the legal ones of the first `count` moves found. */
function keepLegal(count: number, king: Square, turn: Colour): number {
  const checked = kingAttacked(scratch, king, turn);
  const lines = king * SQUARES;
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const move = found[i]!;
    const from = (move / SQUARES) | 0;
    const to = move - from * SQUARES;
    const risky =
      checked || KING_LINES[lines + from] !== 0 || (KING_LINES[lines + to] === ON_LINE && scratch[to] === EMPTY);
    if (!risky || !exposesKing(from, to, king, turn)) found[kept++] = move;
  }
  return kept;
}

/** Fills `found` with the legal moves of a side and returns their number. */
function generate(board: Uint8Array, turn: Colour): number {
  scratch.set(board);
  const own = turn === "red" ? 0 : 8;
  const steps = STEPS[own >> 3]!;
  let king = -1;
  let count = 0;
  for (let from = 0; from < SQUARES; from++) {
    const piece = scratch[from]!;
    if (piece === EMPTY || (piece & 8) !== own) continue;
    const role = piece & 7;
    if (role === CHARIOT) count = addSlides(from, own, false, count);
    else if (role === CANNON) count = addSlides(from, own, true, count);
    else count = addSteps(from, steps[role]!, own, role === 3 || role === 5, count);
    if (role === KING) king = from;
  }
  return king < 0 ? count : keepLegal(count, king, turn);
}

/**
 * The legal moves of the side to move: none leaves its own king attacked or the kings facing. A side without a king may
 * move anything. In order of the squares moved from.
 */
export function legalMoves(position: Position): Move[] {
  const count = generate(position.board, position.turn);
  const moves: Move[] = new Array(count);
  for (let i = 0; i < count; i++) moves[i] = found[i]!;
  return moves;
}

/**
 * Writes the legal moves of `turn` to `out` and returns how many there are, without allocating anything. `out` needs
 * room for them: 128 suffice for any legal position.
 */
export function writeLegalMoves(board: Uint8Array, turn: Colour, out: Uint16Array): number {
  const count = generate(board, turn);
  for (let i = 0; i < count; i++) out[i] = found[i]!;
  return count;
}

export function isLegalMove(position: Position, move: Move): boolean {
  const count = generate(position.board, position.turn);
  for (let i = 0; i < count; i++) if (found[i] === move) return true;
  return false;
}

/** Whether the side to move has any legal move; without one it has lost, in check or not. */
export function hasLegalMove(position: Position): boolean {
  return generate(position.board, position.turn) > 0;
}
