/** What a game's moves threw away, by the tables. Pure. */
import { WORTH, type Category } from "../table/value.ts";
import type { Colour } from "../xiangqi/pieces.ts";
import { lossOf, type Result } from "../rules/judging.ts";

/** A win given away, for a draw or a loss, or a draw lost. */
export type Slip = "win-drawn" | "win-lost" | "draw-lost";

const FOR_THE_MOVER: Readonly<Record<Category, Category>> = { win: "loss", draw: "draw", loss: "win" };

/**
 * What a move threw away; null where it kept what there was.
 * @param before the value of the position to the side that moves
 * @param after that of the position it leads to, to the side that moves then
 */
function slipOf(before: Category, after: Category): Slip | null {
  const kept = FOR_THE_MOVER[after];
  if (before === "win" && kept !== "win") return kept === "draw" ? "win-drawn" : "win-lost";
  return before === "draw" && kept === "loss" ? "draw-lost" : null;
}

/** A repetition that was judged: after so many plies, with this value to the side to move then. */
export interface JudgedEnd {
  readonly after: number;
  readonly value: Category;
}

/** @param turn the side to move after the repetition, which is judged by `result` */
export function judgedEnd(after: number, turn: Colour, result: Result): JudgedEnd {
  return { after, value: result === "draw" ? "draw" : result === lossOf(turn) ? "loss" : "win" };
}

/**
 * What the moves of a game threw away, by their places. Tables know no past, so a repetition is worth its verdict: to who
 * completes it, and to who lets the other complete it.
 * @param values of each position to its side to move; null, or left out: not known
 */
export function slipsIn(
  values: readonly (Category | null | undefined)[],
  end: JudgedEnd | null,
): ReadonlyMap<number, Slip> {
  const reached = [...values];
  if (end !== null) {
    reached[end.after] = end.value;
    const completed = FOR_THE_MOVER[end.value];
    const before = values[end.after - 1];
    if (before && WORTH[completed] > WORTH[before]) reached[end.after - 1] = completed;
  }
  const found = new Map<number, Slip>();
  for (const [ply, before] of values.entries()) {
    const after = reached[ply + 1];
    const slip = before && after ? slipOf(before, after) : null;
    if (slip !== null) found.set(ply, slip);
  }
  return found;
}
