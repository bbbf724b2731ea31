/** Values in words. */
import type { NamedValue } from "../table/probe.ts";
import type { Category } from "../table/value.ts";
import type { Colour } from "../xiangqi/pieces.ts";

const VERBS: Readonly<Record<Category, string>> = { win: "wins", loss: "loses", draw: "draws" };

export const COLOUR_NAMES: Readonly<Record<Colour, string>> = { red: "Red", black: "Black" };

/** `wins in 15 plies`, `loses in 0 plies`, `draws`; with an order above 0, `wins in 4 plies (order 2)`. */
export function formatValue({ category, distance, order }: NamedValue): string {
  if (category === "draw") return VERBS.draw;
  const orders = order === 0 ? "" : ` (order ${order})`;
  return `${VERBS[category]} in ${formatPlies(distance!)}${orders}`;
}

export function formatPlies(plies: number): string {
  return plies === 1 ? "1 ply" : `${plies} plies`;
}
