/** A proof as a game with variations: the longest defence, and beside each of the loser's moves what else he may try. */
import type { GameRecord, Line, Ply } from "../xiangqi/games/record.ts";
import { applyMove, legalMoves, type Move } from "../xiangqi/moves.ts";
import { formatFen } from "../xiangqi/fen.ts";
import type { Colour } from "../xiangqi/pieces.ts";
import type { LegalPosition } from "../xiangqi/position.ts";
import type { CheckedProof } from "./check.ts";
import { longestDefence } from "./prove.ts";

/** A line whose variations are still to be found. */
interface Open {
  readonly from: LegalPosition;
  readonly line: { move: Move; variations: Open[] }[];
}

export interface ProofGame {
  readonly record: GameRecord;
  /** Whether every defence is in it: else there were more moves than wanted. */
  readonly isWhole: boolean;
}

/**
 * Lines near the beginning come first. What was shown in one line is not shown again in another: there the line stops with the winner's move.
 * @param mostMoves of all lines together
 */
export function proofGame(position: LegalPosition, winner: Colour, proof: CheckedProof, mostMoves: number): ProofGame {
  const shown = new Set<string>();
  let count = 0;
  const main = follow(position, []);
  const open = [main];
  for (let next = open.shift(); next !== undefined && count < mostMoves; next = open.shift()) {
    let at = next.from;
    for (const [i, ply] of next.line.entries()) {
      // What else may be tried for the first move of a variation stands beside it.
      if (at.turn !== winner && (i > 0 || next === main)) {
        for (const move of legalMoves(at)) {
          if (move === ply.move || count >= mostMoves) continue;
          const beside = follow(at, [move]);
          ply.variations.push(beside);
          open.push(beside);
        }
      }
      at = applyMove(at, ply.move);
    }
  }
  const record = { start: position, tags: new Map<string, string>(), comment: "", line: toLine(main) };
  return { record, isWhole: count < mostMoves };

  /** These moves, then the longest defence, up to a position of another line. */
  function follow(from: LegalPosition, first: readonly Move[]): Open {
    const line: Open["line"] = [];
    let at = from;
    const rest = longestDefence(first.reduce(applyMove<LegalPosition>, from), winner, proof);
    for (const move of [...first, ...rest]) {
      line.push({ move, variations: [] });
      count++;
      const isKnown = at.turn === winner && shown.size === shown.add(formatFen(at)).size;
      if (isKnown) break;
      at = applyMove(at, move);
    }
    return { from, line };
  }
}

function toLine({ line }: Open): Line {
  return line.map(({ move, variations }): Ply => ({
    move,
    sign: null,
    comment: "",
    variations: variations.map(toLine),
  }));
}
