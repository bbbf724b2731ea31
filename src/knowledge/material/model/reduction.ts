/**
 * Predicting by reduction: the worth of a pair from the worths of all pairs one man smaller, down to what is known. A
 * human reduces material in his head the same way (Chen et al., 3.1); here every step is a learned one.
 */
import { compile, logistic, type Ensemble } from "./boosting.ts";
import { CLASS_OF, CLASSES, representative } from "../paper/soldiers.ts";
import type { ExchangeTable } from "../paper/exchange-table.ts";
import { exchangeWeights, FEATURES, logOddsOf, MOST_LOG_ODDS, writeFeatures, type Worth } from "./features.ts";
import type { KnownPair, Roles } from "../paper/knowledge.ts";
import { POWER, REMOVED, type Material } from "../paper/space.ts";

/** What is predicted of a pair. */
export interface Prediction {
  /** Shares of quiet positions, the attacking side's. */
  readonly win: number;
  readonly loss: number;
  /** How many predictions rest on one another: 1 where all pairs one man smaller are known, at most `MOST_STEPS`. */
  readonly steps: number;
}

/** From so many steps on all predictions are alike far. */
export const MOST_STEPS = 4;

/** A side with this much less attack power wins nothing: in no solved endgame more than a thousandth. */
const HOPELESS = 11;

/** Log-odds are kept in steps of this, so that they fit a byte and come out the same however they are computed. */
const GRAIN = 0.05;
const UNCOMPUTED = -128;
const NEVER = -MOST_LOG_ODDS / GRAIN;

/** Predicts pairs of classes when they are first asked for. */
export class Reduction {
  readonly #evaluate: (features: Float64Array) => number;
  readonly #weights: Float64Array;
  readonly #features = new Float64Array(FEATURES.length);
  /** Log-odds of the first side winning in grains, and steps, by classes of both sides. */
  readonly #worths: (Int8Array | undefined)[] = new Array(CLASSES);
  readonly #steps: (Uint8Array | undefined)[] = new Array(CLASSES);
  readonly #worth: Worth = (side, other) => this.#worthOf(side, other) * GRAIN;

  constructor(ensemble: Ensemble, known: Iterable<KnownPair>, table: ExchangeTable) {
    this.#evaluate = compile(ensemble);
    this.#weights = exchangeWeights(table);
    for (const { attack, defence, shares } of known) {
      if (representative(attack) !== attack || representative(defence) !== defence) continue;
      this.#put(attack, defence, shares.win, shares.loss, 0);
    }
  }

  /** Pairs are taken for the smallest of their classes. */
  predict({ attack, defence }: Roles): Prediction {
    const [side, other] = [representative(attack), representative(defence)];
    return {
      win: logistic(this.#worth(side, other)),
      loss: logistic(this.#worth(other, side)),
      steps: this.#stepsOf(side, other),
    };
  }

  #worthOf(side: Material, other: Material): number {
    const known = this.#worths[CLASS_OF[side]!]?.[CLASS_OF[other]!] ?? UNCOMPUTED;
    if (known !== UNCOMPUTED) return known;
    const [mine, yours] = [this.#share(side, other), this.#share(other, side)];
    const sum = Math.max(1, mine + yours);
    this.#put(side, other, mine / sum, yours / sum, this.#stepsFrom(side, other));
    return this.#worths[CLASS_OF[side]!]![CLASS_OF[other]!]!;
  }

  /** A side without attacking men never wins, even where a few stalemates say otherwise. */
  #put(side: Material, other: Material, wins: number, losses: number, steps: number): void {
    const [a, b] = [CLASS_OF[side]!, CLASS_OF[other]!];
    const worths = (of: number) => (this.#worths[of] ??= new Int8Array(CLASSES).fill(UNCOMPUTED));
    const stepsOf = (of: number) => (this.#steps[of] ??= new Uint8Array(CLASSES));
    worths(a)[b] = POWER[side] === 0 ? NEVER : toGrains(logOddsOf(wins));
    worths(b)[a] = POWER[other] === 0 ? NEVER : toGrains(logOddsOf(losses));
    stepsOf(a)[b] = steps;
    stepsOf(b)[a] = steps;
  }

  #share(side: Material, other: Material): number {
    if (POWER[side] === 0 || POWER[other]! - POWER[side]! >= HOPELESS) return 0;
    // Smaller pairs are computed meanwhile, in the same array: it is written after all of them are known.
    writeFeatures(this.#features, side, other, this.#worth, this.#weights);
    return logistic(this.#evaluate(this.#features));
  }

  #stepsOf(side: Material, other: Material): number {
    if (POWER[side] === 0 && POWER[other] === 0) return 0;
    this.#worthOf(side, other);
    return this.#steps[CLASS_OF[side]!]![CLASS_OF[other]!]!;
  }

  #stepsFrom(side: Material, other: Material): number {
    let most = 0;
    for (let kind = 0; kind < 8; kind++) {
      const [mine, yours] = [REMOVED[8 * side + kind]!, REMOVED[8 * other + kind]!];
      if (mine >= 0) most = Math.max(most, this.#stepsOf(mine, other));
      if (yours >= 0) most = Math.max(most, this.#stepsOf(side, yours));
    }
    return Math.min(MOST_STEPS, most + 1);
  }
}

function toGrains(logOdds: number): number {
  return Math.round(Math.max(NEVER, Math.min(-NEVER, logOdds / GRAIN)));
}
