/** The first look at every position: whether it is legal, what its captures lead to and how many quiet moves it has. */
import { isAttacked } from "../../../src/xiangqi/attacks.ts";
import { writeLegalMoves, type Move } from "../../../src/xiangqi/moves.ts";
import { COLOURS, EMPTY, opponent, type Colour } from "../../../src/xiangqi/pieces.ts";
import { SQUARES } from "../../../src/xiangqi/squares.ts";
import type { SubDistance } from "./captures.ts";
import type { PlanePosition } from "./plane-position.ts";
import { decide, ESCAPES, ILLEGAL, type Side } from "./side.ts";
import type { Metric } from "../../../src/table/value.ts";

export class FirstLook {
  readonly #position: PlanePosition;
  readonly #sides: Readonly<Record<Colour, Side>>;
  readonly #metric: Metric;
  readonly #subDistance: SubDistance;
  readonly #legalMoves: Uint16Array = new Uint16Array(256);

  constructor(
    position: PlanePosition,
    sides: Readonly<Record<Colour, Side>>,
    metric: Metric,
    subDistance: SubDistance,
  ) {
    this.#position = position;
    this.#sides = sides;
    this.#metric = metric;
    this.#subDistance = subDistance;
  }

  look(cell: number): void {
    const fits = this.#position.setUp(cell);
    for (const turn of COLOURS) {
      if (fits && this.#isLegal(turn)) this.#lookFor(turn, cell);
      else this.#sides[turn].plane[cell] = ILLEGAL;
    }
  }

  /** The side not to move must not be in check; facing kings are a check to both. */
  #isLegal(turn: Colour): boolean {
    const { board, redKing, blackKing } = this.#position;
    return !isAttacked(board, turn === "red" ? blackKing : redKing, turn);
  }

  #lookFor(turn: Colour, cell: number): void {
    const { board } = this.#position;
    const side = this.#sides[turn];
    const count = writeLegalMoves(board, turn, this.#legalMoves);
    if (count === 0) this.#countEnding(side, turn);
    let quiet = 0;
    let escapes = false;
    let shortestWin = Infinity;
    let longestLoss = 0;
    for (let i = 0; i < count; i++) {
      const move = this.#legalMoves[i]!;
      if (board[move % SQUARES] === EMPTY) {
        quiet++;
        continue;
      }
      const plies = this.#pliesByCapture(move, turn);
      if (plies === null) escapes = true;
      else if (plies % 2 === 1) shortestWin = Math.min(shortestWin, plies);
      else longestLoss = Math.max(longestLoss, plies);
    }
    if (shortestWin < Infinity) decide(side, cell, shortestWin);
    else if (quiet === 0 && !escapes) decide(side, cell, longestLoss);
    side.moves[cell] = escapes || shortestWin < Infinity ? ESCAPES : quiet;
    if (side.holds !== null) side.holds[cell] = longestLoss;
  }

  /** What a capture makes of the position, in plies; null: a draw. A win by conversion takes 1 ply, a loss 0. */
  #pliesByCapture(move: Move, turn: Colour): number | null {
    const { board } = this.#position;
    const to = move % SQUARES;
    const from = (move - to) / SQUARES;
    const captured = board[to]!;
    board[to] = board[from]!;
    board[from] = EMPTY;
    const plies = this.#subDistance(board, opponent(turn), captured);
    board[from] = board[to]!;
    board[to] = captured;
    if (plies === null) return null;
    return this.#metric === "dtm" ? plies + 1 : (plies + 1) % 2;
  }

  #countEnding(side: Side, turn: Colour): void {
    const { board, index, block, redKing, blackKing } = this.#position;
    const inCheck = isAttacked(board, turn === "red" ? redKing : blackKing, opponent(turn));
    side[inCheck ? "checkmated" : "stalemated"] += index.weights[block]!;
  }
}
