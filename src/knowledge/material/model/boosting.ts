/**
 * Gradient boosting (Friedman 2001) of small regression trees for probabilities: log loss against shares, Newton leaves,
 * histogram splits, monotone constraints (Chen, Guestrin 2016).
 */

/** A node: a split, or a leaf with feature -1. Left where the feature is at most the threshold; children follow by number. */
export interface TreeNode {
  readonly feature: number;
  readonly threshold: number;
  readonly left: number;
  readonly right: number;
  readonly value: number;
}

export type Tree = readonly TreeNode[];

export interface Ensemble {
  /** Log-odds before any tree. */
  readonly base: number;
  readonly trees: readonly Tree[];
}

export interface BoostingOptions {
  readonly trees: number;
  readonly depth: number;
  readonly learningRate: number;
  /** Least sum of weights in a leaf. */
  readonly leaf: number;
  /** Shrinks leaves. */
  readonly penalty: number;
  readonly monotone: readonly (-1 | 0 | 1)[];
}

export interface TrainingSample {
  readonly features: Float64Array;
  /** The share to learn, 0 to 1. */
  readonly share: number;
  readonly weight: number;
}

const BINS = 48;

export function logistic(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}

export function evaluate({ base, trees }: Ensemble, features: Float64Array): number {
  let sum = base;
  for (const tree of trees) {
    let node = tree[0]!;
    while (node.feature >= 0) node = tree[features[node.feature]! <= node.threshold ? node.left : node.right]!;
    sum += node.value;
  }
  return sum;
}

/** The same as `evaluate` for many samples: all nodes lie in flat arrays, which takes a third of the time. */
export function compile({ base, trees }: Ensemble): (features: Float64Array) => number {
  const nodes = trees.flat();
  const starts = Int32Array.from(
    trees,
    (
      (start) => (tree: Tree) =>
        (start += tree.length) - tree.length
    )(0),
  );
  const startOf = trees.flatMap((tree, i) => tree.map(() => starts[i]!));
  const feature = Int8Array.from(nodes, (node) => node.feature);
  // A leaf's value takes the place of the threshold.
  const threshold = Float64Array.from(nodes, (node) => (node.feature < 0 ? node.value : node.threshold));
  const left = Int32Array.from(nodes, (node, i) => startOf[i]! + node.left);
  const right = Int32Array.from(nodes, (node, i) => startOf[i]! + node.right);
  return (features) => {
    let sum = base;
    for (let tree = 0; tree < starts.length; tree++) {
      let node = starts[tree]!;
      for (let by = feature[node]!; by >= 0; by = feature[node]!) {
        node = features[by]! <= threshold[node]! ? left[node]! : right[node]!;
      }
      sum += threshold[node]!;
    }
    return sum;
  };
}

export function boost(samples: readonly TrainingSample[], options: BoostingOptions): Ensemble {
  const weight = samples.reduce((sum, sample) => sum + sample.weight, 0);
  const mean = samples.reduce((sum, sample) => sum + sample.weight * sample.share, 0) / weight;
  const base = Math.log(mean / (1 - mean));
  const thresholds = options.monotone.map((_, feature) => thresholdsOf(samples, feature));
  const bins = samples.map(({ features }) =>
    Uint8Array.from(thresholds, (list, feature) => binOf(list, features[feature]!)),
  );
  const sums = new Float64Array(samples.length).fill(base);
  const trees: Tree[] = [];
  const gradients = new Float64Array(samples.length);
  const curvatures = new Float64Array(samples.length);
  for (let round = 0; round < options.trees; round++) {
    samples.forEach((sample, i) => {
      const p = logistic(sums[i]!);
      gradients[i] = sample.weight * (sample.share - p);
      curvatures[i] = sample.weight * Math.max(1e-4, p * (1 - p));
    });
    const tree = grow({ bins, thresholds, gradients, curvatures, samples, options });
    trees.push(tree);
    const alone = { base: 0, trees: [tree] };
    samples.forEach(({ features }, i) => (sums[i]! += evaluate(alone, features)));
  }
  return { base, trees };
}

interface Growth {
  readonly bins: readonly Uint8Array[];
  readonly thresholds: readonly (readonly number[])[];
  readonly gradients: Float64Array;
  readonly curvatures: Float64Array;
  readonly samples: readonly TrainingSample[];
  readonly options: BoostingOptions;
}

function grow(growth: Growth): Tree {
  const nodes: TreeNode[] = [];
  const { learningRate } = growth.options;
  const add = (members: readonly number[], depth: number, least: number, most: number): number => {
    const number = nodes.push({ feature: -1, threshold: 0, left: -1, right: -1, value: 0 }) - 1;
    const split = depth === 0 ? undefined : bestSplit(growth, members, least, most);
    if (split === undefined) {
      const value = Math.min(most, Math.max(least, leafValue(growth, members)));
      nodes[number] = { feature: -1, threshold: 0, left: -1, right: -1, value: learningRate * value };
      return number;
    }
    const { feature, bin, leftValue, rightValue } = split;
    const middle = (leftValue + rightValue) / 2;
    const direction = growth.options.monotone[feature]!;
    const isLeft = (member: number) => growth.bins[member]![feature]! <= bin;
    const left = add(members.filter(isLeft), depth - 1, direction < 0 ? middle : least, direction > 0 ? middle : most);
    const right = add(
      members.filter((member) => !isLeft(member)),
      depth - 1,
      direction > 0 ? middle : least,
      direction < 0 ? middle : most,
    );
    nodes[number] = { feature, threshold: growth.thresholds[feature]![bin]!, left, right, value: 0 };
    return number;
  };
  add(
    growth.samples.map((_, i) => i),
    growth.options.depth,
    -Infinity,
    Infinity,
  );
  return nodes;
}

function leafValue({ gradients, curvatures, options }: Growth, members: readonly number[]): number {
  let [gradient, curvature] = [0, options.penalty];
  for (const member of members) {
    gradient += gradients[member]!;
    curvature += curvatures[member]!;
  }
  return gradient / curvature;
}

interface Split {
  readonly feature: number;
  readonly bin: number;
  readonly leftValue: number;
  readonly rightValue: number;
}

function bestSplit(growth: Growth, members: readonly number[], least: number, most: number): Split | undefined {
  const { bins, gradients, curvatures, samples, options, thresholds } = growth;
  const { penalty } = options;
  let [best, bestGain] = [undefined as Split | undefined, 1e-6];
  const [g, h, w] = [new Float64Array(BINS), new Float64Array(BINS), new Float64Array(BINS)];
  for (let feature = 0; feature < thresholds.length; feature++) {
    const cuts = thresholds[feature]!.length;
    if (cuts === 0) continue;
    g.fill(0);
    h.fill(0);
    w.fill(0);
    for (const member of members) {
      const bin = bins[member]![feature]!;
      g[bin]! += gradients[member]!;
      h[bin]! += curvatures[member]!;
      w[bin]! += samples[member]!.weight;
    }
    let [allG, allH, allW] = [0, 0, 0];
    for (let bin = 0; bin <= cuts; bin++) {
      allG += g[bin]!;
      allH += h[bin]!;
      allW += w[bin]!;
    }
    let [leftG, leftH, leftW] = [0, 0, 0];
    for (let bin = 0; bin < cuts; bin++) {
      leftG += g[bin]!;
      leftH += h[bin]!;
      leftW += w[bin]!;
      if (leftW < options.leaf || allW - leftW < options.leaf) continue;
      const [rightG, rightH] = [allG - leftG, allH - leftH];
      const gain = leftG ** 2 / (leftH + penalty) + rightG ** 2 / (rightH + penalty) - allG ** 2 / (allH + penalty);
      if (gain <= bestGain) continue;
      const leftValue = Math.min(most, Math.max(least, leftG / (leftH + penalty)));
      const rightValue = Math.min(most, Math.max(least, rightG / (rightH + penalty)));
      if ((rightValue - leftValue) * options.monotone[feature]! < 0) continue;
      [best, bestGain] = [{ feature, bin, leftValue, rightValue }, gain];
    }
  }
  return best;
}

/** Cuts between the distinct values, at quantiles where there are many. */
function thresholdsOf(samples: readonly TrainingSample[], feature: number): number[] {
  const values = [...new Set(samples.map(({ features }) => features[feature]!))].sort((a, b) => a - b);
  const cuts = Math.min(values.length - 1, BINS - 1);
  return Array.from({ length: cuts }, (_, i) => {
    const at = Math.floor(((i + 1) * values.length) / (cuts + 1));
    return (values[at - 1]! + values[at]!) / 2;
  });
}

function binOf(thresholds: readonly number[], value: number): number {
  let bin = 0;
  while (bin < thresholds.length && value > thresholds[bin]!) bin++;
  return bin;
}
