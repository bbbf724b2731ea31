/**
 * Finds how alike pairs of sides are: the likeness under which the solved endgames are the most probable (Rasmussen, Williams
 * 2006, 5.4), by its gradient, with steps that grow while a sign stays and shrink when it changes (Riedmiller, Braun 1993).
 */
import {
  KINDS_OF_BOTH,
  type Likeness,
  type Sides,
  covarianceOf,
  distanceOf,
  strengthOf,
} from "../material/model/likeness.ts";

export interface Observation {
  readonly sides: Sides;
  readonly logOdds: number;
}

const ROUNDS = 80;
const STEPS = { first: 0.05, least: 1e-4, most: 0.5, longer: 1.2, shorter: 0.5 };

/** Strengths from which the search begins, one side's: chariots, horses, cannons, soldiers, advisors, elephants. */
const STRENGTHS = [2, 1, 1, 0.7, 0.1, 0.1];

/** Parameters are unknown by a factor of some twenty around this. */
const USUAL = { mean: -2, variance: 9 };
const LEAST_NOISE = 0.002;

/** Mean, three logarithms of variances, strengths, logarithms of how unlike. */
const [OF_STRENGTH, OF_MEN, NOISE, STRENGTH] = [1, 2, 3, 4];
const UNLIKE = STRENGTH + KINDS_OF_BOTH;
const PARAMETERS = UNLIKE + KINDS_OF_BOTH;

export function findLikeness(observed: readonly Observation[], rounds = ROUNDS): Likeness {
  const at = new Float64Array(PARAMETERS).fill(Math.log(0.3));
  at[0] = observed.reduce((sum, { logOdds }) => sum + logOdds, 0) / observed.length;
  at.set([10, 4, 0.02].map(Math.log), OF_STRENGTH);
  at.set([...STRENGTHS, ...STRENGTHS.map((each) => -each)], STRENGTH);
  const steps = at.map(() => STEPS.first);
  let before: Float64Array = new Float64Array(PARAMETERS);
  for (let round = 0; round < rounds; round++) {
    const gradient = gradientAt(likenessOf(at), observed);
    for (let i = 0; i < PARAMETERS; i++) {
      const turned = gradient[i]! * before[i]! < 0;
      steps[i] = turned
        ? Math.max(STEPS.least, steps[i]! * STEPS.shorter)
        : Math.min(STEPS.most, steps[i]! * STEPS.longer);
      if (turned) gradient[i] = 0; // no step, and nothing turns next time
      at[i]! -= steps[i]! * Math.sign(gradient[i]!);
    }
    at[NOISE] = Math.max(Math.log(LEAST_NOISE), at[NOISE]!);
    before = gradient;
  }
  return likenessOf(at);
}

function likenessOf(at: Float64Array): Likeness {
  return {
    mean: at[0]!,
    ofStrength: Math.exp(at[OF_STRENGTH]!),
    ofMen: Math.exp(at[OF_MEN]!),
    noise: Math.exp(at[NOISE]!),
    strength: [...at.subarray(STRENGTH, UNLIKE)],
    unlike: Array.from(at.subarray(UNLIKE), Math.exp),
  };
}

/** The covariance of what is observed, noise included. */
export function covarianceMatrix(likeness: Likeness, observed: readonly Sides[]): Float64Array {
  const size = observed.length;
  const strengths = observed.map((each) => strengthOf(each, likeness));
  const matrix = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      const apart = distanceOf(observed[i]!, observed[j]!, likeness);
      const covariance = covarianceOf(strengths[i]! - strengths[j]!, apart, likeness);
      matrix[i * size + j] = matrix[j * size + i] = covariance;
    }
    matrix[i * size + i]! += likeness.noise;
  }
  return matrix;
}

/** Of the negative logarithm of how probable the likeness is. */
function gradientAt(likeness: Likeness, observed: readonly Observation[]): Float64Array {
  const size = observed.length;
  const sides = observed.map((each) => each.sides);
  const strengths = sides.map((each) => strengthOf(each, likeness));
  const matrix = covarianceMatrix(likeness, sides);
  decompose(matrix, size);
  const inverse = invert(matrix, size);
  const weights = Float64Array.from(sides, (_, i) =>
    observed.reduce((sum, { logOdds }, j) => sum + inverse[i * size + j]! * (logOdds - likeness.mean), 0),
  );
  const gradient = new Float64Array(PARAMETERS);
  for (let i = 0; i < size; i++) {
    gradient[0]! -= weights[i]!;
    for (let j = 0; j <= i; j++) {
      // Of the covariance of i and j, counted for both of their places.
      const twice = inverse[i * size + j]! - weights[i]! * weights[j]!;
      if (i === j) {
        gradient[NOISE]! += (twice / 2) * likeness.noise;
        gradient[OF_STRENGTH]! += (twice / 2) * likeness.ofStrength;
        gradient[OF_MEN]! += (twice / 2) * likeness.ofMen;
        continue;
      }
      const stronger = strengths[i]! - strengths[j]!;
      const ofStrength = twice * covarianceOf(stronger, Infinity, likeness);
      const ofMen = twice * covarianceOf(Infinity, distanceOf(sides[i]!, sides[j]!, likeness), likeness);
      gradient[OF_STRENGTH]! += ofStrength;
      gradient[OF_MEN]! += ofMen;
      for (let kind = 0; kind < KINDS_OF_BOTH; kind++) {
        const more = sides[i]![kind]! - sides[j]![kind]!;
        if (more === 0) continue;
        gradient[STRENGTH + kind]! -= ofStrength * stronger * more;
        gradient[UNLIKE + kind]! -= ofMen * likeness.unlike[kind]! * Math.abs(more);
      }
    }
  }
  likeness.unlike.forEach((each, kind) => {
    gradient[UNLIKE + kind]! += (Math.log(each) - USUAL.mean) / USUAL.variance;
  });
  return gradient;
}

/* Linear algebra of symmetric positive matrices, held as rows one behind the other. */

/** The lower triangle L of a matrix L Lᵀ, in its place. */
export function decompose(matrix: Float64Array, size: number): void {
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = matrix[row * size + column]!;
      const [a, b] = [row * size, column * size];
      for (let i = 0; i < column; i++) sum -= matrix[a + i]! * matrix[b + i]!;
      matrix[a + column] = row === column ? Math.sqrt(sum) : sum / matrix[b + column]!;
    }
  }
}

/** Solves L Lᵀ x = values. */
export function solve(lower: Float64Array, values: Float64Array): Float64Array {
  const size = values.length;
  const found = values.slice();
  for (let row = 0; row < size; row++) {
    let sum = found[row]!;
    for (let i = 0; i < row; i++) sum -= lower[row * size + i]! * found[i]!;
    found[row] = sum / lower[row * size + row]!;
  }
  for (let row = size - 1; row >= 0; row--) {
    const value = (found[row]! /= lower[row * size + row]!);
    for (let i = 0; i < row; i++) found[i]! -= lower[row * size + i]! * value;
  }
  return found;
}

/** The inverse of L Lᵀ. */
export function invert(lower: Float64Array, size: number): Float64Array {
  const inverse = new Float64Array(size * size);
  for (let row = 0; row < size; row++) {
    const unit = new Float64Array(size);
    unit[row] = 1;
    inverse.set(solve(lower, unit), row * size);
  }
  return inverse;
}
