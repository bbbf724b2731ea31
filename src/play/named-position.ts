/** Positions in which every man has a name that it keeps as it moves (clause c13), from one capture to the next. */
import { applyMove, isCapture, moveFrom, moveTo, type Move } from "../xiangqi/moves.ts";
import { opponent, type Colour } from "../xiangqi/pieces.ts";
import type { LegalPosition } from "../xiangqi/position.ts";
import { menOf } from "../rules/men.ts";
import type { Square } from "../xiangqi/squares.ts";

export interface NamedPosition extends LegalPosition {
  /** The square of each man; kings are man 0. */
  readonly men: Readonly<Record<Colour, readonly Square[]>>;
}

/** Names the men as they stand. */
export function nameMen(position: LegalPosition): NamedPosition {
  const squares = (colour: Colour) => menOf(position.board, colour).map(({ square }) => square);
  return { ...position, men: { red: squares("red"), black: squares("black") } };
}

/** After a quiet move the men keep their names, after a capture they get new ones. */
export function followMove(position: NamedPosition, move: Move): NamedPosition {
  const next = applyMove(position, move);
  if (isCapture(position, move)) return nameMen(next);
  const { men, turn } = position;
  const moved = men[turn].map((square) => (square === moveFrom(move) ? moveTo(move) : square));
  return { ...next, men: { ...men, [turn]: moved } };
}

export function keyOfNamed({ turn, men }: NamedPosition): string {
  return turn[0] + String.fromCharCode(...men.red, ...men.black);
}

/** Bits by place in menOf, as check and chase are found, as bits by name. */
export function labelsByName(position: NamedPosition, byPlace: number): number {
  const other = opponent(position.turn);
  let labels = 0;
  menOf(position.board, other).forEach(({ square }, place) => {
    if ((byPlace >> place) & 1) labels |= 2 ** position.men[other].indexOf(square);
  });
  return labels;
}
