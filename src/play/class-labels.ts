/** The classes of moves under the Chinese rules, as labels of a terrain. */
import { inCheck } from "../xiangqi/attacks.ts";
import { applyMove, type Move } from "../xiangqi/moves.ts";
import type { Colour } from "../xiangqi/pieces.ts";
import type { LegalPosition, Position } from "../xiangqi/position.ts";
import { MoveLabeller } from "../xiangqi/rules/chinese/adjudicator.ts";
import type { Edition } from "../xiangqi/rules/chinese/options.ts";
import { classIn, classOf, HIGHEST_CLASS } from "../xiangqi/rules/chinese/verdict.ts";
import type { Labels } from "./terrain.ts";

/**
 * How moves are read. `checks`: as checks or as nothing, which is all that counts where a side must check for ever. `against` a
 * side: its own moves are what they are at most, and its opponent's what they are at least, so that what it achieves holds
 * under every reading.
 */
export type ClassReading = "default" | "checks" | { readonly against: Colour };

export class ClassLabels {
  readonly #labeller = new MoveLabeller();
  readonly #edition: Edition;

  constructor(edition: Edition) {
    this.#edition = edition;
  }

  by(reading: ClassReading): Labels<LegalPosition> {
    return {
      ofAll: (position, moves) => moves.map((move) => this.classOf(position, move, reading)),
    };
  }

  classOf(position: Position, move: Move, reading: ClassReading = "default"): number {
    if (reading === "checks") {
      const { board, turn } = applyMove(position, move);
      return inCheck(board, turn) ? HIGHEST_CLASS : 0;
    }
    const label = this.#labeller.of(position, move);
    if (reading === "default") return classOf(label, this.#edition);
    return classIn(label, reading.against === position.turn ? "wide" : "narrow");
  }

  /** Of moves that cannot come back. */
  forget(): void {
    this.#labeller.forget();
  }
}
