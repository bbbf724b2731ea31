/**
 * What the men alone allow: a man more is never worse for his side, and no better for the other. Estimates are kept to that, between
 * each other (`boundBySmaller`, when the database is made) and by what is solved (`makeEstimator`, when it is asked). Exact counts
 * are not always so, and stay as they are.
 */
import {
  answerOf,
  ROLES_EXCHANGED,
  symbolOfFound,
  symbolOfInferred,
  symbolOfPrediction,
  symbolOfRank,
  within,
  type PairAnswer,
  type Symbol,
} from "./database.ts";
import { ensembleOf, type ReductionModel } from "./model/model.ts";
import { Reduction } from "./model/reduction.ts";
import type { ExchangeTable } from "./paper/exchange-table.ts";
import { rolesOf, type Knowledge, type KnownPair, type Roles } from "./paper/knowledge.ts";
import { makeLookup, type LookedUp } from "./paper/lookup.ts";
import { CLASS_OF, CLASSES, representative } from "./paper/soldiers.ts";
import { attackingSide, countMen, hasAtLeast, isArmed, REMOVED, type Material } from "./paper/space.ts";
import { rankOf, scoreOfRank, type Rank } from "./paper/states.ts";

const UNKNOWN = -128;

/** What the database says of any pair: what is solved or follows from it, else the prediction by reduction, within bounds. */
export function makeSymbols(
  knowledge: Knowledge,
  table: ExchangeTable,
  model: ReductionModel,
): (roles: Roles) => Symbol {
  const lookUp = makeLookup(knowledge, { extension: true, soldiers: true });
  const reduction = new Reduction(ensembleOf(model), knowledge.values(), table);
  const symbolOf = boundBySmaller((roles) => {
    const found = lookUp(roles);
    return found === undefined ? symbolOfPrediction(reduction.predict(roles)) : symbolOfFound(found);
  }, model);
  return (roles) => {
    const [attack, defence] = [representative(roles.attack), representative(roles.defence)];
    return attackingSide(attack, defence) === "first" ? symbolOf({ attack, defence }) : ROLES_EXCHANGED;
  };
}

/**
 * The same symbols, but where a pair with one man less has a better state, or one against a man less a worse: those are nearer to
 * what is solved. So all are monotone, if only classes of soldiers are asked for (by their `REPRESENTATIVES`). What is solved
 * keeps its symbol.
 */
function boundBySmaller(
  symbolOf: (roles: Roles) => Symbol,
  model: Pick<ReductionModel, "probabilities">,
): (roles: Roles) => Symbol {
  /** Ranks to the first side, by classes of both sides: those of the other side's attack are negative. */
  const ranks: (Int8Array | undefined)[] = new Array(CLASSES);
  const ranksOf = (side: Material) => (ranks[CLASS_OF[side]!] ??= new Int8Array(CLASSES).fill(UNKNOWN));
  const rankOfPair = (side: Material, other: Material): number => {
    const known = ranksOf(side)[CLASS_OF[other]!]!;
    if (known !== UNKNOWN) return known;
    const roles = rolesOf(side, other);
    const found = boundRank(roles, answerOf(model, symbolOf(roles), isArmed(roles)));
    ranksOf(roles.defence)[CLASS_OF[roles.attack]!] = -found;
    ranksOf(roles.attack)[CLASS_OF[roles.defence]!] = found; // the later of the two, where both sides have the same men
    return roles.attack === side ? found : -found;
  };
  const boundRank = ({ attack, defence }: Roles, answer: PairAnswer): number => {
    // Of the same men either side wins as much: at most half, and then the state is open.
    let [atLeast, atMost] = [0, CLASS_OF[attack] === CLASS_OF[defence] ? 1 : 3];
    for (let kind = 0; kind < 8; kind++) {
      const [mine, yours] = [REMOVED[8 * attack + kind]!, REMOVED[8 * defence + kind]!];
      if (mine >= 0) atLeast = Math.max(atLeast, rankOfPair(mine, defence));
      if (yours >= 0) atMost = Math.min(atMost, rankOfPair(attack, yours));
    }
    const { score } = answer.basis === "exact" ? answer : within(answer, atLeast as Rank, atMost as Rank);
    return Math.min(atMost, Math.max(atLeast, rankOf(score)));
  };
  return (roles) => {
    const symbol = symbolOf(roles);
    const armed = isArmed(roles);
    if (answerOf(model, symbol, armed).basis === "exact") return symbol;
    return symbolOfRank(model, symbol, armed, rankOfPair(roles.attack, roles.defence) as Rank);
  };
}

export interface BoundedEstimate {
  readonly answer: PairAnswer;
  /** The solved endgame that tells the state, if one does. */
  readonly found: LookedUp | undefined;
  /** Solved endgames that allow no worse state, and no better one: those nearest to it. */
  readonly atLeast: KnownPair | undefined;
  readonly atMost: KnownPair | undefined;
}

/**
 * What a pair is worth: what is solved, else what the database says, within what the solved endgames allow.
 * @param stored what the database has, by classes of soldiers
 */
export function makeEstimator(
  knowledge: Knowledge,
  model: Pick<ReductionModel, "probabilities">,
  stored: (roles: Roles) => PairAnswer,
): (roles: Roles) => BoundedEstimate {
  const lookUp = makeLookup(knowledge, { extension: true, soldiers: true });
  const solved = [...knowledge.values()];
  return (roles) => {
    const armed = isArmed(roles);
    const found = lookUp(roles);
    if (found?.stage === "exact") {
      return { answer: answerOf(model, symbolOfFound(found), armed), found, atLeast: undefined, atMost: undefined };
    }
    let answer = stored(roles);
    // A class of soldiers has one answer in the database: of a pair that is not solved itself that is an inference.
    if (answer.basis === "exact") answer = answerOf(model, symbolOfInferred(answer.score), armed);
    const { atLeast, atMost } = boundsOf(roles, solved);
    const lowest = atLeast === undefined ? 0 : rankOf(atLeast.score);
    const highest = atMost === undefined ? 3 : rankOf(atMost.score);
    const { probabilities } = within(answer, lowest, highest);
    const rank = Math.min(highest, Math.max(lowest, rankOf(answer.score))) as Rank;
    const score = rank === rankOf(answer.score) ? answer.score : scoreOfRank(rank, probabilities);
    answer = { ...answer, probabilities, score };
    return { answer, found: found?.score === answer.score ? found : undefined, atLeast, atMost };
  };
}

/** The solved endgames that bound a pair; of those that bound it alike, the one that differs from it by the fewest men. */
function boundsOf(
  { attack, defence }: Roles,
  solved: readonly KnownPair[],
): Pick<BoundedEstimate, "atLeast" | "atMost"> {
  let [atLeast, atMost]: (KnownPair | undefined)[] = [];
  for (const known of solved) {
    if (hasAtLeast(attack, known.attack) && hasAtLeast(known.defence, defence)) {
      if (atLeast === undefined || compare(known, atLeast) > 0) atLeast = known;
    } else if (hasAtLeast(known.attack, attack) && hasAtLeast(defence, known.defence)) {
      if (atMost === undefined || compare(known, atMost) < 0) atMost = known;
    }
  }
  return { atLeast, atMost };
}

/** By the state, then by the men that the attacking side is ahead. */
function compare(a: KnownPair, b: KnownPair): number {
  return rankOf(a.score) - rankOf(b.score) || menAhead(a) - menAhead(b);
}

function menAhead({ attack, defence }: Roles): number {
  return countMen(attack) - countMen(defence);
}
