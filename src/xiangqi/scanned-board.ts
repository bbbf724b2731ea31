/** A copy of a board whose men are found fast: read four squares at a time, an endgame's empty ones cost little. */
import { EMPTY } from "./pieces.ts";
import { SQUARES } from "./squares.ts";

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
