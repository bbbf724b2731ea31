/** Runs one solver on one game and reports what it took. */
import { backward as publishedBackward, forward as publishedForward } from "./as-published.ts";
import { backward, forward } from "./as-run.ts";
import type { Game } from "./game.ts";
import {
  checkMemory,
  estimateMemory,
  checkOptions,
  chooseForm,
  symmetryOf,
  type Form,
  type StudyOptions,
} from "./options.ts";
import { naive } from "./naive.ts";
import { solvePacked } from "./packed/solve.ts";
import { tally, type Progress, type Parameters, type Solution } from "./solution.ts";
import { openGame, type GameSpec } from "./explicit.ts";

export interface StudyResult {
  readonly game: string;
  readonly solver: string;
  readonly mode: string;
  readonly form: Form;
  readonly layered: boolean;
  readonly direct: boolean;
  readonly winOnly: boolean;
  readonly noDup: boolean;
  readonly symmetry: string;
  readonly threads: number;
  readonly states: number;
  readonly forwardExpansions: number;
  readonly backwardExpansions: number;
  readonly iterations: number;
  readonly wins: number;
  /** Seen by max; null under win-only, which keeps losses and draws together. */
  readonly losses: number | null;
  readonly draws: number | null;
  /** The greatest distance to the end, where the solver solves layer by layer. */
  readonly depth: number | null;
  readonly solvedBySweep: readonly number[];
  readonly passedOver: number;
  /** Wall clock of the solver alone, and processor time of the whole process meanwhile. */
  readonly seconds: number;
  readonly userSeconds: number;
  readonly memoryEstimate: number;
}

export const study = (spec: GameSpec, options: StudyOptions, progress?: Progress): StudyResult => {
  const game = openGame(spec);
  checkOptions(spec, game.states, options);
  const form = chooseForm(spec, game.states, options);
  const memoryEstimate = estimateMemory(game.states, form, options);
  checkMemory(memoryEstimate, options.memory);
  const started = performance.now();
  const startedUser = process.cpuUsage().user;
  const solution = solve(spec, game, form, options, progress);
  const seconds = (performance.now() - started) / 1000;
  const userSeconds = (process.cpuUsage().user - startedUser) / 1e6;
  const { winOnly } = options.parameters;
  const { wins, losses, draws } = outcomes(spec, game, solution);
  return {
    game: game.name,
    solver: options.solver,
    mode: options.mode,
    form,
    ...parametersOf(options),
    symmetry: symmetryOf(spec),
    threads: options.threads,
    states: wins + losses + draws,
    ...solution.counts,
    wins,
    losses: winOnly ? null : losses,
    draws: winOnly ? null : draws,
    depth: isLayered(options) ? solution.counts.iterations : null,
    solvedBySweep: solution.solvedBySweep,
    passedOver: solution.passedOver ?? 0,
    seconds,
    userSeconds,
    memoryEstimate,
  };
};

const parametersOf = ({ solver, parameters }: StudyOptions): Parameters =>
  solver === "hybrid" ? { ...parameters, direct: true } : parameters;

const isLayered = ({ solver, parameters, mode }: StudyOptions): boolean =>
  solver === "naive" || (mode === "as-run" && (solver === "backward" || parameters.layered));

/** With the colours exchanged every state stands for one seen by either player: what one has won the other has lost. */
const outcomes = (spec: GameSpec, game: Game, solution: Solution) => {
  const { wins, losses, rest } = tally(game, solution);
  const symmetry = symmetryOf(spec);
  const either = (wins + losses) / 2;
  return symmetry === "colours" || symmetry === "both"
    ? { wins: either, losses: either, draws: rest }
    : { wins, losses, draws: rest };
};

const solve = (spec: GameSpec, game: Game, form: Form, options: StudyOptions, progress?: Progress): Solution => {
  const { solver, mode, threads } = options;
  const parameters = parametersOf(options);
  if (solver === "naive") return naive(game, parameters.winOnly, progress);
  if (form === "packed") {
    return solvePacked(spec, solver === "backward" ? "backward" : "forward", parameters, threads, progress);
  }
  if (solver === "backward") return (mode === "as-run" ? backward : publishedBackward)(game, parameters, progress);
  return (mode === "as-run" ? forward : publishedForward)(game, parameters, progress);
};
