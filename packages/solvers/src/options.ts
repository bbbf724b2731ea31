/** What a user can ask of the study, how much memory that takes, and the refusal of what cannot be. */
import { availableParallelism, freemem } from "node:os";
import { InputError } from "../../../src/base/errors.ts";
import { checkSymmetry, type CheckersSymmetry } from "./checkers/reduced.ts";
import type { Parameters } from "./solution.ts";
import type { GameSpec } from "./explicit.ts";
import { PROOF_MOVES, proofWords } from "./packed/job.ts";

export type Solver = "naive" | "forward" | "backward" | "hybrid";
export type Mode = "as-run" | "as-published";
export type Form = "plain" | "packed";

export const SOLVERS: readonly Solver[] = ["naive", "forward", "backward", "hybrid"];
export const MODES: readonly Mode[] = ["as-run", "as-published"];
export const FORMS: readonly Form[] = ["plain", "packed"];

export interface StudyOptions {
  readonly solver: Solver;
  readonly parameters: Parameters;
  readonly mode: Mode;
  /** Left out: packed where threads, a symmetry or the size ask for it. */
  readonly form?: Form;
  readonly threads: number;
  /** Bytes a run may take; left out: what the machine has free. */
  readonly memory?: number;
}

/** Above this many states the plain form's 16 bits a state are no longer the default. */
const PLAIN_LIMIT = 50_000_000;

const refuse = (code: string, message: string): never => {
  throw new InputError(code, message);
};

export const symmetryOf = (spec: GameSpec): CheckersSymmetry =>
  spec.kind === "chinese-checkers" ? spec.symmetry : "none";

export const chooseForm = (spec: GameSpec, states: number, { form, threads, solver, mode }: StudyOptions): Form => {
  if (form !== undefined) return form;
  if (threads > 1 || symmetryOf(spec) !== "none") return "packed";
  return states > PLAIN_LIMIT && solver !== "naive" && mode === "as-run" ? "packed" : "plain";
};

/** Throws an `InputError` for a question without a solver. */
export const checkOptions = (spec: GameSpec, states: number, options: StudyOptions): void => {
  const { solver, parameters, mode, threads } = options;
  const { layered, direct, winOnly, noDup } = parameters;
  const symmetry = symmetryOf(spec);
  const form = chooseForm(spec, states, options);
  if (solver === "hybrid" && layered) {
    refuse("no-such-solver", "The hybrid solver is forward with direct, which cannot be layered.");
  }
  if (solver === "forward" && layered && direct) {
    refuse("no-such-solver", "Forward search cannot be both layered and direct: a direct proof is not of its layer.");
  }
  if (solver === "backward" && layered && mode === "as-published") {
    refuse(
      "no-such-solver",
      "Backward search as published does not solve states layer by layer; as run it always does.",
    );
  }
  if (solver === "naive" && (direct || layered)) {
    refuse("no-such-solver", "The naive solver has neither direct nor layered: it is layered by nature.");
  }
  if (!noDup && solver !== "backward") refuse("no-such-solver", "Only backward search can expand states again.");
  if (!Number.isInteger(threads) || threads < 1)
    refuse("bad-threads", `The threads must be 1 or more, not ${threads}.`);
  if (threads > availableParallelism()) {
    refuse("too-many-threads", `This machine runs ${availableParallelism()} threads at a time, not ${threads}.`);
  }
  if (form === "plain" && threads > 1) refuse("no-such-form", "Only the packed form runs on several threads.");
  if (form === "plain" && symmetry !== "none") refuse("no-such-form", "Only the packed form uses symmetries.");
  if (form === "packed") {
    if (solver === "naive") refuse("no-such-form", "The naive solver has no packed form.");
    if (mode === "as-published") refuse("no-such-form", "The packed form exists as run only.");
    if (!noDup) refuse("no-such-form", "The packed form expands every solved state once.");
  }
  if (winOnly && (symmetry === "colours" || symmetry === "both")) {
    refuse("no-such-symmetry", "With the colours exchanged, wins and losses are found together: leave out win-only.");
  }
  if (spec.kind === "chinese-checkers") checkSymmetry(spec.pieces, symmetry);
};

/** The runtime itself, its code and the game's tables, as measured. */
const BASE = 90 * 2 ** 20;
const PER_THREAD = 30 * 2 ** 20;

export const estimateMemory = (states: number, form: Form, options: StudyOptions): number => {
  const { solver, parameters, mode, threads } = options;
  const base = BASE + (threads - 1) * PER_THREAD;
  if (form === "plain") {
    if (solver === "naive") return base + 4 * states;
    return base + (mode === "as-published" ? 8 : 2) * states;
  }
  const codes = states / 4;
  if (solver === "backward") return base + codes + (parameters.winOnly ? 0 : states / 8);
  const blocks = !parameters.layered && threads > 1;
  return base + codes + (blocks ? threads * 4 * proofWords(PROOF_MOVES) : 0);
};

const mebibytes = (bytes: number): string => `${Math.ceil(bytes / 2 ** 20).toLocaleString("en")} MiB`;

export const checkMemory = (needed: number, limit: number = Math.min(freemem(), process.availableMemory())): void => {
  if (needed <= limit) return;
  throw new InputError(
    "not-enough-memory",
    `The run needs about ${mebibytes(needed)} of memory; ${mebibytes(limit)} may be used.`,
  );
};
