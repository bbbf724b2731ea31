/**
 * The first condition of a loss in a pattern of chasing (Fang, Algorithm 1): some one man is chased by every move that does
 * not lose. It leaves few candidates, and is asked for on all threads.
 */
import type { EndgameIndex } from "../../endgame/index.ts";
import { moveFrom, moveTo, writeLegalMoves } from "../../xiangqi/moves.ts";
import { EMPTY, opponent, type Colour } from "../../xiangqi/pieces.ts";
import { ChaseScanner } from "../../xiangqi/rules/chase-scanner.ts";
import type { RuleOptions } from "../../xiangqi/rules/options.ts";
import { indexCell, marksOf, planeCell, type Plane } from "../kernel.ts";

/** An endgame whose lower levels are known. */
export interface Solving {
  readonly index: EndgameIndex;
  readonly planes: Readonly<Record<Colour, Plane>>;
  readonly options: RuleOptions;
}

/** Whether some one man is chased by every move of the defender that does not lose: the first condition of a loss. */
export class OneManChased {
  readonly #solving: Solving;
  readonly #attacker: Colour;
  readonly #scanner: ChaseScanner;
  readonly #moves = new Uint16Array(128);

  /** @param attacker whose man is chased */
  constructor(solving: Solving, attacker: Colour) {
    this.#solving = solving;
    this.#attacker = attacker;
    this.#scanner = new ChaseScanner(solving.options);
  }

  /** For a position with the defender to move, given by its place in the planes. */
  holds(planeAt: number): boolean {
    const { index, planes } = this.#solving;
    const board = index.boardAt(indexCell(index, planeAt))!;
    const turn = opponent(this.#attacker);
    const plane = planes[this.#attacker];
    const { unknown } = marksOf(plane);
    this.#scanner.load(board, turn);
    let men = -2; // all but the king
    const count = writeLegalMoves(board, turn, this.#moves);
    for (let i = 0; i < count; i++) {
      const move = this.#moves[i]!;
      const [from, to] = [moveFrom(move), moveTo(move)];
      if (board[to] !== EMPTY) continue;
      const chased = this.#scanner.chases(move);
      if ((men & ~chased) === 0) continue;
      board[to] = board[from]!;
      board[from] = EMPTY;
      const child = plane[planeCell(index, index.indexOf(board))]!;
      board[from] = board[to]!;
      board[to] = EMPTY;
      if (child !== unknown) continue; // won for the attacker: leaving so loses
      men &= chased;
      if (men === 0) return false;
    }
    return true;
  }
}
