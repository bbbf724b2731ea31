/** Section d: the verdict on a repetition. */
import { moveFrom, moveTo, type Move } from "../../xiangqi/moves.ts";
import { COLOURS, opponent, type Colour } from "../../xiangqi/pieces.ts";
import type { Position } from "../../xiangqi/position.ts";
import { SQUARES, type Square } from "../../xiangqi/squares.ts";
import type { Attack, MoveReport } from "./chase.ts";
import { menOf } from "../men.ts";
import { lossOf } from "../judging.ts";
import type { Conduct, RepetitionVerdict, Target } from "./verdict.ts";

/** Follows the men through quiet moves: the squares where they stood at the start, by where they stand now. */
function makeTracker(): { origin(square: Square): Square; follow(move: Move): void } {
  const origins = Uint8Array.from({ length: SQUARES }, (_, square) => square);
  return {
    origin: (square) => origins[square]!,
    follow: (move) => {
      origins[moveTo(move)] = origins[moveFrom(move)]!;
    },
  };
}

/** The chases of one move by the squares where their targets stood at the start of the window. */
type ChasesByOrigin = ReadonlyMap<Square, readonly Attack[]>;

function chasesByOrigin(report: MoveReport, origin: (square: Square) => Square): ChasesByOrigin {
  const chases = new Map<Square, Attack[]>();
  for (const attack of report.attacks.filter(({ chase }) => chase)) {
    const square = origin(attack.threat.target.square);
    chases.set(square, [...(chases.get(square) ?? []), attack]);
  }
  return chases;
}

/** What a side did in the window, given what each of its moves did and whom each of them chased. */
function conductOf(
  start: Position,
  side: Colour,
  reports: readonly MoveReport[],
  chases: readonly ChasesByOrigin[],
): Conduct {
  const moves = reports.length;
  const checks = reports.filter((report) => report.check).length;
  const targets = menOf(start.board, opponent(side))
    .map((man): Target => {
      const ofMan = chases.flatMap((chase) => chase.get(man.square) ?? []);
      const times = chases.filter((chase) => chase.has(man.square)).length;
      return { man, times, attacks: ofMan };
    })
    .filter((target) => target.times > 0);
  const perpetuallyChased = targets.filter((target) => target.times === moves);
  return { moves, checks, targets, perpetualCheck: checks === moves, perpetuallyChased };
}

/** d3 to d5. */
function decide(red: Conduct, black: Conduct): Pick<RepetitionVerdict, "result" | "clause"> {
  if (red.perpetualCheck || black.perpetualCheck) {
    if (red.perpetualCheck && black.perpetualCheck) return { result: "draw", clause: "d3" };
    return { result: lossOf(red.perpetualCheck ? "red" : "black"), clause: "d3" };
  }
  const redChases = red.perpetuallyChased.length > 0;
  const blackChases = black.perpetuallyChased.length > 0;
  if (!redChases && !blackChases) return { result: "draw", clause: "d5" };
  if (redChases && blackChases) return { result: "draw", clause: "d4" };
  return { result: lossOf(redChases ? "red" : "black"), clause: "d4" };
}

/**
 * The verdict on the window W: the quiet moves that led from the first of three occurrences of a position to the third.
 * Men are told apart by following them from the start of the window (c13).
 */
export function judgeRepetition(start: Position, window: readonly MoveReport[]): RepetitionVerdict {
  const tracker = makeTracker();
  const reports: Record<Colour, MoveReport[]> = { red: [], black: [] };
  const chases: Record<Colour, ChasesByOrigin[]> = { red: [], black: [] };
  for (const report of window) {
    reports[report.mover].push(report);
    chases[report.mover].push(chasesByOrigin(report, tracker.origin));
    tracker.follow(report.move);
  }
  const [red, black] = COLOURS.map((side) => conductOf(start, side, reports[side], chases[side]));
  return { kind: "repetition", ...decide(red!, black!), conduct: { red: red!, black: black! } };
}
