/**
 * Algorithms 5 and 6, backward search, in two bits a state and on any number of threads, with the counts of as-run.
 *
 * Sweep r expands the FRESH states at distance r: lost for the player to move when r is even, won when it is odd.
 * Win-only expands those of one player only and so makes FRESH only states of the other; the two cannot be confused.
 * With losses both players' states are expanded, and a third bit holds those of this sweep.
 */
import type { Game } from "../game.ts";
import { weightIn, type Progress } from "../solution.ts";
import {
  childCodesOf,
  claim,
  codeOf,
  FRESH,
  freshBits,
  LOST,
  maskOf,
  retire,
  setOwn,
  STATES_PER_WORD,
  UNSOLVED,
  WON,
  type ChildCodes,
  type Codes,
} from "./codes.ts";
import { noReport, type Job, type Report } from "./job.ts";
import type { Member } from "./team.ts";

/** Words to a chunk of a thread's work. */
const CHUNK = 256;

interface Sweep {
  readonly game: Game;
  readonly codes: Codes;
  readonly childCodes: ChildCodes;
  readonly parents: Int32Array;
  readonly direct: boolean;
  /** The code of the states being expanded. */
  readonly expanded: number;
  /** The codes that stand for what was known before this sweep. */
  readonly known: number;
  solved: number;
  forwardExpansions: number;
  backwardExpansions: number;
  passedOver: number;
}

export const packedBackward = (job: Job, game: Game, member: Member, progress?: Progress): Report => {
  const { codes, parameters } = job;
  const childCodes = childCodesOf(game);
  const parents = new Int32Array(game.maxMoves);
  const report = noReport();
  if (member.index === 0) report.solvedBySweep.push(markTerminals(game, codes, parameters.winOnly));
  member.barrier();
  for (let round = 0; ; round++) {
    const expanded = round % 2 === 0 ? LOST : WON;
    const known = parameters.winOnly ? maskOf(expanded, FRESH) : maskOf(expanded);
    const sweep: Sweep = {
      game,
      codes,
      childCodes,
      parents,
      direct: parameters.direct,
      expanded,
      known,
      solved: 0,
      forwardExpansions: 0,
      backwardExpansions: 0,
      passedOver: 0,
    };
    if (parameters.winOnly) expandFresh(sweep, member, round % 2 === 1);
    else expandHeld(sweep, member, job.held);
    const [solved, forward, back, passedOver] = member.sum(
      sweep.solved,
      sweep.forwardExpansions,
      sweep.backwardExpansions,
      sweep.passedOver,
    );
    report.counts.forwardExpansions += forward!;
    report.counts.backwardExpansions += back!;
    report.passedOver += passedOver!;
    progress?.(round, solved!);
    if (solved === 0) return report;
    report.solvedBySweep.push(solved!);
    report.counts.iterations++;
  }
};

const markTerminals = (game: Game, codes: Codes, winOnly: boolean): number => {
  let terminals = 0;
  game.terminals((state, outcome) => {
    setOwn(codes, state, winOnly && outcome < 0 ? LOST : FRESH);
    terminals += weightIn(game, state);
  });
  return terminals;
};

/** Expands the FRESH states of one player. */
const expandFresh = (sweep: Sweep, member: Member, maxTurn: boolean): void => {
  const { codes, game } = sweep;
  member.share(codes.length, CHUNK, (from, to) => {
    for (let word = from; word < to; word++) {
      for (let bits = freshBits(codes[word]!); bits !== 0; bits &= bits - 1) {
        const state = word * STATES_PER_WORD + ((31 - Math.clz32(bits & -bits)) >> 1);
        if (game.isMaxTurn(state) !== maxTurn) continue;
        retire(codes, state, sweep.expanded);
        backwardCheck(sweep, state);
      }
    }
  });
};

/** Moves all FRESH states into `held`, so that the word can take new ones, and expands them. */
const expandHeld = (sweep: Sweep, member: Member, held: Uint16Array): void => {
  const { codes } = sweep;
  const cleared = sweep.expanded === LOST ? 0 : 1;
  member.share(codes.length, CHUNK, (from, to) => {
    for (let word = from; word < to; word++) {
      const bits = freshBits(codes[word]!);
      held[word] = squeeze(bits);
      codes[word]! &= ~(bits << cleared);
    }
  });
  member.share(codes.length, CHUNK, (from, to) => {
    for (let word = from; word < to; word++) {
      for (let bits = held[word]!; bits !== 0; bits &= bits - 1) {
        backwardCheck(sweep, word * STATES_PER_WORD + 31 - Math.clz32(bits & -bits));
      }
    }
  });
};

/** The even bits of a word, side by side. */
const squeeze = (bits: number): number => {
  let rest = (bits | (bits >>> 1)) & 0x33333333;
  rest = (rest | (rest >>> 2)) & 0x0f0f0f0f;
  rest = (rest | (rest >>> 4)) & 0x00ff00ff;
  return (rest | (rest >>> 8)) & 0xffff;
};

/**
 * Algorithm 5. A parent that its children prove costs one forward expansion in all, whichever thread claims it; one
 * that they do not prove costs one each time it is reached: the sums do not depend on the order or on the threads.
 */
const backwardCheck = (sweep: Sweep, state: number): void => {
  const { game, codes, parents, childCodes, known } = sweep;
  const isGood = sweep.expanded === LOST;
  const byOneChild = isGood && sweep.direct;
  const weight = weightIn(game, state);
  sweep.backwardExpansions += weight;
  const count = game.parents(state, parents);
  for (let i = 0; i < count; i++) {
    const parent = parents[i]!;
    const code = codeOf(codes, parent);
    if (code !== UNSOLVED) {
      if (code === WON && !isGood) sweep.passedOver += weight;
      continue;
    }
    if (!byOneChild) {
      const seen = childCodes(parent, codes, isGood ? known : ~known);
      const proved = isGood ? (seen & known) !== 0 : (seen & ~known) === 0;
      if (!proved) {
        sweep.forwardExpansions += weight;
        continue;
      }
    }
    if (!claim(codes, parent)) continue;
    const parentWeight = weightIn(game, parent);
    sweep.solved += parentWeight;
    if (!byOneChild) sweep.forwardExpansions += parentWeight;
  }
};
