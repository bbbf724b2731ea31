/**
 * The classes of moves for the proof, in three readings (docs/rules.md): by searches from `xiangqi/rules`, which remember what they
 * found. The solver's sets are not asked.
 */
import type { TableInfo } from "../../table/format/header.ts";
import { inCheck } from "../../xiangqi/attacks.ts";
import { applyMove, moveFrom, moveTo, type Move } from "../../xiangqi/moves.ts";
import { finish } from "../../base/pausing.ts";
import { EMPTY, KING, opponent, type Colour } from "../../xiangqi/pieces.ts";
import type { Position } from "../../xiangqi/position.ts";
import { ForcedSearches } from "../../rules/chinese/forced.ts";
import { labelMove, labelNarrowly, type PositionKnowledge } from "../../rules/chinese/label.ts";
import { ALL_CLAUSES } from "../../rules/chinese/edition.ts";
import { RecentThreats } from "../../rules/chinese/prospects.ts";
import { classOf, type MoveClass } from "../../rules/chinese/grades.ts";
import type { Reading } from "../../rules/chinese/edition.ts";

/** That a search explores before it gives up; then a side is taken to aim at something, and not to mate. */
const MOST_POSITIONS = 100_000;

/** That searches remember of either side, and positions whose threats are remembered, some 500 bytes each. */
const REMEMBERED = 2 ** 18;
const MOST_THREATS = 2 ** 14;

export class ProofClasses {
  readonly #weakIsFull: boolean;
  readonly #captures = new ForcedSearches("capture", MOST_POSITIONS, REMEMBERED);
  readonly #known: PositionKnowledge;

  /** @param weakIsFull the edition of 1999, without a class of weak attacks */
  constructor(weakIsFull: boolean) {
    this.#weakIsFull = weakIsFull;
    const mates = new ForcedSearches("mate", MOST_POSITIONS, REMEMBERED);
    const recent = new RecentThreats(ALL_CLAUSES, MOST_THREATS);
    this.#known = {
      mates: (board, side) => mates.of(board, side),
      threats: (board, side) => recent.of(board, side),
    };
  }

  /** The class of a legal move that captures nothing. */
  of(position: Position, move: Move, reading: Reading): MoveClass {
    if (reading === "default") {
      const found = classOf(labelMove(position, move, ALL_CLAUSES, this.#known));
      return found === 1 && this.#weakIsFull ? 2 : found;
    }
    const { board, turn } = position;
    const after = applyMove(position, move).board;
    if (inCheck(after, opponent(turn))) return 3;
    if (reading === "narrow") return labelNarrowly(position, move, this.#known) === "idle" ? 0 : 2;
    const isKingsParry = (board[moveFrom(move)]! & 7) === KING && inCheck(board, turn);
    return !isKingsParry && this.aims(after, turn) ? 2 : 0;
  }

  /** The wide reading of tables: whether a side could take anything, mate, or force either by checks, having the move. */
  aims(board: Uint8Array, side: Colour): boolean {
    return finish(this.#captures.of(board, side)) !== false;
  }
}

/** Those of a table's edition. */
export function proofClasses({ switches }: Pick<TableInfo, "switches">): ProofClasses {
  return new ProofClasses(switches.edition1999 === true);
}

/** Whether a legal move checks; the board is as before when that is known. */
export function checks({ board, turn }: Position, move: Move): boolean {
  const [from, to] = [moveFrom(move), moveTo(move)];
  const taken = board[to]!;
  board[to] = board[from]!;
  board[from] = EMPTY;
  const found = inCheck(board, opponent(turn));
  board[from] = board[to]!;
  board[to] = taken;
  return found;
}
