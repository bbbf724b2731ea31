/** Why a match is over, in the page's language. */
import { opponent, type Colour } from "../../src/xiangqi/pieces.ts";
import type { Conduct, RepetitionVerdict, Target } from "../../src/xiangqi/rules/verdict.ts";
import { squareName } from "../../src/xiangqi/squares.ts";
import type { Dictionary } from "../i18n/dictionary.ts";
import { HOLD_MOVES, type MatchEnd } from "./task.ts";

export function describeEnd(end: MatchEnd, say: Dictionary): string {
  const { ends } = say.play;
  switch (end.kind) {
    case "ending":
      return ends[end.ending](say.colours[end.loser]);
    case "bare":
    case "threefold":
      return ends[end.kind];
    case "held":
      return ends.held(HOLD_MOVES);
    case "repetition":
      return describeRepetition(end, say);
  }
}

function describeRepetition({ clause, result, conduct }: RepetitionVerdict, say: Dictionary): string {
  const { ends } = say.play;
  const men = (targets: readonly Target[]) => targets.map((target) => nameTarget(target, say)).join(ends.and);
  if (clause === "d5") {
    const deeds = (side: Colour) => describeConduct(side, conduct[side], say);
    return ends.nothingForbidden({ red: deeds("red"), black: deeds("black") });
  }
  if (result === "draw") {
    return clause === "d3"
      ? ends.mutualCheck
      : ends.mutualChase(men(conduct.red.perpetuallyChased), men(conduct.black.perpetuallyChased));
  }
  const loser = result === "red-loss" ? "red" : "black";
  const names = [say.colours[loser], say.colours[opponent(loser)]] as const;
  return clause === "d3"
    ? ends.perpetualCheck(...names)
    : ends.perpetualChase(names[0], men(conduct[loser].perpetuallyChased), names[1]);
}

/** What a side did when nothing it did is forbidden. */
function describeConduct(side: Colour, { moves, checks, targets }: Conduct, say: Dictionary): string {
  const { ends } = say.play;
  const name = say.colours[side];
  const deeds = targets.map((target) => ends.chases(name, nameTarget(target, say), target.times, moves));
  if (checks > 0) deeds.unshift(ends.checks(name, checks, moves));
  return deeds.length === 0 ? ends.idle(name) : deeds.join(ends.and);
}

function nameTarget({ man }: Target, say: Dictionary): string {
  return say.play.ends.manFrom(say.roles[man.role], squareName(man.square));
}
