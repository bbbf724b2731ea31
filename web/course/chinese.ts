/** What the comparison of the rules says of the endings of the course; loaded when the course is first opened. */
import { computed, signal } from "@preact/signals";
import { COLUMNS, type Compared } from "../answers/compared.ts";
import { chapter } from "./course.ts";

const all = signal<readonly Compared[]>([]);

export function loadCompared(): void {
  if (all.value.length > 0) return;
  void import("../answers/compared.json", { with: { type: "json" } }).then(({ default: rows }) => {
    all.value = rows as readonly Compared[];
  });
}

/** Of all positions of the ending on the board, both sides to move, how many end otherwise by the Chinese rules. */
interface ByChinese {
  readonly positions: number;
  readonly differing: number;
}

/** Null where it was not compared, and where nothing differs but some of it depends on what counts as a chase. */
export const byChinese = computed<ByChinese | null>(() => {
  const found = all.value.find(({ endgame }) => endgame === chapter.value.endgame);
  if (found === undefined) return null;
  const { positions, depends } = found;
  const differing = COLUMNS.chinese(found);
  return differing === 0 && depends > 0 ? null : { positions, differing };
});
