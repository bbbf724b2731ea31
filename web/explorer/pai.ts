/** Orders and values as Jih-tung Pai's query system prints them: `oo-vvv`, the value in plies. Pure. */

/** What stands for a draw. */
export const PAI_DRAW = 255;

/** @param distance in plies, null for a draw */
export function formatPaiValue({ order, distance }: { order: number | null; distance: number | null }): string {
  const value = distance ?? PAI_DRAW;
  return `${String(order ?? 0).padStart(2, "0")}-${String(value).padStart(3, "0")}`;
}

/** What follows the value of a move: `*` for a best one, `c` for a capture. */
export function formatPaiMarks({ best, capture }: { best: boolean; capture: boolean }): string {
  return (best ? "*" : " ") + (capture ? "c" : " ");
}
