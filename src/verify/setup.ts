/** A position of an endgame as the walk over its cells sees it: the board, and which man stands where. */
import type { EndgameIndex } from "../endgame/index.ts";
import { EMPTY, pieceOf, type Colour, type Piece } from "../xiangqi/pieces.ts";
import { SQUARES, flipSquare, type Square } from "../xiangqi/squares.ts";

/** Men are numbered: attacking men from 0 (the inner man first), the men of Red's formation from 32, of Black's from 64. */
export type ManNumber = number;
export const RED_FORMATION: ManNumber = 32;
export const BLACK_FORMATION: ManNumber = 64;

/** The attacking men of an endgame in the order of `cellOf`. */
export function attackingPieces(index: EndgameIndex): Piece[] {
  const outer = index.placements.men.map(({ colour, role }) => pieceOf(colour, role));
  return index.inner === null ? outer : [pieceOf("red", index.inner), ...outer];
}

/** What a formation's man is: the king, then the advisors, then the elephants. */
export function formationPieces(colour: Colour, { advisors, elephants }: EndgameIndex["red"]): Piece[] {
  return [
    pieceOf(colour, "king"),
    ...Array.from({ length: advisors }, () => pieceOf(colour, "advisor")),
    ...Array.from({ length: elephants }, () => pieceOf(colour, "elephant")),
  ];
}

export class Setup {
  readonly board: Uint8Array = new Uint8Array(SQUARES);
  /** Which man stands on a square. Meaningless for empty ones. */
  readonly manAt: Uint8Array = new Uint8Array(SQUARES);
  /** Squares of the attacking men. */
  readonly squares: Square[];
  redFormation = 0;
  blackFormation = 0;
  /** The cell with these men and Black's formation 0; the next formation has the next cell. */
  firstCell = 0;
  readonly #attackingPieces: readonly Piece[];
  readonly #redPieces: readonly Piece[];
  readonly #blackPieces: readonly Piece[];
  readonly #redSquares: readonly (readonly Square[])[];
  /** On the board, not in Red's coordinates. */
  readonly #blackSquares: readonly (readonly Square[])[];

  readonly #index: EndgameIndex;

  constructor(index: EndgameIndex) {
    this.#index = index;
    this.#attackingPieces = attackingPieces(index);
    this.squares = this.#attackingPieces.map(() => 0);
    this.#redPieces = formationPieces("red", index.red);
    this.#blackPieces = formationPieces("black", index.black);
    this.#redSquares = index.red.squares;
    this.#blackSquares = index.black.squares.map((squares) => squares.map(flipSquare));
  }

  /** The squares of a side's king, advisors and elephants, in this order. */
  formationOf(colour: Colour): readonly Square[] {
    return colour === "red" ? this.#redSquares[this.redFormation]! : this.#blackSquares[this.blackFormation]!;
  }

  get redKing(): Square {
    return this.formationOf("red")[0]!;
  }

  get blackKing(): Square {
    return this.formationOf("black")[0]!;
  }

  /** Empties the board and puts Red's formation on it. */
  start(redFormation: number): void {
    this.board.fill(EMPTY);
    this.redFormation = redFormation;
    const squares = this.#redSquares[redFormation]!;
    for (let man = 0; man < squares.length; man++) {
      this.#put(squares[man]!, this.#redPieces[man]!, RED_FORMATION + man);
    }
  }

  /** Puts an attacking man on a square. @returns false, and does nothing, when another man stands there */
  putAttackingMan(man: ManNumber, square: Square): boolean {
    if (this.board[square] !== EMPTY) return false;
    this.squares[man] = square;
    this.#put(square, this.#attackingPieces[man]!, man);
    return true;
  }

  takeAttackingMan(man: ManNumber): void {
    this.board[this.squares[man]!] = EMPTY;
  }

  /** Puts Black's formation on the board. @returns false, and does nothing, when another man stands in its way */
  putBlack(blackFormation: number): boolean {
    const squares = this.#blackSquares[blackFormation]!;
    for (let man = 0; man < squares.length; man++) if (this.board[squares[man]!] !== EMPTY) return false;
    this.blackFormation = blackFormation;
    for (let man = 0; man < squares.length; man++) {
      this.#put(squares[man]!, this.#blackPieces[man]!, BLACK_FORMATION + man);
    }
    return true;
  }

  /** Sets up the position of a cell. */
  putCell(cell: number): void {
    const { black, blocks, placements, width, inner } = this.#index;
    const formation = cell % black.count;
    const row = (cell - formation) / black.count;
    const whole = blocks[Math.floor(row / width)]!;
    const placement = whole % placements.count;
    this.firstCell = cell - formation;
    this.start((whole - placement) / placements.count);
    const firstOuter = inner === null ? 0 : 1;
    for (let man = 0; man < placements.men.length; man++) {
      this.putAttackingMan(firstOuter + man, placements.squareOf(placement, man));
    }
    if (inner !== null) this.putAttackingMan(0, row % width);
    this.putBlack(formation);
  }

  takeBlack(): void {
    const squares = this.#blackSquares[this.blackFormation]!;
    for (let man = 0; man < squares.length; man++) this.board[squares[man]!] = EMPTY;
  }

  #put(square: Square, piece: Piece, man: ManNumber): void {
    this.board[square] = piece;
    this.manAt[square] = man;
  }
}
