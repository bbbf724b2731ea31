/** The classes of the moves of an endgame, by any of the readings, with its attack sets (`attack-sets.ts`) in place of searches. */
import { slotOfCell } from "../planes.ts";
import { hasSlot } from "../outcomes.ts";
import { inCheck } from "../../xiangqi/attacks.ts";
import type { Move } from "../../xiangqi/moves.ts";
import { moveFrom } from "../../xiangqi/moves.ts";
import type { Pausing } from "../../base/pausing.ts";
import { KING, SOLDIER, opponent, type Colour } from "../../xiangqi/pieces.ts";
import type { Position } from "../../xiangqi/position.ts";
import { matesByChecks } from "../../rules/chinese/forced.ts";
import { labelMove, labelNarrowly, type PositionKnowledge } from "../../rules/chinese/label.ts";
import { ALL_CLAUSES, type Reading } from "../../rules/chinese/edition.ts";
import { RecentThreats } from "../../rules/chinese/prospects.ts";
import { classOf, type MoveClass } from "../../rules/chinese/grades.ts";
import type { Cell } from "../../endgame/index.ts";
import type { AttackSets } from "./attack-sets.ts";

/** A legal move that captures nothing, and the cell of the position after it. */
export interface QuietMove {
  readonly position: Position;
  readonly move: Move;
  readonly cell: Cell;
  /** Whether it is a move out of check. */
  readonly parries: boolean;
}

/** Positions whose threats are remembered, some 500 bytes each. */
const MOST_THREATS = 2 ** 16;

export class MoveClasses {
  readonly #attacks: AttackSets;
  readonly #weakIsFull: boolean;
  readonly #known: PositionKnowledge;

  /** @param weakIsFull the edition of 1999, without a class of weak attacks */
  constructor(attacks: AttackSets, weakIsFull: boolean) {
    this.#attacks = attacks;
    this.#weakIsFull = weakIsFull;
    const recent = new RecentThreats(ALL_CLAUSES, MOST_THREATS);
    this.#known = {
      mates: (board, side) => this.#mates(board, side),
      threats: (board, side) => recent.of(board, side),
    };
  }

  *#mates(board: Uint8Array, side: Colour): Pausing<boolean | null> {
    const { index, mates } = this.#attacks;
    // In check the opponent could take the king, and the cell is illegal: only the search knows such a position.
    if (inCheck(board, opponent(side))) return yield* matesByChecks(board, side);
    return hasSlot(mates[side], slotOfCell(index, index.indexOf(board)));
  }

  /** The class of a quiet move as far as sets tell it, without a search; null where they do not. */
  told({ position: { board, turn }, move, cell, parries }: QuietMove, reading: Reading): MoveClass | null {
    const { index, checked, mates, aims } = this.#attacks;
    const slot = slotOfCell(index, cell);
    if (hasSlot(checked[opponent(turn)], slot)) return 3;
    const role = board[moveFrom(move)]! & 7;
    // No reading calls it an attack where the king moves out of check, or where nothing could be forced.
    if ((parries && role === KING) || !hasSlot(aims[turn], slot)) return 0;
    if (reading === "wide") return 2;
    if (reading === "default") return null;
    const mayChase = role !== KING && role !== SOLDIER;
    return !parries && (mayChase || hasSlot(mates[turn], slot)) ? null : 0;
  }

  classOf(quiet: QuietMove, reading: Reading): MoveClass {
    const told = this.told(quiet, reading);
    if (told !== null) return told;
    const { position, move } = quiet;
    if (reading === "narrow") return labelNarrowly(position, move, this.#known) === "idle" ? 0 : 2;
    const found = classOf(labelMove(position, move, ALL_CLAUSES, this.#known));
    return found === 1 && this.#weakIsFull ? 2 : found;
  }
}
