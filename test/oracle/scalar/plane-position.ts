/** The positions of a plane, one at a time: a plane's cell as men on a board. */
import type { EndgameIndex } from "../../../src/endgame/index.ts";
import { sameHomeFile } from "../../../src/endgame/placement.ts";
import { EMPTY, pieceOf, type Piece } from "../../../src/xiangqi/pieces.ts";
import { canStand } from "../../../src/xiangqi/steps.ts";
import { flipSquare, SQUARES, type Square } from "../../../src/xiangqi/squares.ts";

export class PlanePosition {
  readonly index: EndgameIndex;
  /** The men of the cell set up last; undefined where `setUp` answered false. */
  readonly board: Uint8Array = new Uint8Array(SQUARES);
  /** Squares of the outer men. */
  readonly outerSquares: Square[];
  block = 0;
  redFormation = 0;
  blackFormation = 0;
  placement = 0;
  /** Square of the inner man, 0 when there is none. */
  innerSquare: Square = 0;
  redKing: Square = 0;
  blackKing: Square = 0;
  readonly #innerPiece: Piece;
  readonly #outerPieces: readonly Piece[];
  readonly #redPieces: readonly Piece[];
  readonly #blackPieces: readonly Piece[];
  /** Squares of Black's formations on the board, not in Red's coordinates. */
  readonly #blackSquares: readonly (readonly Square[])[];
  #vector = -1;
  #vectorFits = false;
  #innerIsPut = false;

  constructor(index: EndgameIndex) {
    this.index = index;
    this.#innerPiece = index.inner === null ? EMPTY : pieceOf("red", index.inner);
    this.#outerPieces = index.placements.men.map((man) => pieceOf(man.colour, man.role));
    this.outerSquares = this.#outerPieces.map(() => 0);
    const pieces = (colour: "red" | "black") => [
      pieceOf(colour, "king"),
      ...Array.from({ length: index[colour].advisors }, () => pieceOf(colour, "advisor")),
      ...Array.from({ length: index[colour].elephants }, () => pieceOf(colour, "elephant")),
    ];
    this.#redPieces = pieces("red");
    this.#blackPieces = pieces("black");
    this.#blackSquares = index.black.squares.map((men) => men.map(flipSquare));
  }

  /** Sets up a cell's men. False when two of them share a square or one can never stand where it should. */
  setUp(cell: number): boolean {
    const { width, inner } = this.index;
    const vector = Math.floor(cell / width);
    if (vector !== this.#vector) this.#setUpVector(vector);
    else if (this.#innerIsPut) this.board[this.innerSquare] = EMPTY;
    this.innerSquare = cell - vector * width;
    this.#innerIsPut = this.#vectorFits && inner !== null && this.#canPutInner(this.innerSquare);
    if (this.#innerIsPut) this.board[this.innerSquare] = this.#innerPiece;
    return inner === null ? this.#vectorFits : this.#innerIsPut;
  }

  /** All men but the inner one: the same for a whole vector of cells, which mostly come one after the other. */
  #setUpVector(vector: number): void {
    const { black, blocks, placements, red } = this.index;
    this.board.fill(EMPTY);
    this.#vector = vector;
    this.block = Math.floor(vector / black.count);
    this.blackFormation = vector - this.block * black.count;
    const either = blocks[this.block]!;
    this.redFormation = Math.floor(either / placements.count);
    this.placement = either - this.redFormation * placements.count;
    const redMen = red.squares[this.redFormation]!;
    const blackMen = this.#blackSquares[this.blackFormation]!;
    this.redKing = redMen[0]!;
    this.blackKing = blackMen[0]!;
    for (let man = 0; man < this.outerSquares.length; man++) {
      this.outerSquares[man] = placements.squareOf(this.placement, man);
    }
    this.#vectorFits =
      this.#put(this.#redPieces, redMen) &&
      this.#put(this.#blackPieces, blackMen) &&
      this.#put(this.#outerPieces, this.outerSquares);
  }

  #put(pieces: readonly Piece[], squares: readonly Square[]): boolean {
    for (let man = 0; man < pieces.length; man++) {
      const square = squares[man]!;
      if (this.board[square] !== EMPTY) return false;
      this.board[square] = pieces[man]!;
    }
    return true;
  }

  #canPutInner(square: Square): boolean {
    if (this.board[square] !== EMPTY || !canStand(this.#innerPiece, square)) return false;
    return this.index.inner !== "soldier" || !this.#sharesHomeFile(square);
  }

  /** Whether two red soldiers would stand on one file behind the river. Among outer men the index excludes it. */
  #sharesHomeFile(square: Square): boolean {
    const twin = this.#innerPiece;
    return this.outerSquares.some(
      (other, man) => this.#outerPieces[man] === twin && sameHomeFile("red", other, square),
    );
  }
}
