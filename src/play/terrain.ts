/** The positions of one value that play may go round in, read from the tables. */
import type { TableProvider } from "../table/catalog/catalog.ts";
import { valueOf } from "../query/lookup.ts";
import { DEPENDS, isDependent, isDraw, isLoss, makeValue, orderOf, type Value } from "../table/value.ts";
import { applyMove, isCapture, legalMoves, type Move } from "../xiangqi/moves.ts";
import type { Colour } from "../xiangqi/pieces.ts";
import type { LegalPosition } from "../xiangqi/position.ts";
import { ChaseScanner } from "../rules/asian/chase-scanner.ts";
import type { RuleOptions } from "../rules/asian/options.ts";
import type { TerrainMove, Terrain } from "./exploration.ts";
import { followMove, keyOfNamed, labelsByName, type NamedPosition } from "./named-position.ts";

/** What moves of a position do by the rules, as a terrain's labels. */
export interface Labels<P extends LegalPosition = NamedPosition> {
  ofAll(position: P, moves: readonly Move[]): number[] | Promise<number[]>;
}

/** Finds what a move checks and chases, by the names of men. */
export class MoveLabels implements Labels {
  readonly #scanner: ChaseScanner;

  constructor(rules: RuleOptions) {
    this.#scanner = new ChaseScanner(rules);
  }

  of(position: NamedPosition, move: Move): number {
    return this.ofAll(position, [move])[0]!;
  }

  ofAll(position: NamedPosition, moves: readonly Move[]): number[] {
    this.#scanner.load(position.board, position.turn);
    return moves.map((move) => labelsByName(position, this.#scanner.chases(move)));
  }
}

/**
 * All positions of an endgame with the player's value: drawn ones, or those of distance 0 to the opponent and of distance 1
 * to the player of one order. The player's captures that are as good leave them.
 */
export function terrainOf(
  player: Colour,
  value: Value,
  provider: TableProvider,
  labels: Labels,
): Terrain<NamedPosition> {
  const isInside = (turn: Colour, found: Value) => {
    if (isDraw(value)) return isDraw(found);
    const inside = makeValue(orderOf(value), turn === player ? 1 : 0);
    return found === (isDependent(value) ? inside + DEPENDS : inside);
  };
  const isGood = (found: Value) => (isDraw(value) ? isDraw(found) : isLoss(found));
  return {
    keyOf: keyOfNamed,
    turnOf: ({ turn }) => turn,
    async movesOf(position) {
      const found: { move: Move; capture: boolean }[] = [];
      for (const move of legalMoves(position)) {
        const next: LegalPosition = applyMove(position, move);
        const capture = isCapture(position, move);
        if (capture && position.turn !== player) continue;
        const after = await valueOf(next, provider);
        if (capture ? isGood(after) : isInside(next.turn, after)) found.push({ move, capture });
      }
      const marks = await labels.ofAll(
        position,
        found.map(({ move }) => move),
      );
      return found.map(({ move, capture }, i): TerrainMove<NamedPosition> => ({
        move,
        labels: marks[i]!,
        to: capture ? null : followMove(position, move),
      }));
    },
  };
}
