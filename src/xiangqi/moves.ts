/** Moves: which are legal, what they lead to, and when the side to move has none. */
import { attacks, inCheck } from "./attacks.ts";
import {
  ADVISOR,
  CANNON,
  CHARIOT,
  type Colour,
  ELEPHANT,
  EMPTY,
  HORSE,
  KING,
  type Piece,
  SOLDIER,
  opponent,
} from "./pieces.ts";
import { InputError } from "../base/errors.ts";
import type { Position, SameLegality } from "./position.ts";
import { SQUARES, type Square, fileOf, rankOf } from "./squares.ts";
import {
  ADVISOR_STEPS,
  BLACK_SOLDIER_STEPS,
  ELEPHANT_STEPS,
  HORSE_BETWEEN,
  HORSE_STEPS,
  KING_STEPS,
  LINES,
  NO_STEP,
  RED_SOLDIER_STEPS,
  type StepTable,
} from "./steps.ts";

/** A copy of a board whose men are found fast: read four squares at a time, an endgame's empty ones cost little. */
export class ScannedBoard {
  /** The copy. */
  readonly board: Uint8Array;
  /** The squares of its men, ascending; as many as `load` said. */
  readonly squares: Uint8Array = new Uint8Array(SQUARES);
  readonly #words: Uint32Array = new Uint32Array(Math.ceil(SQUARES / 4));

  constructor() {
    this.board = new Uint8Array(this.#words.buffer, 0, SQUARES);
  }

  /** Copies a board. Returns the number of its men. */
  load(board: Uint8Array): number {
    this.board.set(board);
    let men = 0;
    for (let word = 0; word < this.#words.length; word++) {
      if (this.#words[word] === 0) continue;
      const end = Math.min(4 * word + 4, SQUARES);
      for (let square = 4 * word; square < end; square++) {
        if (this.board[square] !== EMPTY) this.squares[men++] = square;
      }
    }
    return men;
  }
}

/** A move: `from * 90 + to`. */
export type Move = number;

/** The move from one square to another, legal or not. */
export function makeMove(from: Square, to: Square): Move {
  return from * SQUARES + to;
}

/** The square that a move leaves. */
export function moveFrom(move: Move): Square {
  return (move / SQUARES) | 0;
}

/** The square that a move leads to. */
export function moveTo(move: Move): Square {
  return move % SQUARES;
}

/** Whether a move takes a man. */
export function isCapture(position: Position, move: Move): boolean {
  return position.board[moveTo(move)] !== EMPTY;
}

/** The position after a move, which is not checked: see `isLegalMove`. A legal move leads from legal positions to legal ones. */
export function applyMove<P extends Position>(position: P, move: Move): SameLegality<P> {
  const board = position.board.slice();
  board[moveTo(move)] = board[moveFrom(move)]!;
  board[moveFrom(move)] = EMPTY;
  return { board, turn: opponent(position.turn) } as SameLegality<P>;
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
const scanned = new ScannedBoard();
const scratch = scanned.board;
// The enemy's men that can ever attack a king, and those that may attack it where it stands once others move.
const enemySquares = new Uint8Array(SQUARES);
const threats = new Uint8Array(SQUARES);
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

/** Whether one of the first `count` men listed attacks the king; a man just captured no longer does. */
function anyAttacks(men: Uint8Array, count: number, king: Square, own: number): boolean {
  for (let i = 0; i < count; i++) {
    const from = men[i]!;
    if ((scratch[from]! & 8) !== own && attacks(scratch, from, king)) return true;
  }
  return false;
}

/** Whether a man could attack the king where it stands if the men between or beside them stood otherwise. */
function isThreat(from: Square, king: Square): boolean {
  const pair = from * SQUARES + king;
  switch (scratch[from]! & 7) {
    case HORSE:
      return HORSE_BETWEEN[pair] !== NO_STEP;
    case SOLDIER:
      return attacks(scratch, from, king);
    case KING:
      return LINES[pair] === 9;
    default:
      return LINES[pair] !== 0;
  }
}

/** Keeps the legal ones of the first `count` moves found, against the first `enemies` of `enemySquares`. */
function keepLegal(count: number, king: Square, enemies: number, own: number): number {
  let threatening = 0;
  for (let i = 0; i < enemies; i++) if (isThreat(enemySquares[i]!, king)) threats[threatening++] = enemySquares[i]!;
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const move = found[i]!;
    const from = (move / SQUARES) | 0;
    if (from !== king && threatening === 0) {
      found[kept++] = move;
      continue;
    }
    const to = move - from * SQUARES;
    const captured: Piece = scratch[to]!;
    scratch[to] = scratch[from]!;
    scratch[from] = EMPTY;
    const exposed =
      from === king ? anyAttacks(enemySquares, enemies, to, own) : anyAttacks(threats, threatening, king, own);
    scratch[from] = scratch[to]!;
    scratch[to] = captured;
    if (!exposed) found[kept++] = move;
  }
  return kept;
}

/** Fills `found` with the legal moves of a side and returns their number. */
function generate(board: Uint8Array, turn: Colour): number {
  const men = scanned.load(board);
  const own = turn === "red" ? 0 : 8;
  const steps = STEPS[own >> 3]!;
  let king = -1;
  let count = 0;
  let enemies = 0;
  for (let i = 0; i < men; i++) {
    const from = scanned.squares[i]!;
    const piece = scratch[from]!;
    const role = piece & 7;
    if ((piece & 8) !== own) {
      if (role !== ADVISOR && role !== ELEPHANT) enemySquares[enemies++] = from;
      continue;
    }
    if (role === CHARIOT) count = addSlides(from, own, false, count);
    else if (role === CANNON) count = addSlides(from, own, true, count);
    else count = addSteps(from, steps[role]!, own, role === ELEPHANT || role === HORSE, count);
    if (role === KING) king = from;
  }
  return king < 0 ? count : keepLegal(count, king, enemies, own);
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

/** Whether the side to move may make a move: it is one of a man of its own, and leaves its king neither in check nor facing the other. */
export function isLegalMove(position: Position, move: Move): boolean {
  const count = generate(position.board, position.turn);
  for (let i = 0; i < count; i++) if (found[i] === move) return true;
  return false;
}

/** @throws InputError `illegal-move` */
export function checkLegalMove(position: Position, move: Move): void {
  if (!isLegalMove(position, move)) throw new InputError("illegal-move", "the move is not legal here");
}

/** Whether the side to move has any legal move; without one it has lost, in check or not. */
export function hasLegalMove(position: Position): boolean {
  return generate(position.board, position.turn) > 0;
}

/** Why the side to move has lost: no legal move, in check or not. */
export type Ending = "checkmate" | "stalemate";

/** How the game has ended for the side to move, or null while it goes on. Both endings are lost. */
export function endingOf(position: Position): Ending | null {
  if (hasLegalMove(position)) return null;
  return inCheck(position.board, position.turn) ? "checkmate" : "stalemate";
}
