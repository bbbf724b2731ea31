/** Walks over the legal positions of an endgame, in the order of their cells, by the plain rules of the game. */
import { twinKey, type EndgameIndex } from "../endgame/index.ts";
import { isAttacked } from "../xiangqi/attacks.ts";
import { pieceOf, type Colour, type Piece } from "../xiangqi/pieces.ts";
import { isHomeSoldier } from "../xiangqi/steps.ts";
import { fileOf, type Square } from "../xiangqi/squares.ts";
import { attackingPieces, Setup } from "./setup.ts";

/**
 * Told of each legal position; `setup` shows it meanwhile.
 * @param halves for how many half positions of the whole board the cell stands: two cells share a position where the inner
 *   man has an equal twin
 */
export type Visit = (turn: Colour, cell: number, halves: number, inCheck: boolean) => void;

/**
 * Walks over all cells whose men stand on squares of their own, in the order of the cells; legal positions or not. `setup` shows each
 * while `visit` is told of it, with its number of half positions (`Visit`).
 */
export class Walk {
  readonly setup: Setup;
  readonly #index: EndgameIndex;
  readonly #visit: (cell: number, halves: number) => void;
  readonly #pieces: readonly Piece[];
  /** The numbers of the outer men that are the inner man's twins. */
  readonly #twins: readonly number[];

  constructor(index: EndgameIndex, visit: (cell: number, halves: number) => void) {
    this.#index = index;
    this.#visit = visit;
    this.setup = new Setup(index);
    this.#pieces = attackingPieces(index);
    this.#twins = this.#pieces.flatMap((piece, man) =>
      index.inner !== null && man > 0 && piece === pieceOf("red", index.inner) ? [man] : [],
    );
  }

  /** Visits the cells of stored blocks `from` to `to` (exclusive). */
  walk(from: number, to: number): void {
    const index = this.#index;
    const { placements, inner, innerReach, width, black } = index;
    const { setup } = this;
    const firstOuter = inner === null ? 0 : 1;
    for (let block = from; block < to; block++) {
      const whole = index.blocks[block]!;
      const placement = whole % placements.count;
      setup.start((whole - placement) / placements.count);
      let free = true;
      for (let man = 0; man < placements.men.length && free; man++) {
        free = setup.putAttackingMan(firstOuter + man, placements.squareOf(placement, man));
      }
      if (!free) continue;
      for (let square = 0; square < width; square++) {
        if (inner !== null && (innerReach[square] === 0 || !setup.putAttackingMan(0, square))) continue;
        const halves = this.#halvesOfRow(index.weights[block]!);
        setup.firstCell = (block * width + square) * black.count;
        if (halves > 0) this.#walkRow(halves);
        if (inner !== null) setup.takeAttackingMan(0);
      }
    }
  }

  /**
   * For how many half positions of the whole board a cell stands whose attacking men are those on the board. 0: for none,
   * because a twin of the inner man takes its part in the cell that counts, or because of doubled soldiers.
   */
  #halvesOfRow(weight: number): number {
    const { squares } = this.setup;
    let halves = 2 * weight;
    for (const twin of this.#twins) {
      const difference = twinKey(squares[twin]!) - twinKey(squares[0]!);
      if (difference > 0) return 0;
      if (difference === 0) halves = weight;
    }
    return hasDoubledSoldiers(this.#pieces, squares) ? 0 : halves;
  }

  /** Visits the cells of one placement of Red's men and all attacking men, for each formation of Black. */
  #walkRow(halves: number): void {
    const { setup } = this;
    const { count } = this.#index.black;
    for (let formation = 0; formation < count; formation++) {
      if (!setup.putBlack(formation)) continue;
      this.#visit(setup.firstCell + formation, halves);
      setup.takeBlack();
    }
  }
}

/** Walks over the legal positions. */
export class LegalWalk {
  readonly setup: Setup;
  readonly #walk: Walk;

  constructor(index: EndgameIndex, visit: Visit) {
    this.#walk = new Walk(index, (cell, halves) => {
      const { setup } = this;
      if (index.cellOf(setup.redFormation, setup.blackFormation, setup.squares) !== cell) {
        throw new Error(`${index.endgame.name}: the index does not give cell ${cell} for its own position`);
      }
      const redAttacked = isAttacked(setup.board, setup.redKing, "black");
      const blackAttacked = isAttacked(setup.board, setup.blackKing, "red");
      if (!blackAttacked) visit("red", cell, halves, redAttacked);
      if (!redAttacked) visit("black", cell, halves, blackAttacked);
    });
    this.setup = this.#walk.setup;
  }

  /** Visits the cells of stored blocks `from` to `to` (exclusive). */
  walk(from: number, to: number): void {
    this.#walk.walk(from, to);
  }
}

/** Two soldiers of one colour behind the river on one file, as no game can bring about. */
function hasDoubledSoldiers(pieces: readonly Piece[], squares: readonly Square[]): boolean {
  for (let a = 1; a < pieces.length; a++) {
    if (!isHomeSoldier(pieces[a]!, squares[a]!)) continue;
    for (let b = 0; b < a; b++) {
      if (pieces[a] !== pieces[b] || !isHomeSoldier(pieces[b]!, squares[b]!)) continue;
      if (fileOf(squares[a]!) === fileOf(squares[b]!)) return true;
    }
  }
  return false;
}

/** Which cells of a table are legal positions: one bit for each, in memory that threads share. */
export class LegalCells {
  readonly red: Int32Array;
  readonly black: Int32Array;

  /** @param cells of each side to move */
  constructor(cells: number, made: { readonly red: Int32Array; readonly black: Int32Array } = empty(cells)) {
    this.red = made.red;
    this.black = made.black;
  }

  add(turn: Colour, cell: number): void {
    Atomics.or(this[turn], Math.floor(cell / 32), 1 << (cell % 32));
  }

  has(turn: Colour, cell: number): boolean {
    return (this[turn][Math.floor(cell / 32)]! & (1 << (cell % 32))) !== 0;
  }
}

function empty(cells: number) {
  const side = () => new Int32Array(new SharedArrayBuffer(4 * Math.ceil(cells / 32)));
  return { red: side(), black: side() };
}
