/** A board on which searches try moves and take them back. */
import { isAttacked, kingSquare } from "../../xiangqi/attacks.ts";
import { writeLegalMoves, type Move } from "../../xiangqi/moves.ts";
import { EMPTY, HORSE, KING, opponent, type Colour, type Piece } from "../../xiangqi/pieces.ts";
import { SQUARES, type Square } from "../../xiangqi/squares.ts";
import { HORSE_BETWEEN, LINES, NO_STEP } from "../../xiangqi/steps.ts";

const moves = new Uint16Array(2048);
const packed = new Uint16Array(Math.ceil(SQUARES / 4));

/** Positions that a search looks at between two pauses: a millisecond, while the code is not compiled yet several. */
const POSITIONS_A_PIECE = 200;
/** Positions looked at that no pause was made for. Of all searches of this thread: between two pauses it does one of them. */
let looked = 0;

/** Whether a search has looked at so much that it is to pause before it goes on. */
export function isPauseDue(): boolean {
  if (looked < POSITIONS_A_PIECE) return false;
  looked -= POSITIONS_A_PIECE;
  return true;
}

export class SearchBoard {
  readonly board: Uint8Array;
  #redKing: Square;
  #blackKing: Square;

  /** The board is copied. */
  constructor(board: Uint8Array) {
    this.board = board.slice();
    this.#redKing = kingSquare(board, "red");
    this.#blackKing = kingSquare(board, "black");
  }

  /** Becomes another position. */
  load(board: Uint8Array): void {
    this.board.set(board);
    this.#redKing = kingSquare(board, "red");
    this.#blackKing = kingSquare(board, "black");
  }

  legalMoves(side: Colour): Move[] {
    looked++;
    const count = writeLegalMoves(this.board, side, moves);
    const found: Move[] = new Array(count);
    for (let i = 0; i < count; i++) found[i] = moves[i]!;
    return found;
  }

  inCheck(side: Colour): boolean {
    const king = side === "red" ? this.#redKing : this.#blackKing;
    return king >= 0 && isAttacked(this.board, king, opponent(side));
  }

  /** False where a quiet move surely gives no check: it neither attacks the other king nor opens or closes a line to it. */
  mayCheck(move: Move, side: Colour): boolean {
    const king = side === "red" ? this.#blackKing : this.#redKing;
    if (king < 0) return false;
    const from = (move / SQUARES) | 0;
    const to = move - from * SQUARES;
    if (LINES[to * SQUARES + king] !== 0 || LINES[from * SQUARES + king] !== 0) return true;
    if ((this.board[from]! & 7) === HORSE && HORSE_BETWEEN[to * SQUARES + king] !== NO_STEP) return true;
    return IS_LEG[from * SQUARES + king] === 1;
  }

  /** Returns what was captured, which `undo` asks for. */
  play(move: Move): Piece {
    const from = (move / SQUARES) | 0;
    const to = move - from * SQUARES;
    const taken = this.board[to]!;
    const piece = this.board[from]!;
    this.board[to] = piece;
    this.board[from] = EMPTY;
    if ((taken & 7) === KING) this.#moveKing(taken, NOWHERE);
    if ((piece & 7) === KING) this.#moveKing(piece, to);
    return taken;
  }

  undo(move: Move, taken: Piece): void {
    const from = (move / SQUARES) | 0;
    const to = move - from * SQUARES;
    const piece = this.board[to]!;
    this.board[from] = piece;
    this.board[to] = taken;
    if ((taken & 7) === KING) this.#moveKing(taken, to);
    if ((piece & 7) === KING) this.#moveKing(piece, from);
  }

  #moveKing(king: Piece, to: Square): void {
    if (king < 8) this.#redKing = to;
    else this.#blackKing = to;
  }
}

const NOWHERE = -1;

/** Whether a man on one square keeps a horse from taking on another. */
const IS_LEG = new Uint8Array(SQUARES * SQUARES);
for (let pair = 0; pair < IS_LEG.length; pair++) {
  const leg = HORSE_BETWEEN[pair]!;
  if (leg !== NO_STEP) IS_LEG[leg * SQUARES + (pair % SQUARES)] = 1;
}

/** Names the men of a board and where they stand: four squares a character. */
export function keyOf(board: Uint8Array): string {
  for (let i = 0, square = 0; i < packed.length; i++, square += 4) {
    packed[i] =
      board[square]! | (board[square + 1]! << 4) | ((board[square + 2] ?? 0) << 8) | ((board[square + 3] ?? 0) << 12);
  }
  return String.fromCharCode.apply(null, packed as unknown as number[]);
}
