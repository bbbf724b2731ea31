/** What the memory that somebody may take is for beside the work itself, and the line that says that it is too small. */
import { InputError } from "./errors.ts";
import { formatBytes, sizeToType } from "./sizes.ts";

/**
 * What a build takes beside its endgames, measured (docs/reports/large-endgames.md): code, stacks and heaps of the program's threads, what they compress.
 * @param threads that solve, and as many that write; 0: all is done by the calling thread
 */
export function programBytes(threads: number): number {
  return PROGRAM_BYTES + THREAD_BYTES * 2 * threads;
}

const PROGRAM_BYTES = 120e6;
const THREAD_BYTES = 35e6;

/**
 * @param isLimited by what was typed behind `--memory`, or could be
 * @throws InputError `does-not-fit`
 */
export function checkBuildMemory(name: string, needed: number, most: number, isLimited: boolean): void {
  if (needed <= most) return;
  const message = `building ${name} takes ${formatBytes(needed)} of memory at least, but may have ${formatBytes(most)}`;
  throw isLimited ? new LimitedMemoryError("does-not-fit", message, needed) : new InputError("does-not-fit", message);
}

/** Memory that somebody has limited, or can, is too small. */
export class LimitedMemoryError extends InputError {
  /** Without what mends it. */
  readonly problem: string;
  /** As it is typed: the option that mends it. */
  readonly remedy: string;

  /**
   * @param needed bytes
   * @param then what becomes of the work when it has them
   */
  constructor(code: string, problem: string, needed: number, then = "") {
    const remedy = `--memory ${sizeToType(needed)}`;
    super(code, `${problem}: give it ${remedy}${then}`);
    this.problem = problem;
    this.remedy = remedy;
  }
}
