/** What a pair of materials is worth, and why: the database's answer with the solved endgames it goes back to. */
import { answerOf, symbolOfFound, symbolOfInferred, type Answer, type StateDatabase } from "./database.ts";
import { possibleExchanges, type ExchangeTable } from "./paper/exchange-table.ts";
import { rolesOf, type Knowledge, type Roles } from "./paper/knowledge.ts";
import { makeLookup, type LookedUp } from "./paper/lookup.ts";
import type { ReductionModel } from "./model/model.ts";
import { materialName, pairName, type MaterialPair } from "./paper/names.ts";
import { isArmed, KINDS, without, type Kind, type Material, type Side } from "./paper/space.ts";
import { STATES, type Shares, type State } from "./paper/states.ts";

/** How a state is known: solved, a copy for more soldiers, a superset or subset of what is solved, predicted, or predicted and not known well. */
export type Basis = LookedUp["stage"] | "predicted" | "doubtful";

/** A predicted state less probable than this is not known well. */
const KNOWN_WELL = 0.6;

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
  /** How probable each state is; 1 for the state of what is solved, and for nothing else. */
  readonly probabilities: Readonly<Record<State, number>>;
  /** None of them says other than the state. */
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

export function makeAnswerer(base: MaterialBase): (pair: MaterialPair) => MaterialAnswer {
  const lookUp = makeLookup(base.knowledge, { extension: true, soldiers: true });
  const worthOf = (roles: Roles): Worth => {
    const found = lookUp(roles);
    const inDatabase = base.database.lookUp(roles);
    let symbol: number | null = null;
    if (found !== undefined) symbol = symbolOfFound(found);
    // A class of soldiers has one answer in the database: of a pair that is not solved itself that is an inference.
    else if (inDatabase.basis === "exact") symbol = symbolOfInferred(inDatabase.score);
    const answer = symbol === null ? inDatabase : answerOf(base.model, symbol, isArmed(roles));
    return { answer, found, basis: found?.stage ?? basisOf(answer) };
  };
  return (pair) => {
    const roles = rolesOf(pair.first, pair.second);
    const { answer, found, basis } = worthOf(roles);
    return {
      pair: pairName(pair),
      attacking: roles.attack === pair.first ? "first" : "second",
      attack: materialName(roles.attack),
      defence: materialName(roles.defence),
      state: STATES[answer.score],
      basis,
      shares: found?.stage === "exact" ? found.known.shares : null,
      probabilities: Object.fromEntries(STATES.map((state, score) => [state, answer.probabilities[score]!])) as Record<
        State,
        number
      >,
      reasons: found === undefined ? reductions(roles, answer, base.table, worthOf) : solvedReasons(roles, found),
    };
  };
}

interface Worth {
  readonly answer: Answer;
  readonly found: LookedUp | undefined;
  readonly basis: Basis;
}

function basisOf({ score, probabilities }: Answer): Basis {
  return probabilities[score]! < KNOWN_WELL ? "doubtful" : "predicted";
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

/**
 * What says so: the best exchange of a side where it leaves just the state said, then what losing each kind of man would
 * mean, but where with less the attacking side has more, or against less it has less.
 */
function reductions(
  roles: Roles,
  { score: said }: Answer,
  table: ExchangeTable,
  worthOf: (roles: Roles) => Worth,
): Reason[] {
  const isOpen = said === 0;
  /**
   * Worth to the side that attacks before, ascending from 1, what it surely wins, to 8, what the other side surely wins
   * once that one attacks; NaN for what is open.
   */
  const value = (first: Material, second: Material): { readonly left: Valued; readonly worth: number } => {
    const ofLeft = rolesOf(first, second);
    const { answer, basis } = worthOf(ofLeft);
    const pair = pairName({ first: ofLeft.attack, second: ofLeft.defence });
    const left = { pair, state: STATES[answer.score], basis };
    if (answer.score === 0) return { left, worth: Number.NaN };
    return { left, worth: ofLeft.attack === first ? answer.score : 9 - answer.score };
  };
  const isSaid = (worth: number) => (isOpen ? Number.isNaN(worth) : Math.min(4, worth) === said);
  const { attack, defence } = roles;
  const reasons: Reason[] = [];
  for (const by of ["attacker", "defender"] as const) {
    const [active, passive] = by === "attacker" ? [attack, defence] : [defence, attack];
    const sign = by === "attacker" ? 1 : -1;
    const [best] = possibleExchanges(table, active, passive)
      .filter(({ probability, active: given }) => probability >= LEAST_PROBABILITY && !STAY_AT_HOME.includes(given))
      .map((exchange) => {
        const [mine, yours] = [without(active, exchange.active), without(passive, exchange.passive)];
        return { ...exchange, ...(by === "attacker" ? value(mine, yours) : value(yours, mine)) };
      })
      .filter(({ worth }) => Number.isNaN(worth) === isOpen)
      .sort((a, b) => sign * (a.worth - b.worth) || b.probability - a.probability);
    if (best === undefined || !isSaid(best.worth)) continue;
    const { active: given, passive: taken, probability, left } = best;
    reasons.push({ kind: "exchange", by, active: given, passive: taken, probability, left });
  }
  for (const side of ["attacker", "defender"] as const) {
    for (const man of KINDS) {
      const less = without(side === "attacker" ? attack : defence, man);
      if (less === -1) continue;
      const { left, worth } = side === "attacker" ? value(less, defence) : value(attack, less);
      const isBound = side === "attacker" ? worth > said : worth < said;
      if (isSaid(worth) || (isBound && !isOpen)) reasons.push({ kind: "without", side, man, left });
    }
  }
  return reasons;
}
