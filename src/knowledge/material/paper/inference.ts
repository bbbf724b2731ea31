/**
 * The unknown state predictor (Chen et al., 3.3): each side makes the acceptable exchange that suits it best; the two
 * resulting states are averaged, V = floor((Va + Vd) / 2).
 */
import { type ExchangeTable, type PossibleExchange, possibleExchanges } from "./exchange-table.ts";
import {
  type Knowledge,
  type LookedUp,
  type Lookup,
  type LookupOptions,
  type Roles,
  makeLookup,
  rolesOf,
} from "./knowledge.ts";
import { POWER, without } from "./space.ts";
import type { Score } from "./basic.ts";

/** The paper's best probability lower bound (PLB). */
const PAPER_PLB = 0.1;

export interface PredictorOptions {
  /** Exchanges less probable than this are not considered. */
  readonly plb: number;
  readonly attackerExchanges: boolean;
  readonly defenderExchanges: boolean;
  readonly helpers: boolean;
}

export const PAPER_PREDICTOR: PredictorOptions = {
  plb: PAPER_PLB,
  attackerExchanges: true,
  defenderExchanges: true,
  helpers: true,
};

export interface AcceptableExchange extends PossibleExchange {
  /** What is left, in its own roles. */
  readonly left: Roles;
  /** What is left is worth this to the side that attacked before the exchange. */
  readonly score: Exclude<Score, 0>;
  readonly why: LookedUp;
}

export interface ExchangePrediction {
  /** 0 when neither side has an acceptable exchange that leads to something known. */
  readonly score: Score;
  readonly byAttacker: AcceptableExchange | undefined;
  readonly byDefender: AcceptableExchange | undefined;
}

export function predict(
  { attack, defence }: Roles,
  table: ExchangeTable,
  lookUp: Lookup,
  options: PredictorOptions,
): ExchangePrediction {
  const accept = (side: "attack" | "defence"): AcceptableExchange | undefined => {
    const [active, passive] = side === "attack" ? [attack, defence] : [defence, attack];
    const better = side === "attack" ? isLower : isHigher;
    let best: AcceptableExchange | undefined;
    for (const exchange of possibleExchanges(table, active, passive, options.helpers)) {
      if (exchange.probability < options.plb || exchange.probability === 0) continue;
      const [mine, yours] = [without(active, exchange.active), without(passive, exchange.passive)];
      const known = side === "attack" ? afterExchange(mine, yours, lookUp) : afterExchange(yours, mine, lookUp);
      if (known === undefined) continue;
      const candidate = { ...exchange, ...known };
      if (best === undefined || better(candidate, best)) best = candidate;
    }
    return best;
  };
  const byAttacker = options.attackerExchanges ? accept("attack") : undefined;
  const byDefender = options.defenderExchanges ? accept("defence") : undefined;
  return { score: combine(byAttacker?.score, byDefender?.score), byAttacker, byDefender };
}

function combine(attacker: Score | undefined, defender: Score | undefined): Score {
  if (attacker === undefined || defender === undefined) return attacker ?? defender ?? 0;
  return Math.floor((attacker + defender) / 2) as Score;
}

function isLower(a: AcceptableExchange, b: AcceptableExchange): boolean {
  return a.score < b.score || (a.score === b.score && a.probability > b.probability);
}

function isHigher(a: AcceptableExchange, b: AcceptableExchange): boolean {
  return a.score > b.score || (a.score === b.score && a.probability > b.probability);
}

/** To the side that attacked: where the roles have changed it hardly wins. Undefined when nothing is known. */
function afterExchange(
  attacker: number,
  defender: number,
  lookUp: Lookup,
): Pick<AcceptableExchange, "left" | "score" | "why"> | undefined {
  const left = rolesOf(attacker, defender);
  const why = lookUp(left);
  if (why === undefined || why.score === 0) return undefined;
  return { left, score: left.attack === attacker ? why.score : 4, why };
}

/*
 * The attack-power heuristic (Chen et al., section 4), which the paper lets have the last word on predictions.
 */

/** From this difference on the attacking side has a clear advantage. */
const CLEAR = 10;
/** Below this difference an unknown state becomes CHANCE_WIN. */
const SMALL = 7;

function powerDifference({ attack, defence }: Roles): number {
  return POWER[attack]! - POWER[defence]!;
}

/**
 * Moves a prediction by one towards WIN where the advantage is clear, and gives unknown ones a state. The paper leaves
 * open what becomes of an unknown one from 7 on: here EASY_WIN, and WIN from 10 on.
 */
export function adjustByPower(roles: Roles, score: Score): Score {
  const difference = powerDifference(roles);
  if (score === 0) return difference < SMALL ? 3 : difference < CLEAR ? 2 : 1;
  return difference >= CLEAR ? (Math.max(1, score - 1) as Score) : score;
}

/* The paper's inference, stage by stage (Chen et al., section 4). Every stage can be switched off. */

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
