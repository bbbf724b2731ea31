/** The paper's inference, stage by stage (Chen et al., section 4). Every stage can be switched off. */
import {
  adjustByPower,
  PAPER_PREDICTOR,
  predict,
  type ExchangePrediction,
  type PredictorOptions,
} from "./predictor.ts";
import type { ExchangeTable } from "./exchange-table.ts";
import type { Knowledge, Roles } from "./knowledge.ts";
import { makeLookup, type LookedUp, type LookupOptions } from "./lookup.ts";
import type { Score } from "./states.ts";

const STAGES = ["exact", "soldiers", "extension", "predictor", "heuristic"] as const;
export type Stage = (typeof STAGES)[number];

export interface InferenceOptions extends LookupOptions, PredictorOptions {
  readonly predictor: boolean;
  readonly heuristic: boolean;
}

export const PAPER_INFERENCE: InferenceOptions = {
  extension: true,
  soldiers: true,
  predictor: true,
  heuristic: true,
  ...PAPER_PREDICTOR,
};

export interface Inference {
  readonly score: Score;
  /** The stage that found the state; `heuristic` only where the predictor found none. */
  readonly stage: Stage;
  readonly found: LookedUp | undefined;
  readonly prediction: ExchangePrediction | undefined;
}

export type Infer = (roles: Roles) => Inference;

export function makeInference(
  knowledge: Knowledge,
  table: ExchangeTable,
  options: InferenceOptions = PAPER_INFERENCE,
): Infer {
  const lookUp = makeLookup(knowledge, options);
  return (roles) => {
    const found = lookUp(roles);
    if (found !== undefined) return { score: found.score, stage: found.stage, found, prediction: undefined };
    const prediction = options.predictor ? predict(roles, table, lookUp, options) : undefined;
    const predicted = prediction?.score ?? 0;
    const score = options.heuristic ? adjustByPower(roles, predicted) : predicted;
    return { score, stage: predicted === 0 ? "heuristic" : "predictor", found, prediction };
  };
}
