/** What a search for a proof is asked, whatever searches. */
import type { Move } from "../xiangqi/moves.ts";
import type { Position } from "../xiangqi/position.ts";

/** `not-won`: nothing that this search looks at wins, in whatever time. `full`: its memory is. */
export type SearchState = "open" | "won" | "not-won" | "full";

/** Looks for a win of one side, the winner to be, from one position; goes on where it stopped. */
export interface ProofSearch {
  readonly state: SearchState;
  /** Positions whose moves were looked at. */
  readonly nodes: number;
  /** The longest line looked at, in plies. */
  readonly deepest: number;
  /** Searches some nodes more. */
  advance(nodes: number): SearchState;
  /** His move in a position that was found won for him; null where that is not known, or no longer. */
  winningMove(position: Position): Move | null;
  /** Looks again, some nodes more, for the win of a position whose move is no longer known. Left out where none is ever forgotten. */
  recall?(position: Position, nodes: number): SearchState;
  /** Gives up what is known of a position, whose win has to be looked for again. Left out likewise. */
  forget?(position: Position): void;
}
