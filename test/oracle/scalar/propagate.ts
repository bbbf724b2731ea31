/** One ply of retrograde analysis over a stretch of cells. */
import type { Colour } from "../../../src/xiangqi/pieces.ts";
import { opponent } from "../../../src/xiangqi/pieces.ts";
import type { PlanePosition } from "./plane-position.ts";
import { decide, ESCAPES, ILLEGAL, UNKNOWN, type Side } from "./side.ts";
import type { Unmoves } from "./unmoves.ts";

export class Propagation {
  readonly #position: PlanePosition;
  readonly #unmoves: Unmoves;
  readonly #winner: Colour;
  readonly #winners: Side;
  readonly #losers: Side;

  constructor(position: PlanePosition, unmoves: Unmoves, sides: Readonly<Record<Colour, Side>>, winner: Colour) {
    this.#position = position;
    this.#unmoves = unmoves;
    this.#winner = winner;
    this.#winners = sides[winner];
    this.#losers = sides[opponent(winner)];
  }

  /** The last ply that may still have positions. Grows as positions are decided. */
  get lastPly(): number {
    return Math.max(this.#winners.longest, this.#losers.longest);
  }

  /** Passes on the cells from `first` to `end` that are decided at this ply: losses at even ones, wins at odd ones. */
  pass(ply: number, first: number, end: number): void {
    const isWin = ply % 2 === 1;
    const { plane } = isWin ? this.#winners : this.#losers;
    for (let cell = first; cell < end; cell++) {
      if (plane[cell] !== ply) continue;
      this.#position.setUp(cell);
      if (isWin) this.#crossOut(ply + 1);
      else this.#win(ply + 1);
    }
  }

  #win(ply: number): void {
    const { plane } = this.#winners;
    const count = this.#unmoves.write(this.#winner);
    for (let i = 0; i < count; i++) {
      const cell = this.#unmoves.cells[i]!;
      const value = plane[cell]!;
      if (value > ply && value !== ILLEGAL) decide(this.#winners, cell, ply);
    }
  }

  #crossOut(ply: number): void {
    const { plane, moves, holds } = this.#losers;
    const count = this.#unmoves.write(opponent(this.#winner));
    for (let i = 0; i < count; i++) {
      const cell = this.#unmoves.cells[i]!;
      if (plane[cell] !== UNKNOWN || moves[cell] === ESCAPES) continue;
      moves[cell] = moves[cell]! - 1;
      if (moves[cell] === 0) decide(this.#losers, cell, Math.max(ply, holds === null ? 0 : holds[cell]!));
    }
  }
}
