/** Learning the reduction model from solved endgames. */
import { boost, type BoostingOptions, type Ensemble, type TrainingSample } from "./boosting.ts";
import type { ExchangeTable } from "../paper/exchange-table.ts";
import { exchangeWeights, FEATURES, logOddsOf, MOST_LOG_ODDS, writeFeatures, type Worth } from "./features.ts";
import { roleKey, rolesOf, type Knowledge, type KnownPair } from "../paper/knowledge.ts";
import { POWER } from "../paper/space.ts";

export const TRAINING: BoostingOptions = {
  trees: 50,
  depth: 3,
  learningRate: 0.25,
  leaf: 15,
  penalty: 1,
  monotone: FEATURES.map(([, monotone]) => monotone),
};

/** What is known of one side winning: NaN when nothing is. Without attacking men nobody wins. */
function knownWorth(knowledge: Knowledge): Worth {
  return (side, other) => {
    if (POWER[side] === 0) return -MOST_LOG_ODDS;
    const { attack, defence } = rolesOf(side, other);
    const known = knowledge.get(roleKey(attack, defence));
    if (known === undefined) return Number.NaN;
    return logOddsOf(attack === side ? known.shares.win : known.shares.loss);
  };
}

export interface TrainingCase {
  readonly known: KnownPair;
  readonly sample: TrainingSample;
}

/** Both sides of every known pair whose smaller pairs are known as well. */
export function trainingCases(knowledge: Knowledge, table: ExchangeTable): TrainingCase[] {
  const [worth, weights] = [knownWorth(knowledge), exchangeWeights(table)];
  const cases: TrainingCase[] = [];
  for (const known of knowledge.values()) {
    const add = (side: "attack" | "defence", other: "attack" | "defence", share: number) => {
      if (POWER[known[side]] === 0) return;
      const features = new Float64Array(FEATURES.length);
      writeFeatures(features, known[side], known[other], worth, weights);
      if (!features.some(Number.isNaN)) cases.push({ known, sample: { features, share, weight: 1 } });
    };
    add("attack", "defence", known.shares.win);
    add("defence", "attack", known.shares.loss);
  }
  return cases;
}

export function train(cases: readonly TrainingCase[], options: BoostingOptions = TRAINING): Ensemble {
  return boost(
    cases.map(({ sample }) => sample),
    options,
  );
}
