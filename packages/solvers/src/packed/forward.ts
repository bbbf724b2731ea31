/**
 * Algorithm 4, forward search, in two bits a state and on any number of threads, with the counts of as-run.
 *
 * Layered, the sweep number does the work of the `recent` flag: an even sweep can only find states won for the player
 * to move and an odd one only lost ones, so each sweep looks for one kind of proof, which the other kind's new results
 * cannot disturb. Not layered, one thread sweeps in order; several work in blocks (forward-blocks.ts).
 */
import type { Game } from "../game.ts";
import { weightIn, type Progress } from "../solution.ts";
import {
  type Codes,
  type ForwardSweep,
  IS_LOST,
  IS_WON,
  LOST,
  STATES_PER_WORD,
  UNSOLVED,
  UNUSED,
  WON,
  childCodesOf,
  codeOf,
  forwardCheck,
  isRecorded,
  setOwn,
  unsolvedBits,
} from "./codes.ts";
import { sweepInBlocks } from "./forward-blocks.ts";
import { noReport, type Job, type Report } from "./job.ts";
import type { Member } from "./team.ts";

/** Words to a chunk of a thread's work. */
const CHUNK = 256;

export const packedForward = (job: Job, game: Game, member: Member, progress?: Progress): Report => {
  const { codes, parameters } = job;
  const childCodes = childCodesOf(game);
  const parents = new Int32Array(game.maxMoves);
  const report = noReport();
  markUnused(game, codes, member);
  if (member.index === 0) report.solvedBySweep.push(markTerminals(game, codes));
  member.barrier();
  for (let round = 0; ; round++) {
    const sweep: ForwardSweep = {
      game,
      parameters,
      codes,
      childCodes,
      parents,
      round,
      solved: 0,
      forwardExpansions: 0,
      backwardExpansions: 0,
    };
    if (parameters.layered) sweepLayer(sweep, member);
    else if (member.size === 1) sweepInOrder(sweep);
    else sweepInBlocks(sweep, member, job);
    const [solved, forward, back] = member.sum(sweep.solved, sweep.forwardExpansions, sweep.backwardExpansions);
    report.counts.forwardExpansions += forward!;
    report.counts.backwardExpansions += back!;
    progress?.(round, solved!);
    if (solved === 0) return report;
    report.solvedBySweep.push(solved!);
    report.counts.iterations++;
  }
};

const markTerminals = (game: Game, codes: Codes): number => {
  let terminals = 0;
  game.terminals((state) => {
    setOwn(codes, state, LOST);
    terminals += weightIn(game, state);
  });
  return terminals;
};

const markUnused = (game: Game, codes: Codes, member: Member): void => {
  if (game.weightOf === undefined) return;
  member.share(codes.length, CHUNK, (from, to) => {
    const end = Math.min(to * STATES_PER_WORD, game.states);
    for (let state = from * STATES_PER_WORD; state < end; state++) {
      if (weightIn(game, state) === 0) setOwn(codes, state, UNUSED);
    }
  });
};

const sweepLayer = (sweep: ForwardSweep, member: Member): void => {
  const { codes, game, childCodes } = sweep;
  const existential = sweep.round % 2 === 0;
  const found = existential ? WON : LOST;
  member.share(codes.length, CHUNK, (from, to) => {
    for (let word = from; word < to; word++) {
      for (let bits = unsolvedBits(codes[word]!); bits !== 0; bits &= bits - 1) {
        const state = word * STATES_PER_WORD + ((31 - Math.clz32(bits & -bits)) >> 1);
        if (state >= game.states) break;
        const weight = weightIn(game, state);
        sweep.forwardExpansions += weight;
        const seen = childCodes(state, codes, existential ? IS_LOST : ~IS_WON);
        const proved = existential ? (seen & IS_LOST) !== 0 : seen === IS_WON;
        if (!proved || !isRecorded(sweep, state, found)) continue;
        setOwn(codes, state, found);
        sweep.solved += weight;
      }
    }
  });
};

const sweepInOrder = (sweep: ForwardSweep): void => {
  const { codes, game, parameters, parents } = sweep;
  for (let state = 0; state < game.states; state++) {
    if (codeOf(codes, state) !== UNSOLVED) continue;
    sweep.forwardExpansions++;
    const found = forwardCheck(sweep, state);
    if (found === UNSOLVED) continue;
    setOwn(codes, state, found);
    sweep.solved++;
    if (found !== LOST || !parameters.direct) continue;
    // Algorithm 3: every unsolved parent of a state lost for its player is won for the parent's.
    sweep.backwardExpansions++;
    const count = game.parents(state, parents);
    for (let i = 0; i < count; i++) {
      if (codeOf(codes, parents[i]!) !== UNSOLVED) continue;
      setOwn(codes, parents[i]!, WON);
      sweep.solved++;
    }
  }
};
