/** The captures of a position that lead to endgames whose tables are there, with their exact values. */
import { canonicalEndgame, endgameOf } from "../../src/endgame/endgame.ts";
import type { ProbeResult } from "../../src/query/probe.ts";
import { formatFen } from "../../src/xiangqi/fen.ts";
import { applyMove, isCapture, legalMoves, type Move } from "../../src/xiangqi/moves.ts";
import type { LegalPosition } from "../../src/xiangqi/position.ts";
import { AnswerError } from "./answers.ts";
import { answers } from "./current.ts";

export interface SolvedCapture {
  readonly move: Move;
  readonly after: LegalPosition;
  /** Of the position after it: to the opponent. */
  readonly probe: ProbeResult;
}

/** To the mover: wins first, the soonest of them; then draws, then losses, the latest first. */
const WORTH = { loss: 0, draw: 1, win: 2 } as const;

/** The canonical names of the endgames that have a table. */
export async function solvedEndgames(signal: AbortSignal): Promise<ReadonlySet<string>> {
  const { tables } = await answers().list(signal);
  return new Set(tables.map(({ endgame }) => endgame));
}

/** @param here as `solvedEndgames` gives them */
export function isSolved({ board }: LegalPosition, here: ReadonlySet<string>): boolean {
  return here.has(canonicalEndgame(endgameOf(board)).endgame.name);
}

/** The best one first. @param here as `solvedEndgames` gives them */
export async function solvedCaptures(
  position: LegalPosition,
  here: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<SolvedCapture[]> {
  const found: SolvedCapture[] = [];
  for (const move of legalMoves(position)) {
    if (!isCapture(position, move)) continue;
    const after = applyMove(position, move);
    if (!isSolved(after, here)) continue;
    try {
      found.push({ move, after, probe: await answers().ask("probe", { fen: formatFen(after) }, signal) });
    } catch (error) {
      if (!(error instanceof AnswerError)) throw error; // what cannot be looked up now is left out
    }
  }
  const length = ({ probe: { category, distance } }: SolvedCapture) =>
    category === "win" ? -(distance ?? 0) : (distance ?? 0);
  return found.sort((a, b) => WORTH[a.probe.category] - WORTH[b.probe.category] || length(a) - length(b));
}
