/** What a game's moves threw away, by the tables. Pure. */
import type { Category } from "../table/value.ts";

/** A win given away, for a draw or a loss, or a draw lost. */
export type Slip = "win-drawn" | "win-lost" | "draw-lost";

const FOR_THE_MOVER: Readonly<Record<Category, Category>> = { win: "loss", draw: "draw", loss: "win" };

/**
 * What a move threw away; null where it kept what there was.
 * @param before the value of the position to the side that moves
 * @param after that of the position it leads to, to the side that moves then
 */
export function slipOf(before: Category, after: Category): Slip | null {
  const kept = FOR_THE_MOVER[after];
  if (before === "win" && kept !== "win") return kept === "draw" ? "win-drawn" : "win-lost";
  return before === "draw" && kept === "loss" ? "draw-lost" : null;
}
