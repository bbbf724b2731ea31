/** What a kernel is: it solves one endgame whose sub-endgames are solved. All kernels pass one conformance suite. */
import type { Endgame } from "../endgame/endgame.ts";
import type { Edition } from "../rules/chinese/edition.ts";
import type { RuleOptions } from "../rules/asian/options.ts";
import type { EndgameIndex } from "../endgame/index.ts";
import type { Colour } from "../xiangqi/pieces.ts";
import type { Journal } from "./journal.ts";
import type { Sub } from "./outcomes.ts";
import type { Level, MakeShelf, Tape } from "./tape.ts";
import type { Certificate, Rules, Orders } from "../table/format/header.ts";
import type { Metric } from "../table/value.ts";

export interface SolveRequest {
  readonly index: EndgameIndex;
  readonly metric: Metric;
  readonly rules: Rules;
  /** Under the Asian rules: how levels are numbered, and how the open points of the rules are decided. */
  readonly orders?: Orders;
  readonly options?: RuleOptions;
  /** Of the Chinese rules. Default `2020`. */
  readonly edition?: Edition;
  /** What a canonical sub-endgame is worth with one side to move, the only one that is asked for: its outcomes, or to mate its distances. */
  load(endgame: Endgame, turn: Colour): Promise<Sub>;
  readonly threads: number;
  /** To conversion only. */
  readonly journal?: Journal;
  /** To conversion: where sets may lie that the kernel's memory has no room for. Default: nowhere. */
  readonly makeShelf?: MakeShelf;
  /** Asked before something large is made that no plan foresees. @throws InputError where so many bytes more are too many */
  readonly checkMemory?: (bytes: number) => void;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: SolveProgress) => void;
}

/**
 * Whether levels above 0 are looked for. They may be found where one side has advisors and elephants alone: these can be forced to
 * chase for ever, as in KCCPKAABB.
 */
export function hasPerpetuals({ rules }: Pick<SolveRequest, "rules">): boolean {
  return rules !== "none";
}

export const SOLVE_PHASES = ["load", "captures", "red wins", "black wins", "perpetuals", "slices"] as const;

export interface SolveProgress {
  readonly phase: (typeof SOLVE_PHASES)[number];
  readonly ply: number;
  /** Of the present pass over all cells, 0..1. */
  readonly done: number;
}

/** A solved endgame. What is neither on the tape nor illegal is drawn. */
export interface Solution {
  readonly index: EndgameIndex;
  /** Everything that is decided. */
  readonly tape: Tape;
  /** Whether that is so of cells that nobody asks for as well, of positions that have two by the twins of their inner man. */
  readonly hasDoubles?: boolean;
  /** Whole-board counts of legal positions with each side to move. */
  readonly legal: Readonly<Record<Colour, number>>;
  /**
   * The illegal cells by side to move, a bit vector (`bitVector` in planes.ts) for each vector. To be asked for before the kernel solves
   * the next endgame.
   */
  illegal(): Readonly<Record<Colour, Uint32Array>>;
  /** Level 0 and all others that occur. */
  readonly levels: readonly Level[];
  /** Null without levels above 0 where one side has no attacking men, and where nothing is judged as Algorithm 5 does. */
  readonly certificate: Certificate | null;
  /** Whole-board counts of positions with each side to move that are mated or stalemated. */
  readonly checkmated: Readonly<Record<Colour, number>>;
  readonly stalemated: Readonly<Record<Colour, number>>;
  /** CPU seconds of all threads, without loading sub-endgames. */
  readonly seconds: number;
  /** Bytes of memory the kernel has taken at most, and of them for sub-endgames. */
  readonly memoryBytes: number;
  readonly subMemoryBytes: number;
}

export interface Kernel {
  solve(request: SolveRequest): Promise<Solution>;
}
