/** Section d: the verdict on a repetition. */
import type { Move } from "../moves.ts";
import { moveFrom, moveTo } from "../moves.ts";
import type { Colour } from "../pieces.ts";
import { COLOURS, opponent } from "../pieces.ts";
import type { Position } from "../position.ts";
import type { Square } from "../squares.ts";
import { SQUARES } from "../squares.ts";
import type { MoveReport } from "./chase.ts";
import { reportMove } from "./chase.ts";
import { menOf } from "./men.ts";
import { DEFAULT_RULES, type RuleOptions } from "./options.ts";
import type { Conduct, RepetitionVerdict } from "./verdict.ts";
import { lossOf } from "./verdict.ts";

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

/** What a side did in the window, given what each of its moves did and which men each of them chased. */
function conductOf(
  start: Position,
  side: Colour,
  reports: readonly MoveReport[],
  chased: readonly Square[][],
): Conduct {
  const moves = reports.length;
  const checks = reports.filter((report) => report.check).length;
  const targets = menOf(start.board, opponent(side))
    .map((man) => ({ man, times: chased.filter((squares) => squares.includes(man.square)).length }))
    .filter((target) => target.times > 0);
  return {
    moves,
    checks,
    targets,
    perpetualCheck: checks === moves,
    perpetuallyChased: targets.filter((target) => target.times === moves).map((target) => target.man),
  };
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
 * The verdict on the window W: the quiet moves that led from the first of three occurrences of a position to the third,
 * with the position before each. Men are told apart by following them from the start of the window (c13).
 */
export function judgeRepetition(
  positions: readonly Position[],
  moves: readonly Move[],
  options: RuleOptions = DEFAULT_RULES,
): RepetitionVerdict {
  const tracker = makeTracker();
  const reports: Record<Colour, MoveReport[]> = { red: [], black: [] };
  const chased: Record<Colour, Square[][]> = { red: [], black: [] };
  moves.forEach((move, i) => {
    const report = reportMove(positions[i]!, move, options);
    reports[report.mover].push(report);
    chased[report.mover].push(report.chased.map((man) => tracker.origin(man.square)));
    tracker.follow(move);
  });
  const [red, black] = COLOURS.map((side) => conductOf(positions[0]!, side, reports[side], chased[side]));
  return { kind: "repetition", ...decide(red!, black!), conduct: { red: red!, black: black! } };
}
