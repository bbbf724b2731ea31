/** The value of a position in one sentence, and of its moves in a few words. */
import type { OrderKind } from "../../src/table/format/header.ts";
import type { Perpetual } from "../../src/say/words/game.ts";
import { endingOf } from "../../src/xiangqi/moves.ts";
import { opponent, type Colour } from "../../src/xiangqi/pieces.ts";
import type { Position } from "../../src/xiangqi/position.ts";
import type { Decided } from "../answers/answers.ts";
import type { Dictionary } from "../words/en/page.ts";
import { lengthOf, type ValuedMove } from "../state/valued-moves.ts";

/** Who wins and how soon, or that it is a draw; and whether that depends on how the rules are read. */
export function verdictOf(at: Position, probe: Decided, say: Dictionary): string {
  const verdict = decidedOf(at, probe, say);
  return probe.depends ? say.depends(verdict) : verdict;
}

function decidedOf(at: Position, probe: Decided, say: Dictionary): string {
  if (probe.category === "draw" || probe.distance === null) return say.draw;
  const winner = winnerOf(at.turn, probe)!;
  const colour = say.colours[winner];
  if (isPerpetual(probe.kind)) {
    const loser = say.colours[opponent(winner)];
    return say.winsByRule(colour, loser, probe.kind, probe.order!, lengthOf(probe.distance));
  }
  if (probe.distance > 0) return say.wins(colour, lengthOf(probe.distance), probe.metric);
  const ending = endingOf(at);
  if (ending !== null) return say[ending](colour);
  return probe.depends ? say.convertsByReading(colour) : say.convertsNow(colour);
}

export function isPerpetual(kind: OrderKind | null): kind is Perpetual {
  return kind !== null && kind !== "conversion";
}

export function winnerOf(turn: Colour, probe: Decided): Colour | null {
  if (probe.category === "draw") return null;
  return probe.category === "win" ? turn : opponent(turn);
}

/** How long the game lasts after a move; nothing where it is drawn. */
export function figureOf(valued: ValuedMove, say: Dictionary): string {
  if (valued.ending !== null) return valued.ending === "checkmate" ? say.mates : say.stalemates;
  if (valued.plies === null) return "";
  const length = lengthOf(valued.plies);
  return valued.reason === "capture" ? say.afterCapture(length) : say.length(length);
}
