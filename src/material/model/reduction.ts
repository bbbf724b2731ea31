/**
 * Predicting by reduction: the worth of a pair from the worths of all pairs one man smaller, down to what is known. A
 * human reduces material in his head the same way (Chen et al., 3.1); here every step is a learned one.
 */
import { compile, logistic } from "./boosting.ts";
import { scoreByCuts } from "./calibration.ts";
import { CLASS_OF, CLASSES, representative } from "../database.ts";
import type { ExchangeTable } from "../paper/exchange-table.ts";
import { exchangeWeights, FEATURES, MOST_LOG_ODDS, writeFeatures, type Worth } from "./features.ts";
import type { Knowledge, Roles } from "../paper/knowledge.ts";
import { ensembleOf, type ReductionModel } from "./model.ts";
import { POWER, type Material } from "../paper/space.ts";
import type { Score } from "../paper/states.ts";
import { logOddsOf } from "./train.ts";

/** Log-odds are kept in steps of this, so that they fit a byte and come out the same however they are computed. */
const STEP = 0.05;
const UNCOMPUTED = -128;
const NEVER = -MOST_LOG_ODDS / STEP;

/** Worths of all pairs of classes, in steps of log-odds, computed when first asked for. */
export class Reduction {
  readonly #model: ReductionModel;
  readonly #evaluate: (features: Float64Array) => number;
  readonly #weights: Float64Array;
  readonly #features = new Float64Array(FEATURES.length);
  readonly #worths: Int8Array;
  readonly #worth: Worth;

  constructor(model: ReductionModel, knowledge: Knowledge, table: ExchangeTable) {
    this.#model = model;
    this.#evaluate = compile(ensembleOf(model));
    this.#weights = exchangeWeights(table);
    this.#worths = new Int8Array(CLASSES * CLASSES).fill(UNCOMPUTED);
    this.#worth = (side, other) => this.#steps(side, other) * STEP;
    for (const { attack, defence, shares } of knowledge.values()) {
      if (representative(attack) !== attack || representative(defence) !== defence) continue;
      this.#put(attack, defence, shares.win, shares.loss);
    }
  }

  /** Predicted shares of wins and losses. Pairs are taken for the smallest of their classes. */
  shares({ attack, defence }: Roles): { readonly win: number; readonly loss: number } {
    const [side, other] = [representative(attack), representative(defence)];
    return { win: logistic(this.#worth(side, other)), loss: logistic(this.#worth(other, side)) };
  }

  score(roles: Roles): Score {
    const { win, loss } = this.shares(roles);
    return scoreByCuts(this.#model.cuts, win, loss);
  }

  #steps(side: Material, other: Material): number {
    const place = CLASS_OF[side]! * CLASSES + CLASS_OF[other]!;
    const known = this.#worths[place]!;
    if (known !== UNCOMPUTED) return known;
    const [mine, yours] = [this.#predict(side, other), this.#predict(other, side)];
    const sum = Math.max(1, mine + yours);
    this.#put(side, other, mine / sum, yours / sum);
    return this.#worths[place]!;
  }

  /** A side without attacking men never wins, even where a few stalemates say otherwise. */
  #put(side: Material, other: Material, wins: number, losses: number): void {
    const [a, b] = [CLASS_OF[side]!, CLASS_OF[other]!];
    this.#worths[a * CLASSES + b] = POWER[side] === 0 ? NEVER : toSteps(logOddsOf(wins));
    this.#worths[b * CLASSES + a] = POWER[other] === 0 ? NEVER : toSteps(logOddsOf(losses));
  }

  #predict(side: Material, other: Material): number {
    if (POWER[side] === 0) return 0;
    // Smaller pairs are computed meanwhile, in the same array: it is written after all of them are known.
    writeFeatures(this.#features, side, other, this.#worth, this.#weights);
    return logistic(this.#evaluate(this.#features));
  }
}

function toSteps(logOdds: number): number {
  return Math.round(Math.max(NEVER, Math.min(-NEVER, logOdds / STEP)));
}
