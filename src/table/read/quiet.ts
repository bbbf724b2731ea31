/** The quiet moves of one position, as cells: what a reader of a derived side looks up (docs/spec/table-format.md). */
import type { EndgameIndex } from "../../endgame/index.ts";
import { formationCode, type FormationClass } from "../../endgame/formation.ts";
import { moveFrom, moveTo, writeLegalMoves } from "../../xiangqi/moves.ts";
import { ADVISOR, ELEPHANT, EMPTY, KING, type Colour } from "../../xiangqi/pieces.ts";
import { flipSquare, SQUARES, type Square } from "../../xiangqi/squares.ts";

const moves = new Uint16Array(256);

export class QuietMoves {
  readonly #index: EndgameIndex;
  readonly #board = new Uint8Array(SQUARES);
  readonly #squares: Square[];
  /** The number of each formation's men for `findCode`. */
  readonly #red: Int32Array;
  readonly #black: Int32Array;
  /** The cells that the moves of the last position lead to, the first `count` of them. */
  readonly cells: Float64Array = new Float64Array(256);
  count = 0;

  constructor(index: EndgameIndex) {
    this.#index = index;
    this.#squares = (index.inner === null ? [] : [0]).concat(index.placements.men.map(() => 0));
    this.#red = formationCodes(index.red);
    this.#black = formationCodes(index.black);
  }

  /**
   * Finds what the legal moves of `turn` without capture lead to.
   * @param cell of the index
   * @returns false when two men of the cell share a square or one is out of reach
   */
  follow(turn: Colour, cell: number): boolean {
    const index = this.#index;
    const { placements, red, black, width, inner } = index;
    this.count = 0;
    const board = index.boardAt(cell, this.#board);
    if (board === null) return false;
    const blackFormation = cell % black.count;
    const row = (cell - blackFormation) / black.count;
    const square = row % width;
    const block = index.blocks[(row - square) / width]!;
    const placement = block % placements.count;
    const redFormation = (block - placement) / placements.count;
    const squares = this.#squares;
    let men = 0;
    if (inner !== null) squares[men++] = square;
    for (let i = 0; i < placements.men.length; i++) squares[men++] = placements.squareOf(placement, i);

    const found = writeLegalMoves(board, turn, moves);
    for (let i = 0; i < found; i++) {
      const from = moveFrom(moves[i]!);
      const to = moveTo(moves[i]!);
      if (board[to] !== EMPTY) continue;
      const role = board[from]! & 7;
      if (role !== KING && role !== ADVISOR && role !== ELEPHANT) {
        const man = squares.indexOf(from);
        squares[man] = to;
        this.cells[this.count++] = index.cellOf(redFormation, blackFormation, squares);
        squares[man] = from;
      } else if (turn === "red") {
        const code = (this.#red[redFormation]! & ~formationCode(role, from)) | formationCode(role, to);
        this.cells[this.count++] = index.cellOf(red.findCode(code), blackFormation, squares);
      } else {
        const code =
          (this.#black[blackFormation]! & ~formationCode(role, flipSquare(from))) | formationCode(role, flipSquare(to));
        this.cells[this.count++] = index.cellOf(redFormation, black.findCode(code), squares);
      }
    }
    return true;
  }
}

function formationCodes({ squares, advisors }: FormationClass): Int32Array {
  return Int32Array.from(squares, (men) =>
    men.reduce((code, at, man) => code | formationCode(man === 0 ? KING : man <= advisors ? ADVISOR : ELEPHANT, at), 0),
  );
}
