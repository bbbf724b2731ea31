/** A position that a client has sent, with what is known of the game on the way there. */
import type { Rules } from "../../table/format/header.ts";
import { parseLegalFen, START_FEN } from "../../xiangqi/fen.ts";
import { applyMove, isCapture, legalMoves, type Move } from "../../xiangqi/moves.ts";
import { finishWith } from "../../base/pausing.ts";
import { samePosition, type LegalPosition } from "../../xiangqi/position.ts";
import { parseLegalMove, ranksShown, type RankNumbering } from "./protocol.ts";

/** A game so far. */
export interface History {
  readonly start: LegalPosition;
  readonly moves: readonly Move[];
}

/** A position to move in, and what is known of the way there. */
export interface Setting extends History {
  readonly position: LegalPosition;
  readonly ranks: RankNumbering;
}

export function beginning(): Setting {
  const start = parseLegalFen(START_FEN);
  return { start, moves: [], position: start, ranks: 0 };
}

/** Plays moves until one is illegal. */
export function play(start: LegalPosition, words: readonly string[], ranks: RankNumbering) {
  let position = start;
  const moves: Move[] = [];
  for (const word of words) {
    const move = parseLegalMove(position, word, ranks);
    if (move === null) return { position, moves, illegal: word };
    position = applyMove(position, move);
    moves.push(move);
  }
  return { position, moves, illegal: null };
}

/**
 * How ranks are counted in the moves behind a position, by what they show or which way they are legal.
 * @param usual where both ways fit, or neither
 */
export function ranksOf(start: LegalPosition, words: readonly string[], usual: RankNumbering): RankNumbering {
  const shown = ranksShown(words);
  if (shown !== null || words.length === 0) return shown ?? usual;
  const fits = ([0, 1] as const).filter((ranks) => play(start, words, ranks).illegal === null);
  return fits.length === 1 ? fits[0]! : usual;
}

/**
 * The game that a position without moves goes on with: by none, one or two moves, the first the one that was answered. Null:
 * another game.
 */
export function continued(last: Setting, answered: Move | null, position: LegalPosition): History | null {
  if (samePosition(last.position, position)) return last;
  for (const first of answered === null ? legalMoves(last.position) : [answered]) {
    const next = applyMove(last.position, first);
    if (samePosition(next, position)) return { start: last.start, moves: [...last.moves, first] };
    if (next.turn === position.turn) continue;
    const second = legalMoves(next).find((move) => samePosition(applyMove(next, move), position));
    if (second !== undefined) return { start: last.start, moves: [...last.moves, first, second] };
  }
  return null;
}

/** Plies since the last capture that is known of. */
export function quietPlies({ start, moves }: History): number {
  let [position, plies] = [start, 0];
  for (const move of moves) {
    plies = isCapture(position, move) ? 0 : plies + 1;
    position = applyMove(position, move);
  }
  return plies;
}

/** What the rules say of the moves so far; null while nothing is decided. */
export async function verdictOn({ start, moves }: History, rules: Rules): Promise<string | null> {
  if (rules === "none") return null;
  const [{ Adjudicator }, { DEFAULT_TABLE_RULES, ruleBook }, { describeGameEnd }] = await Promise.all([
    import("../../rules/adjudicator.ts"),
    import("../../play/table-rules.ts"),
    import("../../play/game.ts"),
  ]);
  const adjudicator = new Adjudicator(start, ruleBook(rules, DEFAULT_TABLE_RULES));
  let first: string | null = null;
  for (const move of moves) {
    // Words of the client are heard meanwhile.
    const verdict = await finishWith(
      adjudicator.playInPieces(move),
      () => new Promise((resolve) => setImmediate(resolve)),
    );
    if (verdict !== null && first === null) first = describeGameEnd(verdict);
  }
  return first;
}
