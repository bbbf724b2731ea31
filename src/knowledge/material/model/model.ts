/** The reduction model as it is stored: trees, and how probable each state is where they or an inference tell one. */
import { boost, type BoostingOptions, type Ensemble, type Tree, type TreeNode } from "./boosting.ts";
import { crossValidate, inferenceProbabilities, stateProbabilities } from "./calibration.ts";
import type { ExchangeTable } from "../paper/exchange-table.ts";
import { FEATURES } from "./features.ts";
import type { Knowledge } from "../paper/knowledge.ts";
import { trainingCases, TRAINING } from "./train.ts";

export interface ReductionModel {
  readonly kind: "canju-material-model";
  readonly features: readonly string[];
  readonly base: number;
  /** Nodes as [feature, threshold, left, right], leaves as [value]. */
  readonly trees: readonly (readonly (readonly number[])[])[];
  /** How probable each state is (by its score) for a prediction, by `rowOf`; then, by the score that it says, for an inference. */
  readonly probabilities: readonly (readonly number[])[];
}

/** Learns from all that is known: nothing that is held out may be in it. */
export function learn(knowledge: Knowledge, table: ExchangeTable, options: BoostingOptions = TRAINING): ReductionModel {
  const samples = trainingCases(knowledge, table).map(({ sample }) => sample);
  const { base, trees } = boost(samples, options);
  return {
    kind: "canju-material-model",
    features: FEATURES.map(([name]) => name),
    base: rounded(base),
    trees: trees.map(packTree),
    probabilities: [
      ...stateProbabilities(crossValidate(knowledge, table, options)),
      ...inferenceProbabilities(knowledge),
    ],
  };
}

export function ensembleOf({ base, trees }: ReductionModel): Ensemble {
  return { base, trees: trees.map(unpackTree) };
}

function packTree(tree: Tree): number[][] {
  return tree.map(({ feature, threshold, left, right, value }) =>
    feature < 0 ? [rounded(value)] : [feature, rounded(threshold), left, right],
  );
}

function unpackTree(nodes: readonly (readonly number[])[]): Tree {
  return nodes.map((node): TreeNode => {
    if (node.length === 1) return { feature: -1, threshold: 0, left: -1, right: -1, value: node[0]! };
    const [feature, threshold, left, right] = node as [number, number, number, number];
    return { feature, threshold, left, right, value: 0 };
  });
}

function rounded(number: number): number {
  return Math.round(number * 1e4) / 1e4;
}
