/** What the moves of a position are worth to the side that makes them. Pure: probe in, groups out. */
import { applyMove, type Move } from "../../src/xiangqi/moves.ts";
import { parseUci } from "../../src/xiangqi/notation/uci.ts";
import { endingOf, type Ending } from "../../src/xiangqi/outcome.ts";
import type { Position } from "../../src/xiangqi/position.ts";
import type { Metric } from "../../src/table/header.ts";
import type { ProbedMove, ProbeResult } from "../../src/table/probe.ts";
import type { Category } from "../../src/table/value.ts";
import type { Length } from "../i18n/dictionary.ts";

export interface ValuedMove {
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

export type MoveGroups = Readonly<Record<Category, readonly ValuedMove[]>>;

const MOVERS_VIEW: Readonly<Record<Category, Category>> = { win: "loss", draw: "draw", loss: "win" };

/** The moves by their outcome for the mover, each group in the order of the probe: the best first. */
export function groupMoves(position: Position, probe: ProbeResult): MoveGroups {
  const groups: Record<Category, ValuedMove[]> = { win: [], draw: [], loss: [] };
  for (const probed of probe.moves) {
    const valued = valueForMover(position, probed, probe.metric);
    groups[valued.outcome].push(valued);
  }
  return groups;
}

/** The winner's moves within so many plies: he makes the last one. */
export function lengthOf(plies: number): Length {
  return { plies, moves: Math.ceil(plies / 2) };
}

function valueForMover(position: Position, probed: ProbedMove, metric: Metric): ValuedMove {
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
