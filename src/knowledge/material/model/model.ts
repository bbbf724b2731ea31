/** The model of shares as it is stored, and what it says of a pair of sides: a state, and how far that can be trusted. */
import { type Endgame, MOST_ATTACKING_MEN, parseEndgame } from "../../../endgame/endgame.ts";
import { STATES, type Score, type State, THRESHOLDS, rankOf, scoreOf, sharesOfOutcomes } from "../paper/basic.ts";
import {
  boundsOf,
  logistic,
  logOddsOf,
  makeEstimator,
  makePredictor,
  type SolvedBounds,
  type SolvedSide,
} from "./estimates.ts";
import { attackersOf, bothSides, distanceOf, type Likeness, type Sides } from "./likeness.ts";

export interface EstimateModel extends Likeness {
  readonly kind: "canju-material-model";
  /** Learned from; canonical names. */
  readonly endgames: readonly string[];
  /** Of each endgame Red's, then Black's. */
  readonly weights: readonly (readonly [red: number, black: number])[];
  /** By `RINGS`: by how much the log-odds of endgames that were not learned from were missed, the root of the mean square. */
  readonly missed: readonly number[];
}

/** How far a pair may be from the nearest that is solved: to each of these its own spread. Farther off nothing was tested. */
export const RINGS = [0.1, 0.5, 1, 2] as const;

/** The ring of a distance; -1 where nothing was tested. */
export function ringOf(distance: number): number {
  return RINGS.findIndex((most) => distance <= most);
}

type Outcomes = readonly [wins: number, draws: number, losses: number];

/** What the atlas proves, by canonical names: outcomes for the side to move. */
export type ProvenEndgames = ReadonlyMap<string, { readonly red: Outcomes; readonly black: Outcomes }>;

/** Red's side, then Black's. */
export function solvedSides(endgame: string, { red, black }: { red: Outcomes; black: Outcomes }): SolvedSide[] {
  const [sides, others] = bothSides(parseEndgame(endgame));
  const [ofRed, ofBlack] = [red, black].map(sharesOfOutcomes);
  return [
    { endgame, sides, share: (ofRed!.win + ofBlack!.loss) / 2 },
    { endgame, sides: others, share: (ofBlack!.win + ofRed!.loss) / 2 },
  ];
}

/** What is said of an endgame that is not solved, for one of its sides. */
export interface MaterialEstimate extends SolvedBounds {
  /** Null: it is too far from all that was learned from. */
  readonly state: State | null;
  /** Solved endgames leave just this state. */
  readonly isBounded: boolean;
  /** Null where nothing was tested so far off, and only bounds are known. */
  readonly shares: EstimatedShares | null;
}

export interface EstimatedShares {
  /** The share of all positions that the side wins, and between which shares that is nine times of ten. */
  readonly won: number;
  readonly least: number;
  readonly most: number;
  /** How probable each state is, by its score. */
  readonly probabilities: readonly number[];
}

/** Nine times of ten a normal variable is within so many standard deviations. */
const NINE_OF_TEN = 1.645;

/** What solved endgames rule out keeps this part: they are not always monotone themselves. */
const RULED_OUT = 0.01;

/** Both sides of all endgames that a model was learned from. */
function learnedSides({ endgames }: EstimateModel): Sides[] {
  return endgames.flatMap((name) => bothSides(parseEndgame(name)));
}

/** What a model says of the share that a side wins, how far that is from what it was learned from, and what bounds it. */
export function makeShares(model: EstimateModel, endgames: ProvenEndgames) {
  const learned = learnedSides(model);
  const solved = [...endgames].flatMap(([name, outcomes]) => solvedSides(name, outcomes));
  return {
    shareOf: makeEstimator(makePredictor(model, learned, model.weights.flat()), solved),
    distanceTo: (sides: Sides) =>
      learned.reduce((least, each) => Math.min(least, distanceOf(sides, each, model)), Infinity),
    boundsOf: (sides: Sides) => boundsOf(sides, solved),
  };
}

/** @param endgames what is solved: it bounds what is estimated */
export function makeEstimates(model: EstimateModel, endgames: ProvenEndgames): (endgame: Endgame) => MaterialEstimate {
  const shares = makeShares(model, endgames);
  return (endgame) => {
    const [sides, others] = bothSides(endgame);
    const { atLeast, atMost } = shares.boundsOf(sides);
    const within = rangeOf({ atLeast, atMost }, shares.boundsOf(others));
    const attackers = attackersOf(sides) + attackersOf(others);
    const ring = attackers > MOST_ATTACKING_MEN ? -1 : ringOf(shares.distanceTo(sides));
    if (ring < 0) {
      const isBounded = within.worst === within.best && within.worst === within.decided;
      return { state: isBounded ? STATES[within.worst] : null, isBounded, shares: null, atLeast, atMost };
    }
    const [won, lost] = [shares.shareOf(sides), shares.shareOf(others)];
    const score = scoreOf(won, lost);
    const isBounded = [within.worst, within.best, within.decided].every((each) => each === score);
    const estimated = estimatedShares(won, lost, model.missed[ring]!, within);
    return { state: STATES[score], isBounded, shares: estimated, atLeast, atMost };
  };
}

/** Between which shares a side wins by what is solved, and which states that allows. */
interface Range {
  readonly least: number;
  readonly most: number;
  readonly worst: Score;
  readonly best: Score;
  /** The state where both sides win as much as they may. */
  readonly decided: Score;
}

function rangeOf(win: SolvedBounds, loss: SolvedBounds): Range {
  const [leastWon, leastLost] = [win.atLeast?.share ?? 0, loss.atLeast?.share ?? 0];
  const most = Math.max(leastWon, Math.min(win.atMost?.share ?? 1, 1 - leastLost));
  const mostLost = Math.max(leastLost, Math.min(loss.atMost?.share ?? 1, 1 - leastWon));
  return {
    least: leastWon,
    most,
    worst: scoreOf(leastWon, mostLost),
    best: scoreOf(most, leastLost),
    decided: scoreOf(most, mostLost),
  };
}

/** @param spread by how much log-odds are missed */
function estimatedShares(won: number, lost: number, spread: number, range: Range): EstimatedShares {
  const free = probabilitiesOf(won, lost, spread);
  const isAllowed = (score: number): boolean => {
    if (score === 0) return range.decided === 0;
    const rank = rankOf(score as Score);
    return rank >= rankOf(range.worst) && rank <= rankOf(range.best);
  };
  const allowed = free.reduce((sum, each, score) => sum + (isAllowed(score) ? each : 0), 0);
  const logOdds = logOddsOf(won);
  return {
    won,
    least: Math.min(won, Math.max(range.least, logistic(logOdds - NINE_OF_TEN * spread))),
    most: Math.max(won, Math.min(range.most, logistic(logOdds + NINE_OF_TEN * spread))),
    probabilities: free.map((each, score) => {
      const kept = isAllowed(score) && allowed > 0 ? each / allowed : 0;
      return (1 - RULED_OUT) * kept + RULED_OUT * each;
    }),
  };
}

/** How probable each state is, by its score, where the log-odds of both sides' shares are missed by this spread. */
export function probabilitiesOf(won: number, lost: number, spread: number): number[] {
  const atLeast = (share: number, threshold: number) =>
    normal((logOddsOf(share) - Math.log(threshold / (1 - threshold))) / spread);
  const { WIN, EASY_WIN, CHANCE_WIN, UNKNOWN } = THRESHOLDS;
  const [win, easy, fifth, chance] = [WIN, EASY_WIN, UNKNOWN, CHANCE_WIN].map((each) => atLeast(won, each));
  const open = atLeast(lost, UNKNOWN);
  return [
    fifth! * open,
    win! * (1 - open),
    (easy! - win!) * (1 - open),
    (fifth! - easy!) * (1 - open) + chance! - fifth!,
    1 - chance!,
  ];
}

/** The standard normal distribution (Abramowitz, Stegun 1964, 26.2.17). */
function normal(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const polynomial = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const tail = (polynomial * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI);
  return x < 0 ? tail : 1 - tail;
}
