/** Tells how a build goes on: a plan, then the phase, the rate and the time left. */
import { parseEndgame } from "../endgame/endgame.ts";
import { estimateEndgame } from "../endgame/estimate.ts";
import type { SolveProgress } from "../solve/kernel.ts";
import type { BuildEvent, BuiltTable } from "../solve/node/build.ts";
import { formatBytes } from "../table/errors.ts";
import { formatLarge, formatSeconds } from "./output.ts";
import { Progress } from "./progress.ts";

/** What an endgame costs beside its cells, in cells: small ones take as long as this many. */
const FIXED_CELLS = 50_000;

/** Where each phase lies in the work on an endgame: most of the time is compression. */
const PHASES: Readonly<Record<SolveProgress["phase"] | "writing", readonly [start: number, span: number]>> = {
  load: [0, 0.05],
  legal: [0.05, 0.02],
  "red wins": [0.07, 0.08],
  "black wins": [0.15, 0.05],
  perpetuals: [0.2, 0.1],
  writing: [0.3, 0.7],
};

interface Work {
  readonly endgame: string;
  readonly phase: string;
  /** Of this endgame, 0..1. */
  readonly done: number;
}

export class BuildProgress {
  readonly #purpose: string;
  readonly #progress: Progress;
  readonly #now: () => number;
  #started = 0;
  #total = 0;
  #totalCells = 0;
  #finishedCells = 0;
  /** Cells of the endgames that are not there yet. */
  readonly #waiting = new Map<string, number>();
  #work: Work | null = null;

  /** @param purpose what the tables are for, such as the endgames asked for */
  constructor(purpose: string, progress: Progress = new Progress(), now: () => number = () => performance.now()) {
    this.#purpose = purpose;
    this.#progress = progress;
    this.#now = now;
  }

  /** How many of the planned endgames are finished. */
  get finished(): number {
    return this.#total - this.#waiting.size;
  }

  get total(): number {
    return this.#total;
  }

  /** For `buildClosure`. */
  readonly onEvent = (event: BuildEvent): void => {
    switch (event.kind) {
      case "plan":
        this.#plan(event.endgames, event.present);
        return;
      case "damaged":
        this.#addRebuild(event.endgame, event.message);
        return;
      case "start":
        this.#show({ endgame: event.endgame, phase: "start", done: 0 });
        return;
      case "solving":
        this.#show(describeSolving(event.endgame, event.progress));
        return;
      case "writing":
        this.#show({ endgame: event.endgame, phase: "writing", done: within("writing", event.done) });
        return;
      case "built":
        this.#finish(event.endgame, event.table);
    }
  };

  /** Writes a line that stays. */
  note(text: string): void {
    this.#progress.note(text);
  }

  clear(): void {
    this.#progress.clear();
  }

  #plan(endgames: readonly string[], present: readonly string[]): void {
    const absent = endgames.filter((name) => !present.includes(name));
    absent.forEach((name) => this.#waiting.set(name, costOf(name)));
    this.#started = this.#now();
    this.#total = absent.length;
    this.#totalCells = [...this.#waiting.values()].reduce((sum, cells) => sum + cells, 0);
    if (absent.length > 0) this.#progress.note(describePlan(absent, present.length, this.#purpose));
  }

  /** A damaged table is met before the plan, which then counts it in, or on the way. */
  #addRebuild(endgame: string, message: string): void {
    this.#progress.note(`${message}; it is built anew`);
    if (this.#total === 0 || this.#waiting.has(endgame)) return;
    this.#waiting.set(endgame, costOf(endgame));
    this.#total++;
    this.#totalCells += costOf(endgame);
  }

  #show(work: Work): void {
    this.#work = work;
    this.#progress.update(() => this.#describe());
  }

  #finish(endgame: string, { cells, fileBytes, seconds }: BuiltTable): void {
    this.#finishedCells += this.#waiting.get(endgame) ?? 0;
    this.#waiting.delete(endgame);
    this.#work = null;
    if (this.#progress.isLive) return;
    const size = `${formatLarge(cells)} cells, ${formatBytes(fileBytes)}, ${formatSeconds(seconds)}`;
    this.#progress.note(`${endgame} ${this.finished}/${this.#total}: ${size}`);
  }

  #describe(): string {
    const { endgame, phase, done } = this.#work!;
    const cells = this.#finishedCells + done * (this.#waiting.get(endgame) ?? 0);
    const seconds = (this.#now() - this.#started) / 1000;
    const parts = [
      `${endgame} ${this.finished + 1}/${this.#total}`,
      phase,
      `${Math.floor((100 * cells) / this.#totalCells)} %`,
      `${formatLarge(cells / Math.max(seconds, 0.001))} cells/s`,
    ];
    // The first moments, when code is loaded and compiled, tell nothing about the rest.
    if (seconds > 0.5 && cells > 0) parts.push(`${formatSeconds((seconds * (this.#totalCells - cells)) / cells)} left`);
    return parts.join("  ");
  }
}

function describeSolving(endgame: string, { phase, ply, done }: SolveProgress): Work {
  const counting = phase === "red wins" || phase === "black wins";
  // How many plies there are is not known: each counts less than the one before.
  const phaseDone = counting ? 1 - 2 ** (-ply / 16) : done;
  const name = counting ? `${phase}, ply ${ply}` : phase;
  return { endgame, phase: name, done: within(phase, phaseDone) };
}

function within(phase: keyof typeof PHASES, done: number): number {
  const [start, span] = PHASES[phase];
  return start + span * done;
}

function costOf(name: string): number {
  return estimateEndgame(parseEndgame(name)).cells + FIXED_CELLS;
}

function describePlan(absent: readonly string[], present: number, purpose: string): string {
  const estimates = absent.map((name) => estimateEndgame(parseEndgame(name)));
  const cells = estimates.reduce((sum, estimate) => sum + estimate.cells, 0);
  const bytes = estimates.reduce((sum, estimate) => sum + estimate.fileBytes, 0);
  const memory = Math.max(...estimates.map((estimate) => estimate.memoryBytes));
  const tables = absent.length === 1 ? "1 table" : `${absent.length} tables`;
  const rest = present === 0 ? "" : ` (${present} more are there)`;
  const size = `about ${formatLarge(cells)} cells, ${formatBytes(bytes)} on disk, ${formatBytes(memory)} of memory`;
  return `Building ${tables} for ${purpose}${rest}: ${size}`;
}
