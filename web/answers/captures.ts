/** The captures of a position that lead to endgames whose tables are there, with their exact values. */
import { canonicalEndgame, endgameOf } from "../../src/endgame/endgame.ts";
import type { ProbeResult } from "../../src/query/probe.ts";
import type { Rules } from "../../src/table/format/header.ts";
import { formatFen } from "../../src/xiangqi/fen.ts";
import { applyMove, isCapture, legalMoves, type Move } from "../../src/xiangqi/moves.ts";
import type { LegalPosition } from "../../src/xiangqi/position.ts";
import { AnswerError } from "./answers.ts";
import { rules } from "../base/rules.ts";
import { answers, otherRules } from "./current.ts";

export interface SolvedCapture {
  readonly move: Move;
  readonly after: LegalPosition;
  /** Of the position after it: to the opponent. */
  readonly probe: ProbeResult;
}

/** To the mover: wins first, the soonest of them; then draws, then losses, the latest first. */
const WORTH = { loss: 0, draw: 1, win: 2 } as const;

/** The canonical names of the endgames that have a table by the rules of the page, or by others. */
export async function solvedEndgames(signal: AbortSignal, by?: Rules): Promise<ReadonlySet<string>> {
  const { tables } = await answers(by).list(signal);
  return new Set(tables.map(({ endgame }) => endgame));
}

/** @param here as `solvedEndgames` gives them */
export function isSolved({ board }: LegalPosition, here: ReadonlySet<string>): boolean {
  return here.has(nameOf(board));
}

const nameOf = (board: Uint8Array): string => canonicalEndgame(endgameOf(board)).endgame.name;

/** By the rules of the page, or where these have no table that a capture leads to, by the first others that do. The best one first. */
export async function capturesByAnyRules(
  position: LegalPosition,
  signal: AbortSignal,
): Promise<{ readonly by: Rules; readonly found: readonly SolvedCapture[] }> {
  const by = rules.peek();
  const found = await solvedCaptures(position, await solvedEndgames(signal), signal);
  if (found.length > 0) return { by, found };
  for (const move of legalMoves(position)) {
    const other = isCapture(position, move) ? await otherRules(nameOf(applyMove(position, move).board)) : null;
    if (other === null) continue;
    const byOther = await solvedCaptures(position, await solvedEndgames(signal, other), signal, other);
    if (byOther.length > 0) return { by: other, found: byOther };
  }
  return { by, found };
}

/** The best one first. @param here as `solvedEndgames` gives them */
export async function solvedCaptures(
  position: LegalPosition,
  here: ReadonlySet<string>,
  signal: AbortSignal,
  by?: Rules,
): Promise<SolvedCapture[]> {
  const found: SolvedCapture[] = [];
  for (const move of legalMoves(position)) {
    if (!isCapture(position, move)) continue;
    const after = applyMove(position, move);
    if (!isSolved(after, here)) continue;
    try {
      found.push({ move, after, probe: await answers(by).ask("probe", { fen: formatFen(after) }, signal) });
    } catch (error) {
      if (!(error instanceof AnswerError)) throw error; // what cannot be looked up now is left out
    }
  }
  const length = ({ probe: { category, distance } }: SolvedCapture) =>
    category === "win" ? -(distance ?? 0) : (distance ?? 0);
  return found.sort((a, b) => WORTH[a.probe.category] - WORTH[b.probe.category] || length(a) - length(b));
}
