/** What the moves of a position are worth to the side that makes them, and why. Pure: probe in, groups out. */
import { applyMove, endingOf, type Move, type Ending } from "../../src/xiangqi/moves.ts";
import { parseUci } from "../../src/xiangqi/notation/coordinates.ts";
import type { Position } from "../../src/xiangqi/position.ts";
import { reportMove } from "../../src/rules/asian/chase.ts";
import type { Man } from "../../src/rules/men.ts";
import type { OrderKind } from "../../src/table/format/header.ts";
import type { ProbedMove, ProbeResult } from "../../src/query/probe.ts";
import type { Category, Metric } from "../../src/table/value.ts";
import type { Length } from "../words/en/page.ts";

/**
 * What decides after a move: the move itself leaves the opponent without one (`ending`); it captures, so that another
 * endgame decides (`capture`); mate or a capture later (`conversion`); the loser may not go on checking or chasing.
 */
export type Reason = "ending" | "capture" | OrderKind;

export interface ValuedMove {
  readonly move: Move;
  readonly outcome: Category;
  /** Null for a draw. */
  readonly reason: Reason | null;
  readonly order: number;
  /**
   * Plies that the game still lasts, this move included; null for a draw. A capture starts a new endgame: with distance
   * to conversion this is what that endgame lasts, the capture not included.
   */
  readonly plies: number | null;
  readonly ending: Ending | null;
  readonly capture: boolean;
  readonly check: boolean;
  /** The men that the move chases. */
  readonly chased: readonly Man[];
  readonly best: boolean;
  /** Under the Chinese rules: readings differ, and all this is by the default one. */
  readonly depends: boolean;
  /** Order and value of the position after the move as tables have them; the value of a draw is null. */
  readonly after: { readonly order: number; readonly distance: number | null };
}

/** Moves of one outcome that one thing decides. */
export interface MoveGroup {
  readonly outcome: Category;
  readonly reason: Reason | null;
  readonly order: number;
  readonly depends: boolean;
  readonly moves: readonly ValuedMove[];
}

const MOVERS_VIEW: Readonly<Record<Category, Category>> = { win: "loss", draw: "draw", loss: "win" };
const OUTCOMES: readonly Category[] = ["win", "draw", "loss"];

/** The moves in the order of the probe, the best first. */
export function valueMoves(position: Position, probe: ProbeResult): ValuedMove[] {
  return probe.moves.map((probed) => valueForMover(position, probed, probe.metric));
}

/** The moves by what they are worth to the mover and why; wins first, each group in the order given. */
export function groupMoves(moves: readonly ValuedMove[]): MoveGroup[] {
  return OUTCOMES.flatMap((outcome) => {
    const groups = new Map<string, ValuedMove[]>();
    for (const move of moves.filter((each) => each.outcome === outcome)) {
      const key = `${move.reason} ${groupOrder(move)} ${move.depends}`;
      groups.set(key, [...(groups.get(key) ?? []), move]);
    }
    return [...groups.values()].map((found): MoveGroup => {
      const [first] = found;
      const { reason, depends } = first!;
      return { outcome, reason, order: groupOrder(first!), depends, moves: found };
    });
  });
}

/** Captures stand together whatever the order of the endgame they lead to. */
function groupOrder({ reason, order }: ValuedMove): number {
  return reason === "capture" ? 0 : order;
}

/** The winner's moves within so many plies: he makes the last one. */
export function lengthOf(plies: number): Length {
  return { plies, moves: Math.ceil(plies / 2) };
}

function valueForMover(position: Position, probed: ProbedMove, metric: Metric): ValuedMove {
  const move = parseUci(position, probed.uci);
  const ending = endingOf(applyMove(position, move));
  const converts = probed.capture && metric === "dtc";
  return {
    move,
    outcome: MOVERS_VIEW[probed.category],
    reason: probed.category === "draw" ? null : ending !== null ? "ending" : converts ? "capture" : probed.kind,
    order: probed.order ?? 0,
    plies: probed.distance === null ? null : probed.distance + (converts ? 0 : 1),
    ending,
    capture: probed.capture,
    check: probed.check,
    chased: reportMove(position, move).chased,
    best: probed.best,
    depends: probed.depends === true,
    after: { order: probed.order ?? 0, distance: probed.distance },
  };
}

/** What stands for a draw in Jih-tung Pai's query system. */
export const PAI_DRAW = 255;

/** Order and value as Pai's query system prints them: `oo-vvv`. @param distance in plies, null for a draw */
export function formatPaiValue({ order, distance }: { order: number | null; distance: number | null }): string {
  const value = distance ?? PAI_DRAW;
  return `${String(order ?? 0).padStart(2, "0")}-${String(value).padStart(3, "0")}`;
}

interface Marked {
  readonly best: boolean;
  readonly capture: boolean;
  readonly depends?: boolean;
}

/** What follows the value of a move: `*` for a best one, `c` for a capture, `?` where it depends on how the rules are read. */
export function formatPaiMarks({ best, capture, depends = false }: Marked): string {
  return (best ? "*" : " ") + (capture ? "c" : " ") + (depends ? "?" : "");
}
