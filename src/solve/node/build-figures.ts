/** How far a build is and how long it takes on, reckoned from its events. */
import { parseEndgame } from "../../endgame/endgame.ts";
import { estimateEndgame } from "../../endgame/estimate.ts";
import type { SolveProgress } from "../kernel.ts";
import type { BuildEvent } from "./build.ts";

export type BuildPhase = SolveProgress["phase"] | "start" | "writing";

export interface BuildState {
  readonly endgame: string;
  /** Which of the endgames to build it is, from 1 on, and how many there are. */
  readonly number: number;
  readonly total: number;
  readonly phase: BuildPhase;
  /** Null in phases that do not count plies. */
  readonly ply: number | null;
  /** Of everything, 0..1. */
  readonly done: number;
  readonly cellsPerSecond: number;
  /** Null in the first moments, when code is loaded and compiled: they tell nothing about the rest. */
  readonly secondsLeft: number | null;
}

/** What an endgame costs beside its cells, in cells: small ones take as long as this many. */
const FIXED_CELLS = 50_000;

/** Where each phase lies in the work on an endgame: most of the time is compression. */
const PHASES: Readonly<Record<BuildPhase, readonly [start: number, span: number]>> = {
  start: [0, 0],
  load: [0, 0.05],
  legal: [0.05, 0.02],
  "red wins": [0.07, 0.08],
  "black wins": [0.15, 0.05],
  perpetuals: [0.2, 0.1],
  writing: [0.3, 0.7],
};

interface Work {
  readonly endgame: string;
  readonly phase: BuildPhase;
  readonly ply: number | null;
  /** Of this endgame, 0..1. */
  readonly done: number;
}

export class BuildFigures {
  readonly #now: () => number;
  #started = 0;
  #total = 0;
  #totalCells = 0;
  #finishedCells = 0;
  /** Cells of the endgames that are not there yet. */
  readonly #waiting = new Map<string, number>();
  #work: Work | null = null;

  /** @param now in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** How many of the planned endgames are finished. */
  get finished(): number {
    return this.#total - this.#waiting.size;
  }

  get total(): number {
    return this.#total;
  }

  /** Null between two endgames. */
  get state(): BuildState | null {
    if (this.#work === null) return null;
    const { endgame, phase, ply, done } = this.#work;
    const cells = this.#finishedCells + done * (this.#waiting.get(endgame) ?? 0);
    const seconds = (this.#now() - this.#started) / 1000;
    return {
      endgame,
      number: this.finished + 1,
      total: this.#total,
      phase,
      ply,
      done: cells / this.#totalCells,
      cellsPerSecond: cells / Math.max(seconds, 0.001),
      secondsLeft: seconds > 0.5 && cells > 0 ? (seconds * (this.#totalCells - cells)) / cells : null,
    };
  }

  /** For `buildClosure`. */
  onEvent(event: BuildEvent): void {
    switch (event.kind) {
      case "plan":
        this.#plan(event.endgames.filter((name) => !event.present.includes(name)));
        return;
      case "damaged":
        this.#addRebuild(event.endgame);
        return;
      case "start":
        this.#work = workOf(event.endgame, "start", 0);
        return;
      case "solving":
        this.#work = describeSolving(event.endgame, event.progress);
        return;
      case "writing":
        this.#work = workOf(event.endgame, "writing", event.done);
        return;
      case "built":
        this.#finishedCells += this.#waiting.get(event.endgame) ?? 0;
        this.#waiting.delete(event.endgame);
        this.#work = null;
    }
  }

  #plan(absent: readonly string[]): void {
    absent.forEach((name) => this.#waiting.set(name, costOf(name)));
    this.#started = this.#now();
    this.#total = absent.length;
    this.#totalCells = [...this.#waiting.values()].reduce((sum, cells) => sum + cells, 0);
  }

  /** A damaged table is met before the plan, which then counts it in, or on the way. */
  #addRebuild(endgame: string): void {
    if (this.#total === 0 || this.#waiting.has(endgame)) return;
    this.#waiting.set(endgame, costOf(endgame));
    this.#total++;
    this.#totalCells += costOf(endgame);
  }
}

function describeSolving(endgame: string, { phase, ply, done }: SolveProgress): Work {
  const counting = phase === "red wins" || phase === "black wins";
  // How many plies there are is not known: each counts less than the one before.
  return workOf(endgame, phase, counting ? 1 - 2 ** (-ply / 16) : done, counting ? ply : null);
}

function workOf(endgame: string, phase: BuildPhase, phaseDone: number, ply: number | null = null): Work {
  const [start, span] = PHASES[phase];
  return { endgame, phase, ply, done: start + span * phaseDone };
}

function costOf(name: string): number {
  return estimateEndgame(parseEndgame(name)).cells + FIXED_CELLS;
}
