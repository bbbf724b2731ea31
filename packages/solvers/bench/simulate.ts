/**
 * How a packed solver would scale: one thread runs the program of a team, and the work of every chunk and of all that
 * one member does alone is counted in expansions, which no other program on the machine can disturb; then the chunks
 * are dealt to any number of imagined threads as the real team deals them. Not modelled: caches, memory bandwidth and
 * the barriers' own cost.
 */
import type { Game } from "../src/game.ts";
import type { Parameters } from "../src/solution.ts";
import { openGame, type GameSpec } from "../src/explicit.ts";
import { childCodesOf } from "../src/packed/codes.ts";
import { makeJob, type Algorithm } from "../src/packed/job.ts";
import type { Member } from "../src/packed/team.ts";
import { programs } from "../src/packed/programs.ts";

export interface Trace {
  /** Expansions of each chunk, for each phase of shared work. */
  readonly phases: Uint32Array[];
  /** Expansions outside shared work. */
  readonly alone: number;
}

export const traceRun = (spec: GameSpec, algorithm: Algorithm, parameters: Parameters): Trace => {
  const game = openGame(spec);
  const job = makeJob(spec, game.states, game.maxMoves, algorithm, parameters, 2);
  const phases: Uint32Array[] = [];
  let expansions = 0;
  let shared = 0;
  const childCodes = childCodesOf(game);
  const counted: Game = {
    ...game,
    childCodes: (state, codes, stop) => {
      expansions++;
      return childCodes(state, codes, stop);
    },
    parents: (state, out) => {
      expansions++;
      return game.parents(state, out);
    },
  };
  const member: Member = {
    index: 0,
    size: 2,
    barrier: () => {},
    share: (total, chunk, work) => {
      const before = expansions;
      const phase = new Uint32Array(Math.ceil(total / chunk));
      for (let i = 0; i < phase.length; i++) {
        const start = expansions;
        work(i * chunk, Math.min(total, (i + 1) * chunk));
        phase[i] = expansions - start;
      }
      phases.push(phase);
      shared += expansions - before;
    },
    sum: (...mine) => mine,
  };
  programs[algorithm](job, counted, member);
  return { phases, alone: expansions - shared };
};

/** Expansions from start to end on the busiest path through `threads` threads. */
export const simulate = ({ phases, alone }: Trace, threads: number): number => {
  let total = alone;
  const busyUntil = new Float64Array(threads);
  for (const chunks of phases) {
    busyUntil.fill(0);
    for (const chunk of chunks) {
      let first = 0;
      for (let thread = 1; thread < threads; thread++) if (busyUntil[thread]! < busyUntil[first]!) first = thread;
      busyUntil[first]! += chunk;
    }
    total += Math.max(...busyUntil);
  }
  return total;
};
