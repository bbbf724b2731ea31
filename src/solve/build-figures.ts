/** How far a build is and how long it takes on, reckoned from its events. */
import { parseEndgame } from "../endgame/endgame.ts";
import { estimateSize } from "../endgame/estimate.ts";
import { SOLVE_PHASES, type SolveProgress } from "./kernel.ts";

/** What a build tells of itself. */
export type BuildStep =
  | { readonly kind: "plan"; readonly endgames: readonly string[]; readonly present: readonly string[] }
  | { readonly kind: "solving"; readonly endgame: string; readonly progress: SolveProgress }
  | { readonly kind: "writing"; readonly endgame: string; readonly done: number }
  | { readonly kind: "start" | "built" | "damaged"; readonly endgame: string };

export const BUILD_PHASES = ["start", ...SOLVE_PHASES, "writing"] as const;
export type BuildPhase = (typeof BUILD_PHASES)[number];

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
  /** Of both sides to move, legal or not. */
  readonly positionsPerSecond: number;
  /** Null in the first moments, when code is loaded and compiled: they tell nothing about the rest. */
  readonly secondsLeft: number | null;
}

/** What an endgame costs beside its cells, in cells: small ones take as long as this many. */
const FIXED_CELLS = 50_000;

/** Where each phase lies in solving an endgame. */
const PHASES: Readonly<Record<Exclude<BuildPhase, "writing">, readonly [start: number, span: number]>> = {
  start: [0, 0],
  load: [0, 0.15],
  legal: [0.15, 0.05],
  "red wins": [0.2, 0.3],
  "black wins": [0.5, 0.15],
  perpetuals: [0.65, 0.35],
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
  readonly #writing: number;
  #started = 0;
  #total = 0;
  #totalCells = 0;
  #finishedCells = 0;
  /** Cells of the endgames that are not there yet. */
  readonly #waiting = new Map<string, number>();
  /** Of the endgames begun and not finished, in this order: while one is written the next is solved. */
  readonly #works = new Map<string, Work>();

  /**
   * @param now in milliseconds
   * @param writing the part of the work that writing takes: most of it where tables are compressed
   */
  constructor(now: () => number = () => performance.now(), writing = 0.5) {
    this.#now = now;
    this.#writing = writing;
  }

  /** How many of the planned endgames are finished. */
  get finished(): number {
    return this.#total - this.#waiting.size;
  }

  get total(): number {
    return this.#total;
  }

  /** Of the endgame begun last; null between two. */
  get state(): BuildState | null {
    const works = [...this.#works.values()];
    const shown = works.at(-1);
    if (shown === undefined) return null;
    const { endgame, phase, ply } = shown;
    const begun = works.reduce((sum, work) => sum + work.done * (this.#waiting.get(work.endgame) ?? 0), 0);
    const cells = this.#finishedCells + begun;
    const seconds = (this.#now() - this.#started) / 1000;
    return {
      endgame,
      number: this.finished + works.length,
      total: this.#total,
      phase,
      ply,
      done: cells / this.#totalCells,
      positionsPerSecond: (2 * cells) / Math.max(seconds, 0.001),
      secondsLeft: seconds > 0.5 && cells > 0 ? (seconds * (this.#totalCells - cells)) / cells : null,
    };
  }

  onEvent(event: BuildStep): void {
    switch (event.kind) {
      case "plan":
        this.#plan(event.endgames.filter((name) => !event.present.includes(name)));
        return;
      case "damaged":
        this.#addRebuild(event.endgame);
        return;
      case "start":
        this.#works.set(event.endgame, this.#solving(event.endgame, "start", 0));
        return;
      case "solving":
        this.#works.set(event.endgame, this.#describeSolving(event.endgame, event.progress));
        return;
      case "writing":
        this.#works.set(event.endgame, {
          endgame: event.endgame,
          phase: "writing",
          ply: null,
          done: 1 - this.#writing * (1 - event.done),
        });
        return;
      case "built":
        this.#finishedCells += this.#waiting.get(event.endgame) ?? 0;
        this.#waiting.delete(event.endgame);
        this.#works.delete(event.endgame);
    }
  }

  #describeSolving(endgame: string, { phase, ply, done }: SolveProgress): Work {
    const counting = phase === "red wins" || phase === "black wins";
    // How many plies there are is not known: each counts less than the one before.
    return this.#solving(endgame, phase, counting ? 1 - 2 ** (-ply / 16) : done, counting ? ply : null);
  }

  #solving(endgame: string, phase: keyof typeof PHASES, phaseDone: number, ply: number | null = null): Work {
    const [start, span] = PHASES[phase];
    return { endgame, phase, ply, done: (1 - this.#writing) * (start + span * phaseDone) };
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

function costOf(name: string): number {
  return estimateSize(parseEndgame(name)).cells + FIXED_CELLS;
}
