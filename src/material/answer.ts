/** What a pair of materials is worth, and why: the database's answer with the solved endgames it goes back to. */
import { CALIBRATION_BINS } from "./model/calibration.ts";
import type { StateDatabase } from "./database.ts";
import { possibleExchanges, type ExchangeTable } from "./paper/exchange-table.ts";
import { rolesOf, type Knowledge, type Roles } from "./paper/knowledge.ts";
import { makeLookup, type LookedUp, type Lookup } from "./paper/lookup.ts";
import type { ReductionModel } from "./model/model.ts";
import { materialName, pairName, type MaterialPair } from "./paper/names.ts";
import { KINDS, without, type Kind, type Side } from "./paper/space.ts";
import { STATES, type Score, type Shares, type State } from "./paper/states.ts";

/** How a state is known: solved, a copy for more soldiers, a superset or subset of what is solved, or predicted. */
export type Basis = LookedUp["stage"] | "predicted";

/** A pair that a reason goes back to. Its roles are those of its name: the first side attacks. */
export interface Valued {
  readonly pair: string;
  readonly state: State;
  readonly basis: Basis;
}

export type Reason =
  /** Exact shares of quiet positions, the attacking side's, of a solved endgame that tells the state. */
  | { readonly kind: "solved"; readonly pair: string; readonly state: State; readonly shares: Shares }
  /** The state follows from `from`: with no more than that it is already won, or even with that hardly to be won. */
  | { readonly kind: "soldiers" | "superset" | "subset"; readonly from: string }
  /** What is left after an exchange that one side can force this probably. */
  | {
      readonly kind: "exchange";
      readonly by: "attacker" | "defender";
      readonly active: Kind;
      readonly passive: Kind;
      readonly probability: number;
      readonly left: Valued;
    }
  /** What it would be with one man less. */
  | { readonly kind: "without"; readonly side: "attacker" | "defender"; readonly man: Kind; readonly left: Valued };

export interface MaterialAnswer {
  readonly pair: string;
  /** The side with more attack power. */
  readonly attacking: Side;
  readonly attack: string;
  readonly defence: string;
  readonly state: State;
  readonly basis: Basis;
  /** Exact, where the endgame is solved. */
  readonly shares: Shares | null;
  /** How probable each state is; 1 for the state of what is solved. */
  readonly probabilities: Readonly<Record<State, number>>;
  readonly reasons: readonly Reason[];
}

export interface MaterialBase {
  readonly knowledge: Knowledge;
  readonly table: ExchangeTable;
  readonly model: ReductionModel;
  readonly database: StateDatabase;
}

/** Men that seldom start an exchange: their exchanges say little to a reader. */
const STAY_AT_HOME: readonly Kind[] = ["advisor", "elephant"];

/** Exchanges less probable than this are no reason. */
const LEAST_PROBABILITY = 0.1;

export function makeAnswerer({
  knowledge,
  table,
  model,
  database,
}: MaterialBase): (pair: MaterialPair) => MaterialAnswer {
  const lookUp = makeLookup(knowledge, { extension: true, soldiers: true });
  return (pair) => {
    const roles = rolesOf(pair.first, pair.second);
    const found = lookUp(roles);
    const { score, bin } = database.lookUp(roles);
    const state = STATES[found?.score ?? score];
    return {
      pair: pairName(pair),
      attacking: roles.attack === pair.first ? "first" : "second",
      attack: materialName(roles.attack),
      defence: materialName(roles.defence),
      state,
      basis: found?.stage ?? "predicted",
      shares: found?.stage === "exact" ? found.known.shares : null,
      probabilities: found === undefined ? probabilitiesOf(model, score, bin) : certain(found.score),
      reasons: found === undefined ? reductions(roles, table, lookUp, database) : solvedReasons(roles, found),
    };
  };
}

function probabilitiesOf(model: ReductionModel, score: Score, bin: number | undefined): Record<State, number> {
  if (bin === undefined) return certain(score);
  return Object.fromEntries(
    STATES.map((state, i) => [state, model.frequencies[Math.min(bin, CALIBRATION_BINS - 1)]![i]!]),
  ) as Record<State, number>;
}

function certain(score: Score): Record<State, number> {
  return Object.fromEntries(STATES.map((state, i) => [state, i === score ? 1 : 0])) as Record<State, number>;
}

function solvedReasons({ attack, defence }: Roles, { stage, score, known }: LookedUp): Reason[] {
  const from = pairName({ first: known.attack, second: known.defence });
  const solved = { kind: "solved", pair: from, state: STATES[known.score], shares: known.shares } as const;
  if (stage === "exact") return [solved];
  if (stage === "soldiers") {
    const origin = pairName({ first: known.origin ?? known.attack, second: defence });
    return [
      { kind: "soldiers", from: origin },
      { ...solved, pair: origin },
    ];
  }
  const kind = score === 1 && attack !== known.attack ? "superset" : "subset";
  return [{ kind, from }, solved];
}

/** The best exchange of each side, then what losing each kind of man would mean. */
function reductions(roles: Roles, table: ExchangeTable, lookUp: Lookup, database: StateDatabase): Reason[] {
  const value = (first: number, second: number): Valued & { readonly worth: number } => {
    const left = rolesOf(first, second);
    const found = lookUp(left);
    const score = found?.score ?? database.lookUp(left).score;
    const pair = pairName({ first: left.attack, second: left.defence });
    const worth = left.attack === first ? score : 5 - score;
    return { pair, state: STATES[score], basis: found?.stage ?? "predicted", worth };
  };
  const { attack, defence } = roles;
  const reasons: Reason[] = [];
  for (const by of ["attacker", "defender"] as const) {
    const [active, passive] = by === "attacker" ? [attack, defence] : [defence, attack];
    const found = possibleExchanges(table, active, passive)
      .filter(({ probability, active: given }) => probability >= LEAST_PROBABILITY && !STAY_AT_HOME.includes(given))
      .map((exchange) => {
        const [mine, yours] = [without(active, exchange.active), without(passive, exchange.passive)];
        const left = by === "attacker" ? value(mine, yours) : value(yours, mine);
        const { active: given, passive: taken, probability } = exchange;
        return { kind: "exchange", by, active: given, passive: taken, probability, left } as const;
      });
    const sign = by === "attacker" ? 1 : -1;
    const [best] = found.sort((a, b) => sign * (a.left.worth - b.left.worth) || b.probability - a.probability);
    if (best !== undefined) reasons.push(best);
  }
  for (const man of KINDS) {
    const less = without(attack, man);
    if (less !== -1) reasons.push({ kind: "without", side: "attacker", man, left: value(less, defence) });
  }
  for (const man of KINDS) {
    const less = without(defence, man);
    if (less !== -1) reasons.push({ kind: "without", side: "defender", man, left: value(attack, less) });
  }
  return reasons.map((reason) =>
    "left" in reason
      ? { ...reason, left: { pair: reason.left.pair, state: reason.left.state, basis: reason.left.basis } }
      : reason,
  );
}
