/** A board on which searches try moves and take them back. */
import { inCheck } from "../../attacks.ts";
import { writeLegalMoves, type Move } from "../../moves.ts";
import { EMPTY, type Colour, type Piece } from "../../pieces.ts";
import { SQUARES } from "../../squares.ts";

const moves = new Uint16Array(2048);
const packed = new Uint16Array(Math.ceil(SQUARES / 4));

export class SearchBoard {
  readonly board: Uint8Array;

  /** The board is copied. */
  constructor(board: Uint8Array) {
    this.board = board.slice();
  }

  legalMoves(side: Colour): Move[] {
    const count = writeLegalMoves(this.board, side, moves);
    return Array.from(moves.subarray(0, count));
  }

  inCheck(side: Colour): boolean {
    return inCheck(this.board, side);
  }

  /** Returns what was captured, which `undo` asks for. */
  play(move: Move): Piece {
    const from = (move / SQUARES) | 0;
    const to = move - from * SQUARES;
    const taken = this.board[to]!;
    this.board[to] = this.board[from]!;
    this.board[from] = EMPTY;
    return taken;
  }

  undo(move: Move, taken: Piece): void {
    const from = (move / SQUARES) | 0;
    const to = move - from * SQUARES;
    this.board[from] = this.board[to]!;
    this.board[to] = taken;
  }

  /** Names the men and where they stand: four squares a character. */
  key(): string {
    const { board } = this;
    for (let i = 0, square = 0; i < packed.length; i++, square += 4) {
      packed[i] =
        board[square]! | (board[square + 1]! << 4) | ((board[square + 2] ?? 0) << 8) | ((board[square + 3] ?? 0) << 12);
    }
    return String.fromCharCode.apply(null, packed as unknown as number[]);
  }
}
