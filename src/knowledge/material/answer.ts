/** What a pair of materials is worth, and why: what is proven or solved, else the database's estimate with the solved endgames it goes back to. */
import { canonicalEndgame } from "../../endgame/endgame.ts";
import { makeEstimator, type BoundedEstimate } from "./bounds.ts";
import type { PairAnswer, StateDatabase } from "./database.ts";
import { possibleExchanges, type ExchangeTable } from "./paper/exchange-table.ts";
import { rolesOf, type Knowledge, type KnownPair, type Roles } from "./paper/knowledge.ts";
import type { LookedUp } from "./paper/lookup.ts";
import type { ReductionModel } from "./model/model.ts";
import { endgameOfPair, materialName, pairName, type MaterialPair } from "./paper/names.ts";
import {
  countAttackers,
  DEFENDING_COMBINATIONS,
  KINDS,
  MOST_ATTACKERS_TOLD,
  STRONG_COMBINATIONS,
  withSoldiersOf,
  without,
  type Kind,
  type Material,
  type Side,
} from "./paper/space.ts";
import { sharesOfOutcomes, STATES, type Score, type Shares, type State } from "./paper/states.ts";

/**
 * How a state is known: solved, a copy for more soldiers, a superset or subset of what is solved, predicted, predicted and not
 * known well, or far from all that was learned from. `atlas`: there is no state, but the whole endgame is proven.
 */
export type Basis = LookedUp["stage"] | "predicted" | "doubtful" | "far" | "atlas";

/** A predicted state less probable than this is not known well. */
const KNOWN_WELL = 0.6;

/** A pair that a reason goes back to. Its roles are those of its name: the first side attacks. */
export interface Valued {
  readonly pair: string;
  readonly state: State;
  readonly basis: Basis;
}

export type MaterialReason =
  /** Exact shares of quiet positions, the attacking side's, of a solved endgame that tells the state. */
  | { readonly kind: "solved"; readonly pair: string; readonly state: State; readonly shares: Shares }
  /** A solved endgame with fewer soldiers that is worth as much. */
  | { readonly kind: "soldiers"; readonly from: string }
  /** A solved endgame: the attacking side has more than there, or the other less, so that the state is no worse; or the other way round. */
  | { readonly kind: "superset" | "subset"; readonly from: string; readonly state: State }
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

/** What is proven of a whole endgame, wherever its men stand: the attacking side's shares of all legal positions. */
export interface Proven {
  /** Canonical name. */
  readonly endgame: string;
  readonly attackToMove: Shares;
  readonly defenceToMove: Shares;
}

export interface MaterialAnswer {
  readonly pair: string;
  /** The side with more attack power. */
  readonly attacking: Side;
  readonly attack: string;
  readonly defence: string;
  /** Null where the atlas has the endgame, but quiet positions were not counted. */
  readonly state: State | null;
  readonly basis: Basis;
  /** Exact, of quiet positions, where these were counted. */
  readonly shares: Shares | null;
  /** Where the atlas has the endgame, in which soldiers of all categories are alike. */
  readonly proven: Proven | null;
  /** How probable each state is; 1 for the state of what is solved, and for nothing else. Null where that is not known. */
  readonly probabilities: Readonly<Record<State, number>> | null;
  /** None of them says other than the state. */
  readonly reasons: readonly MaterialReason[];
}

/** A pair in a map of what surrounds another. */
export interface MapCell {
  readonly second: string;
  readonly attacking: Side;
  readonly state: State | null;
  /** What the attacking side wins of all positions with itself to move, where there is no state. */
  readonly won: number | null;
}

export interface MaterialBase {
  readonly knowledge: Knowledge;
  readonly table: ExchangeTable;
  readonly model: ReductionModel;
  readonly database: StateDatabase;
}

type Outcomes = readonly [wins: number, draws: number, losses: number];

/** What the atlas proves, by canonical names: outcomes for the side to move. */
export type ProvenEndgames = ReadonlyMap<string, { readonly red: Outcomes; readonly black: Outcomes }>;

export interface Answerer {
  answer(pair: MaterialPair): MaterialAnswer;
  /** 27 rows of strong men by 9 columns of defending men of the second side, whose soldiers stay as they are. */
  map(pair: MaterialPair): MapCell[][];
}

/** Men that seldom start an exchange: their exchanges say little to a reader. */
const STAY_AT_HOME: readonly Kind[] = ["advisor", "elephant"];

/** Exchanges less probable than this are no reason. */
const LEAST_PROBABILITY = 0.1;

export function makeAnswerer(base: MaterialBase, endgames: ProvenEndgames): Answerer {
  const estimate = makeEstimator(base.knowledge, base.model, (roles) => base.database.lookUp(roles));
  const worthOf = (roles: Roles): Worth => {
    const found = estimate(roles);
    const proven = provenOf(roles, endgames);
    return { ...found, proven, basis: basisOf(roles, found, proven) };
  };
  return {
    answer(pair) {
      const roles = rolesOf(pair.first, pair.second);
      const worth = worthOf(roles);
      const { answer, found, basis, proven } = worth;
      const isTold = basis !== "atlas";
      const isMeasured = isTold && basis !== "far";
      return {
        pair: pairName(pair),
        attacking: roles.attack === pair.first ? "first" : "second",
        attack: materialName(roles.attack),
        defence: materialName(roles.defence),
        state: isTold ? STATES[answer.score] : null,
        basis,
        shares: found?.stage === "exact" ? found.known.shares : null,
        proven,
        probabilities: isMeasured ? byState(answer.probabilities) : null,
        reasons: isMeasured ? reasonsOf(roles, worth, base.table, worthOf) : [],
      };
    },
    map: ({ first, second }) =>
      Array.from({ length: STRONG_COMBINATIONS }, (_, strong) =>
        Array.from({ length: DEFENDING_COMBINATIONS }, (__, defending) => {
          const other = withSoldiersOf(second, strong, defending);
          const roles = rolesOf(first, other);
          const { answer, basis, proven } = worthOf(roles);
          const isTold = basis !== "atlas";
          return {
            second: materialName(other),
            attacking: roles.attack === first ? "first" : "second",
            state: isTold ? STATES[answer.score] : null,
            won: isTold ? null : proven!.attackToMove.win,
          };
        }),
      ),
  };
}

interface Worth extends BoundedEstimate {
  readonly proven: Proven | null;
  readonly basis: Basis;
}

function byState(probabilities: readonly number[]): Record<State, number> {
  return Object.fromEntries(STATES.map((state, score) => [state, probabilities[score]!])) as Record<State, number>;
}

function provenOf({ attack, defence }: Roles, endgames: ProvenEndgames): Proven | null {
  const { endgame, swapped } = canonicalEndgame(endgameOfPair({ first: attack, second: defence }));
  const known = endgames.get(endgame.name);
  if (known === undefined) return null;
  const [ofAttack, ofDefence] = swapped ? [known.black, known.red] : [known.red, known.black];
  const [losses, draws, wins] = ofDefence;
  return {
    endgame: endgame.name,
    attackToMove: sharesOfOutcomes(ofAttack),
    defenceToMove: sharesOfOutcomes([wins, draws, losses]),
  };
}

function basisOf(roles: Roles, { answer, found }: BoundedEstimate, proven: Proven | null): Basis {
  if (found?.stage === "exact") return "exact";
  if (proven !== null) return "atlas";
  if (found !== undefined) return found.stage;
  if (countAttackers(roles.attack) + countAttackers(roles.defence) > MOST_ATTACKERS_TOLD) return "far";
  return answer.probabilities[answer.score]! < KNOWN_WELL ? "doubtful" : "predicted";
}

function reasonsOf(
  roles: Roles,
  worth: Worth,
  table: ExchangeTable,
  worthOf: (roles: Roles) => Worth,
): MaterialReason[] {
  if (worth.found !== undefined) return solvedReasons(roles, worth.found);
  return [...boundReasons(worth), ...reductions(roles, worth.answer, table, worthOf)];
}

/** The solved endgames that leave no other state than the one said, or none on one side of it. */
function boundReasons({ answer: { score }, atLeast, atMost }: Worth): MaterialReason[] {
  const tells = (known: KnownPair | undefined, trivial: Score): known is KnownPair =>
    known !== undefined && known.score === score && score !== trivial;
  return [
    ...(tells(atLeast, 4) ? [boundBy("superset", atLeast)] : []),
    ...(tells(atMost, 1) ? [boundBy("subset", atMost)] : []),
  ];
}

function boundBy(kind: "superset" | "subset", { attack, defence, score }: KnownPair): MaterialReason {
  return { kind, from: pairName({ first: attack, second: defence }), state: STATES[score] };
}

function solvedReasons({ attack, defence }: Roles, { stage, score, known }: LookedUp): MaterialReason[] {
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
  return [boundBy(score === 1 && attack !== known.attack ? "superset" : "subset", known), solved];
}

/**
 * What says so: the best exchange of a side where it leaves just the state said, then what losing each kind of man would
 * mean, but where with less the attacking side has more, or against less it has less.
 */
function reductions(
  roles: Roles,
  { score: said }: PairAnswer,
  table: ExchangeTable,
  worthOf: (roles: Roles) => Worth,
): MaterialReason[] {
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
  const reasons: MaterialReason[] = [];
  // Nothing is told of a state that is not said itself.
  const isTold = ({ basis }: Valued) => basis !== "atlas";
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
    if (best === undefined || !isSaid(best.worth) || !isTold(best.left)) continue;
    const { active: given, passive: taken, probability, left } = best;
    reasons.push({ kind: "exchange", by, active: given, passive: taken, probability, left });
  }
  for (const side of ["attacker", "defender"] as const) {
    for (const man of KINDS) {
      const less = without(side === "attacker" ? attack : defence, man);
      if (less === -1) continue;
      const { left, worth } = side === "attacker" ? value(less, defence) : value(attack, less);
      const isBound = side === "attacker" ? worth > said : worth < said;
      if (isTold(left) && (isSaid(worth) || (isBound && !isOpen))) reasons.push({ kind: "without", side, man, left });
    }
  }
  return reasons;
}
