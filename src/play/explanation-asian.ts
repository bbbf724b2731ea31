/** What the Asian rules make of a position that the Chinese ones decide by a repetition. */
import { valueOf } from "../query/lookup.ts";
import { rankMoves } from "../query/probe.ts";
import type { TableProvider } from "../table/catalog/catalog.ts";
import { MissingTableError } from "../table/format/errors.ts";
import { categoryOf, compareChoices, type Category } from "../table/value.ts";
import { applyMove, type Move } from "../xiangqi/moves.ts";
import { nameMoveIn, type MoveNames } from "../xiangqi/notation/move-names.ts";
import type { Colour } from "../xiangqi/pieces.ts";
import type { LegalPosition } from "../xiangqi/position.ts";

/** A better result for the loser, and how it gets it. */
export interface AsianResult {
  /** Of the position explained, for the side to move there. */
  readonly category: Category;
  /** The first move that the loser would rather make than what the Chinese rules force it to; null where it need not. */
  readonly move: MoveNames | null;
  /** What both sides play before it. */
  readonly after: readonly MoveNames[];
}

/**
 * Null where the Asian rules have it lost as well, or their tables are not all at hand.
 * @param line what is played by the Chinese rules, from the position on
 */
export async function asianResultOf(
  start: LegalPosition,
  loser: Colour,
  line: readonly Move[],
  tables: TableProvider,
): Promise<AsianResult | null> {
  try {
    const category = categoryOf(await valueOf(start, tables));
    if (category === (start.turn === loser ? "loss" : "win")) return null;
    const after: MoveNames[] = [];
    let position = start;
    for (const played of line) {
      if (position.turn === loser) {
        const ranked = await rankMoves(position, tables);
        const best = ranked.filter(({ value }) => compareChoices(value, ranked[0]!.value) === 0);
        const other = best.find(({ move }) => move !== played);
        if (other !== undefined) return { category, move: nameMoveIn(position, other.move), after };
      }
      after.push(nameMoveIn(position, played));
      position = applyMove(position, played);
    }
    return { category, move: null, after: [] };
  } catch (error) {
    if (error instanceof MissingTableError) return null;
    throw error;
  }
}
