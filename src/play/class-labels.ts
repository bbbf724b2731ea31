/** The classes of moves under the Chinese rules, as labels of a terrain. */
import { inPieces, type TableProvider } from "../table/catalog/catalog.ts";
import { inCheck } from "../xiangqi/attacks.ts";
import { applyMove, type Move } from "../xiangqi/moves.ts";
import type { Colour } from "../xiangqi/pieces.ts";
import type { LegalPosition, Position } from "../xiangqi/position.ts";
import { MoveLabeller } from "../rules/chinese/chinese-rules.ts";
import type { Edition } from "../rules/chinese/edition.ts";
import { classIn, classOf, HIGHEST_CLASS } from "../rules/chinese/grades.ts";
import type { Labels } from "./terrain.ts";

/**
 * How moves are read. `checks`: as checks or as nothing, which is all that counts where a side must check for ever. `against` a
 * side: its own moves are what they are at most, and its opponent's what they are at least, so that what it achieves holds
 * under every reading.
 */
export type ClassReading = "default" | "checks" | { readonly against: Colour };

export class ClassLabels {
  readonly #labellers = { narrowly: new MoveLabeller("label"), widely: new MoveLabeller("readings") };
  readonly #edition: Edition;
  readonly #provider: Pick<TableProvider, "pause">;

  constructor(edition: Edition, provider: Pick<TableProvider, "pause">) {
    this.#edition = edition;
    this.#provider = provider;
  }

  by(reading: ClassReading): Labels<LegalPosition> {
    return {
      ofAll: async (position, moves) => {
        const classes: number[] = [];
        for (const move of moves) classes.push(await this.classOf(position, move, reading));
        return classes;
      },
    };
  }

  async classOf(position: Position, move: Move, reading: ClassReading = "default"): Promise<number> {
    if (reading === "checks") {
      const { board, turn } = applyMove(position, move);
      return inCheck(board, turn) ? HIGHEST_CLASS : 0;
    }
    const isWide = reading !== "default" && reading.against === position.turn;
    const labeller = isWide ? this.#labellers.widely : this.#labellers.narrowly;
    const label = await inPieces(labeller.find(position, move), this.#provider);
    if (reading === "default") return classOf(label, this.#edition);
    return classIn(label, isWide ? "wide" : "narrow");
  }

  /** Of moves that cannot come back. */
  forget(): void {
    this.#labellers.narrowly.forget();
    this.#labellers.widely.forget();
  }
}
