/** What the moves of a position are worth to the side that makes them. Pure: probe in, groups out. */
import { applyMove, type Move } from "../../src/xiangqi/moves.ts";
import { parseUci } from "../../src/xiangqi/notation/uci.ts";
import { endingOf, type Ending } from "../../src/xiangqi/outcome.ts";
import type { Position } from "../../src/xiangqi/position.ts";
import type { Category, Metric, Probe, ProbedMove } from "../api.ts";
import type { Length } from "../i18n/dictionary.ts";

export interface RankedMove {
  readonly move: Move;
  readonly outcome: Category;
  readonly order: number;
  /**
   * Plies that the game still lasts, this move included; null for a draw. A capture starts a new endgame: with distance
   * to conversion this is what that endgame lasts, the capture not included.
   */
  readonly plies: number | null;
  /** Whether the move converts into another endgame, so that `plies` counts in that one. */
  readonly converts: boolean;
  readonly ending: Ending | null;
  readonly capture: boolean;
  readonly check: boolean;
  readonly best: boolean;
}

export type MoveGroups = Readonly<Record<Category, readonly RankedMove[]>>;

const MOVERS_VIEW: Readonly<Record<Category, Category>> = { win: "loss", draw: "draw", loss: "win" };

/** The moves by their outcome for the mover, each group from best to worst. */
export function groupMoves(position: Position, probe: Probe): MoveGroups {
  const groups: Record<Category, RankedMove[]> = { win: [], draw: [], loss: [] };
  for (const probed of probe.moves) {
    const ranked = rank(position, probed, probe.metric);
    groups[ranked.outcome].push(ranked);
  }
  for (const group of Object.values(groups)) group.sort(compare);
  return groups;
}

/** The winner's moves within so many plies: he makes the last one. */
export function lengthOf(plies: number): Length {
  return { plies, moves: Math.ceil(plies / 2) };
}

function rank(position: Position, probed: ProbedMove, metric: Metric): RankedMove {
  const move = parseUci(position, probed.uci);
  const converts = probed.capture && metric === "dtc";
  return {
    move,
    outcome: MOVERS_VIEW[probed.category],
    order: probed.order ?? 0,
    plies: probed.distance === null ? null : probed.distance + (converts ? 0 : 1),
    converts,
    ending: endingOf(applyMove(position, move)),
    capture: probed.capture,
    check: probed.check,
    best: probed.best,
  };
}

/** Best moves first; then the winner prefers the short way and the loser the long one, orders before plies. */
function compare(a: RankedMove, b: RankedMove): number {
  const shortest = a.order - b.order || countedPlies(a) - countedPlies(b);
  return Number(b.best) - Number(a.best) || (a.outcome === "loss" ? -shortest : shortest);
}

/** Converting ends the count: it is the winner's last ply, and no resistance at all for the loser. */
function countedPlies(ranked: RankedMove): number {
  if (ranked.converts) return ranked.outcome === "win" ? 1 : 0;
  return ranked.plies ?? 0;
}
