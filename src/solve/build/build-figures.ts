/** How far a build is and how long it takes on, reckoned from its events. */
import { parseEndgame } from "../../endgame/endgame.ts";
import { estimateSize, isArmed } from "../../endgame/count.ts";
import { SOLVE_PHASES, type SolveProgress } from "../kernel.ts";

/** What a build tells of itself. */
export type BuildStep =
  | {
      readonly kind: "plan";
      readonly endgames: readonly string[];
      readonly present: readonly string[];
      /** That building takes: at least, at most. */
      readonly seconds: readonly [least: number, most: number];
    }
  | { readonly kind: "solving"; readonly endgame: string; readonly progress: SolveProgress }
  | { readonly kind: "writing"; readonly endgame: string; readonly done: number }
  /** Another process builds it, and this one waits; or has built it so far, and this one goes on. */
  | { readonly kind: "elsewhere" | "resumed"; readonly endgame: string; readonly progress: TableProgress | null }
  /** `found`: another process has built it. */
  | { readonly kind: "start" | "built" | "damaged" | "found" | "left" | "unusable"; readonly endgame: string };

export const BUILD_PHASES = ["start", ...SOLVE_PHASES, "writing"] as const;
export type BuildPhase = (typeof BUILD_PHASES)[number];

/** How far a build is. */
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
  /** As a rule it goes down. Null in the first moments, when code is loaded and compiled: they tell nothing about the rest. */
  readonly secondsLeft: number | null;
}

/** What an endgame costs beside its cells, in cells: small ones take as long as this many. */
const FIXED_CELLS = 50_000;

type SolvePhase = Exclude<BuildPhase, "writing">;

/** Where each phase lies in solving an endgame: both sides armed, or one, whose wins are then all there is to find. */
const PHASES: Readonly<Record<"both" | "one", Readonly<Record<SolvePhase, readonly [start: number, span: number]>>>> = {
  both: {
    start: [0, 0],
    load: [0, 0.03],
    captures: [0.03, 0.05],
    "red wins": [0.08, 0.07],
    "black wins": [0.15, 0.05],
    perpetuals: [0.2, 0.8],
    slices: [0.03, 0.97],
  },
  one: {
    start: [0, 0],
    load: [0, 0.2],
    captures: [0.2, 0.4],
    "red wins": [0.6, 0.4],
    "black wins": [1, 0],
    perpetuals: [1, 0],
    slices: [0.2, 0.8],
  },
};

/** So many plies, or levels, are half of what there are, as far as one knows: there may be any number of them. */
const HALF = { "red wins": 16, "black wins": 16, perpetuals: 10 } as const;

/** How far an endgame is. */
export interface TableProgress {
  readonly phase: BuildPhase;
  readonly ply: number | null;
  /** Of this endgame, 0..1. */
  readonly done: number;
}

/** The part of the work that writing a compressed table takes. */
const WRITING = { both: 0.3, one: 0.5 } as const;

/**
 * How far an endgame is that this process builds; null for what tells nothing of that.
 * @param before how far it was: what comes again, for the other side or another window, takes nothing back
 */
export function progressOf(step: BuildStep, before?: TableProgress, writingPart?: number): TableProgress | null {
  if (step.kind !== "start" && step.kind !== "solving" && step.kind !== "writing") return null;
  const armed = isArmed(parseEndgame(step.endgame)) ? "both" : "one";
  const writing = writingPart ?? WRITING[armed];
  switch (step.kind) {
    case "start":
      return { phase: "start", ply: null, done: 0 };
    case "solving": {
      const { phase, ply, done } = step.progress;
      const [start, span] = PHASES[armed][phase];
      const half = phase in HALF ? HALF[phase as keyof typeof HALF] : null;
      const share = half === null ? done : 1 - 2 ** (-ply / half);
      const counts = phase === "red wins" || phase === "black wins";
      const reached = (1 - writing) * (start + span * share);
      return { phase, ply: counts ? ply : null, done: Math.max(before?.done ?? 0, reached) };
    }
    case "writing":
      return { phase: "writing", ply: null, done: Math.max(before?.done ?? 0, 1 - writing * (1 - step.done)) };
  }
}

/** Done of a build before its pace tells anything of what is left. */
const TELLING = 0.1;
/** A time left that rises by so little is not told: it is a guess. */
const RISE = 1.25;

export class BuildFigures {
  readonly #now: () => number;
  readonly #writing: number | undefined;
  #started = 0;
  /** What the whole build is expected to take. */
  #expectedSeconds = 0;
  #secondsLeft: number | null = null;
  #total = 0;
  #totalCells = 0;
  #finishedCells = 0;
  /** What processes before this one have done of an endgame that is gone on with. */
  #resumedCells = 0;
  /** Cells of the endgames that are not there yet. */
  readonly #waiting = new Map<string, number>();
  /** Of the endgames begun and not finished, in this order: while one is written the next is solved. */
  readonly #works = new Map<string, TableProgress>();

  /**
   * @param now in milliseconds
   * @param writing the part of the work that writing a table takes; default: of one that is compressed
   */
  constructor(now: () => number = () => performance.now(), writing?: number) {
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
    const works = [...this.#works];
    const shown = works.at(-1);
    if (shown === undefined) return null;
    const [endgame, { phase, ply }] = shown;
    const cells = this.#cells;
    return {
      endgame,
      number: this.finished + works.length,
      total: this.#total,
      phase,
      ply,
      done: cells / this.#totalCells,
      positionsPerSecond: (2 * Math.max(0, cells - this.#resumedCells)) / Math.max(this.#seconds, 0.001),
      secondsLeft: this.#secondsLeft,
    };
  }

  /** That have passed. */
  get #seconds(): number {
    return (this.#now() - this.#started) / 1000;
  }

  /** Done so far, by this process or one before it. */
  get #cells(): number {
    let begun = 0;
    for (const [name, { done }] of this.#works) begun += done * (this.#waiting.get(name) ?? 0);
    return this.#finishedCells + begun;
  }

  onEvent(event: BuildStep): void {
    const before = this.#works.get("endgame" in event ? event.endgame : "");
    this.#note(event);
    if (event.kind === "solving" && event.progress.phase === "perpetuals" && before?.phase !== "perpetuals") {
      // Until now progress was counted: from here on nobody knows how many levels there are.
      const done = this.#doneHere;
      if (done >= TELLING) this.#expectedSeconds = Math.max(this.#expectedSeconds, this.#seconds / done);
    }
    this.#reckon();
  }

  /** Of what this process has to do, 0..1. */
  get #doneHere(): number {
    return Math.max(0, this.#cells - this.#resumedCells) / Math.max(1, this.#totalCells - this.#resumedCells);
  }

  /**
   * What is left by the pace so far and by what was expected, which counts the less the more is done. The pace alone tells too
   * little while levels go on that nobody can count: then it says the same all the time.
   */
  #reckon(): void {
    const [seconds, done] = [this.#seconds, this.#doneHere];
    if (seconds <= 0.5 || done === 0) return;
    const expected = this.#expectedSeconds * (1 - this.#resumedCells / Math.max(1, this.#totalCells));
    const left = (1 - done) * ((1 - done) * expected + seconds);
    const last = this.#secondsLeft;
    if (last === null || left < last || left > RISE * last) this.#secondsLeft = left;
  }

  #note(event: BuildStep): void {
    switch (event.kind) {
      case "plan":
        this.#plan(event.endgames.filter((name) => !event.present.includes(name)));
        this.#expectedSeconds = Math.sqrt(event.seconds[0] * event.seconds[1]);
        return;
      case "damaged":
        this.#addRebuild(event.endgame);
        return;
      case "left":
        return;
      case "unusable":
        this.#resumedCells = 0;
        this.#works.delete(event.endgame);
        return;
      case "resumed":
        if (event.progress === null) return;
        this.#resumedCells = event.progress.done * (this.#waiting.get(event.endgame) ?? 0);
        this.#works.set(event.endgame, event.progress);
        return;
      case "elsewhere":
        this.#works.set(event.endgame, event.progress ?? { phase: "start", ply: null, done: 0 });
        return;
      case "built":
      case "found":
        this.#finishedCells += this.#waiting.get(event.endgame) ?? 0;
        this.#waiting.delete(event.endgame);
        this.#works.delete(event.endgame);
        return;
      default:
        this.#works.set(event.endgame, progressOf(event, this.#works.get(event.endgame), this.#writing)!);
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

function costOf(name: string): number {
  return estimateSize(parseEndgame(name)).cells + FIXED_CELLS;
}
