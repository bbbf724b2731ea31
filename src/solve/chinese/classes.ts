/** The classes of the moves of an endgame, by any of the readings, with its attack sets (`attack-sets.ts`) in place of searches. */
import { slotOfCell } from "../planes.ts";
import { hasSlot } from "../outcomes.ts";
import { inCheck } from "../../xiangqi/attacks.ts";
import type { Move } from "../../xiangqi/moves.ts";
import { moveFrom } from "../../xiangqi/moves.ts";
import { KING, opponent, type Colour } from "../../xiangqi/pieces.ts";
import type { Position } from "../../xiangqi/position.ts";
import { matesByChecks } from "../../xiangqi/rules/chinese/forced.ts";
import { labelMove, labelNarrowly, type FindMates } from "../../xiangqi/rules/chinese/label.ts";
import { ALL_CLAUSES } from "../../xiangqi/rules/chinese/options.ts";
import { classOf, type MoveClass } from "../../xiangqi/rules/chinese/verdict.ts";
import type { Cell } from "../../endgame/index.ts";
import type { AttackSets } from "./attack-sets.ts";

export type Reading = "narrow" | "default" | "wide";

/** A legal move that captures nothing, with the board after it and that board's cell. */
export interface QuietMove {
  readonly position: Position;
  readonly move: Move;
  readonly after: Uint8Array;
  readonly cell: Cell;
}

export class MoveClasses {
  readonly #attacks: AttackSets;
  readonly #weakIsFull: boolean;
  /** Moves that were labelled by the default reading in full. */
  labelled = 0;

  /** @param weakIsFull the edition of 1999, without a class of weak attacks */
  constructor(attacks: AttackSets, weakIsFull: boolean) {
    this.#attacks = attacks;
    this.#weakIsFull = weakIsFull;
  }

  readonly mates: FindMates = (board, side) => {
    const { index, mates } = this.#attacks;
    // In check the opponent could take the king, and the cell is illegal: only the search knows such a position.
    if (inCheck(board, opponent(side))) return matesByChecks(board, side);
    return hasSlot(mates[side], slotOfCell(index, index.indexOf(board)));
  };

  classOf(quiet: QuietMove, reading: Reading): MoveClass {
    const { position, move, after } = quiet;
    if (inCheck(after, opponent(position.turn))) return 3;
    if (reading === "wide") return this.#isWide(quiet) ? 2 : 0;
    const isNarrow = labelNarrowly(position, move, this.mates) !== "idle";
    if (isNarrow || reading === "narrow") return isNarrow ? 2 : 0;
    if (!this.#isWide(quiet)) return 0;
    this.labelled++;
    const found = classOf(labelMove(position, move, ALL_CLAUSES, this.mates));
    return found === 1 && this.#weakIsFull ? 2 : found;
  }

  /** Anything that any reading calls an attack. No reading does so where the king moves out of check. */
  #isWide({ position: { board, turn }, move, cell }: QuietMove): boolean {
    if ((board[moveFrom(move)]! & 7) === KING && inCheck(board, turn)) return false;
    return this.aims(turn, cell);
  }

  /** Whether a side could take something, mate, or force either by checks, having the move in a cell; perhaps elsewhere too. */
  aims(side: Colour, cell: Cell): boolean {
    const { index, aims } = this.#attacks;
    return hasSlot(aims[side], slotOfCell(index, cell));
  }
}
