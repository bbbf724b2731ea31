/** How much memory a run takes, known before it starts. */
import { freemem } from "node:os";
import { InputError } from "../xiangqi/errors.ts";
import { PROOF_MOVES, proofWords } from "./packed/job.ts";
import type { Form, StudyOptions } from "./options.ts";

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
