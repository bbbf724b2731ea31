/** What the moves of single positions of a table lead to, as the walk over all of them follows it. */
import { writeLegalMoves } from "../../xiangqi/moves.ts";
import type { Position } from "../../xiangqi/position.ts";
import { cellOfKey, turnOfKey, type PositionKey } from "../asian/positions.ts";
import { TablePlanes, type ProofTables } from "../planes.ts";
import { Setup } from "../setup.ts";
import { newSuccessions, Successors, type Successions } from "../successors.ts";

export class Follower {
  readonly planes: TablePlanes;
  readonly #setup: Setup;
  readonly #successors: Successors;
  readonly #next = newSuccessions();

  constructor({ table, inputs }: ProofTables) {
    this.planes = new TablePlanes(table);
    this.#setup = new Setup(this.planes.index);
    this.#successors = new Successors(
      this.planes,
      new Map(Array.from(inputs, ([name, input]) => [name, new TablePlanes(input)])),
    );
  }

  /** Sets up a position; its board is the follower's own, until the next is asked for. */
  positionOf(key: PositionKey): Position {
    this.#setup.putCell(cellOfKey(key));
    return { board: this.#setup.board, turn: turnOfKey(key) };
  }

  /** The legal moves of the position that was set up last, until the next is asked for. */
  follow({ board, turn }: Position): Successions {
    const next = this.#next;
    next.count = writeLegalMoves(board, turn, next.moves);
    this.#successors.follow(this.#setup, turn, next);
    return next;
  }
}
