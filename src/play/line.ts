/** A perfect line: the player plays both sides until the game is over. */
import { inPieces, type TableProvider } from "../table/catalog/catalog.ts";
import { valueOf } from "../query/lookup.ts";
import { nameValuedPosition, rankMoves, type RankedMove, type ValuedPosition } from "../query/probe.ts";
import { nameMoveIn, type MoveNames } from "../xiangqi/notation/move-names.ts";
import { compareChoices, isDraw, nameValue, type NamedValue } from "../table/value.ts";
import { isLoss } from "../table/value.ts";
import { formatFen } from "../xiangqi/fen.ts";
import { parseUci } from "../xiangqi/notation/coordinates.ts";
import type { LegalPosition, Position } from "../xiangqi/position.ts";
import type { Result } from "../rules/judging.ts";
import { describeGameEnd, startGame, type Game } from "./game.ts";

/** A move of the line with the value of the position after it, to the side to move there. */
export interface LineMove extends MoveNames, NamedValue {
  readonly capture: boolean;
}

/**
 * Why a line ends: the side to move has no move; a repetition is judged, by which the game is decided; nobody has an
 * attacking man left; in a drawn line, a position came back; or the number of plies asked for.
 */
export type LineEnd = "checkmate" | "stalemate" | "adjudicated" | "bare" | "repetition" | "limit";

/** Perfect play from a position on. */
export interface PerfectLine extends ValuedPosition {
  readonly moves: readonly LineMove[];
  readonly end: LineEnd;
  /** The verdict on the repetition that ends the line, and why. */
  readonly verdict: { readonly result: Result; readonly reason: string } | null;
  /** Where it ends. */
  readonly finalFen: string;
}

/** Plain data, so that a request can carry them. */
export interface LineOptions {
  /** Moves made before, written as `h2e2`: the line goes on after them, with their repetitions in mind. */
  readonly played?: readonly string[];
  /** The losing side takes any of its equally good moves, by numbers that follow from this one. Default: the first. */
  readonly seed?: number;
  /** The most plies of a drawn line. Default 20. */
  readonly drawPlies?: number;
  /** The most plies of any line. Default 2000. */
  readonly maxPlies?: number;
}

/**
 * A perfect line from a position, across captures into other endgames. The same every time.
 * @throws MissingTableError, whatever reading a table throws, and InputError for moves played that are none
 */
export async function perfectLine(
  start: Position,
  provider: TableProvider,
  { played = [], seed, drawPlies = 20, maxPlies = 2000 }: LineOptions = {},
): Promise<PerfectLine> {
  const game = await startGame(start, provider);
  for (const move of played) {
    if (game.end !== null) break;
    await inPieces(game.playInPieces(parseUci(game.position, move)), provider);
  }
  const { position } = game;
  const value = await valueOf(position, provider);
  const limit = isDraw(value) ? Math.min(drawPlies, maxPlies) : maxPlies;
  const random = seed === undefined ? null : randomNumbers(seed);
  const moves: LineMove[] = [];
  let end = lineEndOf(game, isDraw(value));
  while (end === null && moves.length < limit) {
    const choice = await game.choose();
    const { move, capture, after } =
      random !== null && isLoss(choice.before) ? await anyBest(game.position, provider, random) : choice;
    moves.push({ ...nameMoveIn(game.position, move), ...nameValue(after), capture });
    await inPieces(game.playInPieces(move), provider);
    end = lineEndOf(game, isDraw(value));
  }
  return {
    ...nameValuedPosition(position, value, provider),
    moves,
    end: end ?? "limit",
    verdict: end === "adjudicated" ? { result: game.end!.result, reason: describeGameEnd(game.end!) } : null,
    finalFen: formatFen(game.position),
  };
}

/** One of the best moves by their values alone, which is all that a loser needs. */
async function anyBest(position: LegalPosition, provider: TableProvider, random: () => number): Promise<RankedMove> {
  const ranked = await rankMoves(position, provider);
  const best = ranked.filter(({ value }) => compareChoices(value, ranked[0]!.value) === 0);
  return best[Math.floor(random() * best.length)]!;
}

/** Numbers from 0 to below 1 that follow from a seed (Park and Miller's generator). */
export function randomNumbers(seed: number): () => number {
  const modulus = 2_147_483_647;
  let state = (Math.abs(Math.trunc(seed)) % (modulus - 1)) + 1;
  return () => {
    state = (state * 48_271) % modulus;
    return state / modulus;
  };
}

function lineEndOf({ end, occurrences }: Game, drawn: boolean): LineEnd | null {
  if (end === null) return drawn && occurrences > 1 ? "repetition" : null;
  switch (end.kind) {
    case "ending":
      return end.ending;
    case "repetition":
    case "grades":
      return "adjudicated";
    case "bare":
      return "bare";
    case "threefold":
      return "repetition";
  }
}
