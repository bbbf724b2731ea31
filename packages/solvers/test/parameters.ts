import type { Parameters } from "../src/solution.ts";

export const parameters = (layered: boolean, direct: boolean, winOnly: boolean, noDup = true): Parameters => ({
  layered,
  direct,
  winOnly,
  noDup,
});

/** The rows of the paper's Table 4, in its order. */
export const FORWARD_ROWS: readonly Parameters[] = [
  parameters(true, false, true),
  parameters(true, false, false),
  parameters(false, false, true),
  parameters(false, false, false),
  parameters(false, true, true),
  parameters(false, true, false),
];

/** The rows of its Table 5. */
export const BACKWARD_ROWS: readonly Parameters[] = [
  parameters(false, false, true),
  parameters(false, false, false),
  parameters(false, true, true),
  parameters(false, true, false),
];

export const title = ({ layered, direct, winOnly, noDup }: Parameters): string =>
  [layered && "layered", direct && "direct", winOnly && "win-only", noDup && "no-dup"].filter(Boolean).join(" ");
