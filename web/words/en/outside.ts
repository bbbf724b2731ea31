import type { OutsideWords } from "../dictionary.ts";

export const outside: OutsideWords = {
  captures: "Captures into endgames that are solved",
  exact: "exact",
  noCaptures: "No capture here leads to an endgame that has a table.",
  material: "By the men alone, wherever they stand",
  estimate: "an estimate, not exact",
  caution: "This says nothing of where the men stand here.",
  more: "All reasons, and what surrounds it",
  beyond:
    "No table can be built of this endgame: at most four attacking men can be solved. Captures lead to those that can.",
};
