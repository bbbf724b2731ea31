/** Values in words. */
import type { Collection } from "../table/catalog.ts";
import type { NamedValue, ProbeResult } from "../query/probe.ts";
import type { Category } from "../table/value.ts";
import { opponent, type Colour } from "../xiangqi/pieces.ts";

const VERBS: Readonly<Record<Category, string>> = { win: "wins", loss: "loses", draw: "draws" };

export const COLOUR_NAMES: Readonly<Record<Colour, string>> = { red: "Red", black: "Black" };

/** `dtc, rules asian`; where orders are not numbered as usual, `dtc, rules asian, orders chessdb`. */
export function formatCollection({ metric, rules, orders }: Collection): string {
  const form = rules === "asian" && orders === "chessdb" ? ", orders chessdb" : "";
  return `${metric}, rules ${rules}${form}`;
}

/** `wins in 15 plies`, `loses in 0 plies`, `draws`; with an order above 0, `wins in 4 plies (order 2)`. */
export function formatValue({ category, distance, order }: NamedValue): string {
  if (category === "draw") return VERBS.draw;
  const orders = order === 0 ? "" : ` (order ${order})`;
  return `${VERBS[category]} in ${formatPlies(distance!)}${orders}`;
}

/** Why a value has an order above 0: `: Black may not go on checking`. Empty for any other. */
export function formatReason({ category, kind }: Pick<ProbeResult, "category" | "kind">, turn: Colour): string {
  if (kind !== "check" && kind !== "chase") return "";
  const loser = category === "win" ? opponent(turn) : turn;
  return `: ${COLOUR_NAMES[loser]} may not go on ${kind === "check" ? "checking" : "chasing"}`;
}

export function formatPlies(plies: number): string {
  return plies === 1 ? "1 ply" : `${plies} plies`;
}
