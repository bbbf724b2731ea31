/** What a pair of materials is worth, and why: what is proven or solved, else an estimate, with the solved endgames that bound it. */
import { canonicalEndgame, makeEndgame, parseEndgame } from "../../endgame/endgame.ts";
import {
  makeEstimates,
  solvedSides,
  type MaterialEstimate,
  type EstimateModel,
  type ProvenEndgames,
} from "./model/model.ts";
import type { SolvedSide } from "./model/estimates.ts";
import { type Knowledge, type Roles, makeLookup, rolesOf } from "./paper/knowledge.ts";
import {
  DEFENDING_COMBINATIONS,
  type MaterialPair,
  STRONG_COMBINATIONS,
  type Side,
  endgameOfPair,
  materialName,
  pairName,
  withSoldiersOf,
} from "./paper/space.ts";
import { STATES, type Shares, type State, scoreOf, sharesOfOutcomes } from "./paper/basic.ts";

/**
 * How a state is known: solved; the only one that solved endgames with less and with more men leave; estimated; estimated, and not
 * known well. `atlas`: there is no state, but the whole endgame is proven. `far`: none either, so far from all that was learned from.
 */
export type Basis = "exact" | "extension" | "predicted" | "doubtful" | "atlas" | "far";

/** An estimated state less probable than this is not known well. */
const KNOWN_WELL = 0.6;

export type MaterialReason =
  /** Exact shares of quiet positions, the attacking side's, of a solved endgame that tells the state. */
  | { readonly kind: "solved"; readonly pair: string; readonly state: State; readonly shares: Shares }
  /**
   * A solved endgame, named from the attacking side: this one has more than there, or the other less, so that it is worth no less; or
   * the other way round. `won`: of all positions there.
   */
  | { readonly kind: "superset" | "subset"; readonly from: string; readonly state: State; readonly won: number };

/** What is proven of a whole endgame, wherever its men stand: the attacking side's shares of all legal positions. */
export interface Proven {
  /** Canonical name. */
  readonly endgame: string;
  readonly attackToMove: Shares;
  readonly defenceToMove: Shares;
}

/** Of all legal positions, soldiers of all categories alike: the share that the attacking side wins, and bounds of it that hold nine times of ten. */
export interface Estimated {
  readonly won: number;
  readonly least: number;
  readonly most: number;
}

export interface MaterialAnswer {
  readonly pair: string;
  /** The side with more attack power. */
  readonly attacking: Side;
  readonly attack: string;
  readonly defence: string;
  /** Null where the atlas has the endgame, but quiet positions were not counted, and where nothing tells it. */
  readonly state: State | null;
  readonly basis: Basis;
  /** Exact, of quiet positions, where these were counted. */
  readonly shares: Shares | null;
  /** Where the atlas has the endgame, in which soldiers of all categories are alike. */
  readonly proven: Proven | null;
  /** Null where nothing is estimated. */
  readonly estimated: Estimated | null;
  /** How probable each state is; 1 for the state of what is solved, and for nothing else. Null where nothing is estimated either. */
  readonly probabilities: Readonly<Record<State, number>> | null;
  readonly reasons: readonly MaterialReason[];
}

/** A pair in a map of what surrounds another. */
export interface MapCell {
  readonly second: string;
  readonly attacking: Side;
  /** Of what the atlas does not have. */
  readonly state: State | null;
  /** What the attacking side wins of all positions, both sides to move weighing the same, of what the atlas has. */
  readonly won: number | null;
}

export interface MaterialBase {
  readonly knowledge: Knowledge;
  readonly model: EstimateModel;
}

export interface Answerer {
  answer(pair: MaterialPair): MaterialAnswer;
  /** 27 rows of strong men by 9 columns of defending men of the second side, whose soldiers stay as they are. */
  map(pair: MaterialPair): MapCell[][];
}

export function makeAnswerer({ knowledge, model }: MaterialBase, endgames: ProvenEndgames): Answerer {
  const lookUp = makeLookup(knowledge, { extension: false, soldiers: false });
  const estimate = makeEstimates(model, endgames);
  const worthOf = (roles: Roles, proven: Proven | null): Worth => {
    const known = lookUp(roles)?.known;
    if (known !== undefined) {
      const { shares, score } = known;
      const state = STATES[score];
      const pair = pairName({ first: known.attack, second: known.defence });
      const reasons = [{ kind: "solved", pair, state, shares } as const];
      return { ...NOTHING, state, basis: "exact", shares, probabilities: certain(state), reasons };
    }
    if (proven !== null) return { ...NOTHING, basis: "atlas" };
    return worthOfEstimate(estimate(endgameOfPair({ first: roles.attack, second: roles.defence })), endgames);
  };
  return {
    answer(pair) {
      const roles = rolesOf(pair.first, pair.second);
      const proven = provenOf(roles, endgames);
      const { probabilities, ...worth } = worthOf(roles, proven);
      return {
        pair: pairName(pair),
        attacking: roles.attack === pair.first ? "first" : "second",
        attack: materialName(roles.attack),
        defence: materialName(roles.defence),
        ...worth,
        proven,
        probabilities: probabilities && byState(probabilities),
      };
    },
    map: ({ first, second }) =>
      Array.from({ length: STRONG_COMBINATIONS }, (_, strong) =>
        Array.from({ length: DEFENDING_COMBINATIONS }, (__, defending) => {
          const other = withSoldiersOf(second, strong, defending);
          const roles = rolesOf(first, other);
          const proven = provenOf(roles, endgames);
          return {
            second: materialName(other),
            attacking: roles.attack === first ? "first" : "second",
            state: proven === null ? worthOf(roles, proven).state : null,
            won: proven && (proven.attackToMove.win + proven.defenceToMove.win) / 2,
          };
        }),
      ),
  };
}

type Worth = Pick<MaterialAnswer, "state" | "basis" | "shares" | "estimated" | "reasons"> & {
  /** By score. */
  readonly probabilities: readonly number[] | null;
};

const NOTHING = { state: null, shares: null, estimated: null, probabilities: null, reasons: [] } as const;

function worthOfEstimate(given: MaterialEstimate, endgames: ProvenEndgames): Worth {
  const { state, isBounded, shares } = given;
  const reasons = boundReasons(given, endgames);
  if (shares === null) return { ...NOTHING, state, basis: state === null ? "far" : "extension", reasons };
  const { probabilities, ...estimated } = shares;
  const isKnownWell = probabilities[STATES.indexOf(state!)]! >= KNOWN_WELL;
  const basis = isBounded ? "extension" : isKnownWell ? "predicted" : "doubtful";
  return { ...NOTHING, state, basis, estimated, probabilities, reasons };
}

/** Not of those that are won always, or never: they bound nothing. */
function boundReasons({ atLeast, atMost }: MaterialEstimate, endgames: ProvenEndgames): MaterialReason[] {
  const reasonOf = (kind: "superset" | "subset", { endgame, sides, share }: SolvedSide): MaterialReason => {
    const [asRed, asBlack] = solvedSides(endgame, endgames.get(endgame)!);
    const isRed = asRed!.sides.join() === sides.join();
    const { red, black } = parseEndgame(endgame);
    const from = isRed ? endgame : makeEndgame(black, red).name;
    return { kind, from, state: STATES[scoreOf(share, (isRed ? asBlack : asRed)!.share)], won: share };
  };
  return [
    ...(atLeast !== undefined && atLeast.share > 0 ? [reasonOf("superset", atLeast)] : []),
    ...(atMost !== undefined && atMost.share < 1 ? [reasonOf("subset", atMost)] : []),
  ];
}

function certain(state: State): number[] {
  return STATES.map((each) => (each === state ? 1 : 0));
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
