/** What tests of planning ask for: these endgames, where nothing is there yet, unless they say otherwise. */
import { parseWanted, type PlanRequest } from "../src/plan.ts";
import { RATES } from "../src/rates.ts";

export const request = (names: readonly string[], over: Partial<PlanRequest> = {}): PlanRequest => ({
  endgames: parseWanted(names),
  rules: "asian",
  metric: "dtc",
  tables: new Set(),
  proofs: new Set(),
  prove: false,
  memoryBytes: Infinity,
  buildable: true,
  threads: 1,
  rates: RATES,
  ...over,
});
