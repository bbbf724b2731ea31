/** What a kernel is: it solves one endgame whose sub-endgames are solved. All kernels pass one conformance suite. */
import { attackingMen, type Endgame } from "../endgame/endgame.ts";
import type { RuleOptions } from "../xiangqi/rules/options.ts";
import type { Of } from "../xiangqi/squares.ts";
import type { Cell, EndgameIndex } from "../endgame/index.ts";
import type { Certificate, Metric, OrderKind, Rules, Orders } from "../table/header.ts";

/** One distance in plies for each cell, or the mark of a higher level (see Level); odd: the side to move wins, even: it loses. */
export type Plane = Uint8Array | Uint16Array;

/** Memory that all threads see. A page that is not cross-origin isolated has none: one thread alone shares with nobody. */
export const SharedBytes: SharedArrayBufferConstructor =
  globalThis.SharedArrayBuffer ?? (ArrayBuffer as unknown as SharedArrayBufferConstructor);

/** Marks in a plane: no forced win, and no legal position. */
export interface Marks {
  readonly unknown: number;
  readonly illegal: number;
}

export function marksOf(plane: Plane): Marks {
  return plane.BYTES_PER_ELEMENT === 1 ? { unknown: 0xff, illegal: 0xfe } : { unknown: 0xffff, illegal: 0xfffe };
}

/**
 * Planes of a canonical endgame, one for each side to move, in the kernels' order: block, black formation, square of the
 * inner man. (Cells of the index are by block, square, black formation: see `slotOfCell`.) What illegal cells hold is not defined.
 */
export interface Planes {
  readonly index: EndgameIndex;
  readonly red: Plane;
  readonly black: Plane;
}

/** Where a plane, or a set of cells, has a cell of the index. */
export type Slot = Of<"slot">;

export function slotOfCell(index: EndgameIndex, cell: Cell): Slot {
  const blackFormation = cell % index.black.count;
  const row = (cell - blackFormation) / index.black.count;
  const square = row % index.width;
  return (((row - square) / index.width) * index.black.count + blackFormation) * index.width + square;
}

export function cellOfSlot(index: EndgameIndex, slot: Slot): Cell {
  const square = slot % index.width;
  const vector = (slot - square) / index.width;
  const blackFormation = vector % index.black.count;
  return (((vector - blackFormation) / index.black.count) * index.width + square) * index.black.count + blackFormation;
}

/** A level (Fang) or order (Pai): order r's distance d is the mark `start + d` in the planes. */
export interface Level {
  readonly kind: OrderKind;
  /** Even; ascending from level to level. */
  readonly start: number;
}

export const LEVEL_ZERO: Level = { kind: "conversion", start: 0 };

export interface SolveRequest {
  readonly index: EndgameIndex;
  readonly metric: Metric;
  readonly rules: Rules;
  /** Under the Asian rules: how levels are numbered, and how the open points of the rules are decided. */
  readonly orders?: Orders;
  readonly options?: RuleOptions;
  /** The planes of a canonical sub-endgame. */
  load(endgame: Endgame): Promise<Planes>;
  readonly threads: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: SolveProgress) => void;
}

/** Whether there can be levels above 0: without an attacking man on one side nobody can be forced into a perpetual. */
export function hasPerpetuals({ rules, index }: Pick<SolveRequest, "rules" | "index">): boolean {
  return rules === "asian" && attackingMen(index.endgame.black).length > 0;
}

export const SOLVE_PHASES = ["load", "legal", "red wins", "black wins", "perpetuals"] as const;

export interface SolveProgress {
  readonly phase: (typeof SOLVE_PHASES)[number];
  readonly ply: number;
  /** Of the present pass over all cells, 0..1. */
  readonly done: number;
}

/** A solved endgame: illegal cells are marked. */
export interface Solution extends Planes {
  /** Level 0 and all others that occur. */
  readonly levels: readonly Level[];
  /** Null where there are no perpetuals to judge: attacking men on one side only, or no perpetual rules. */
  readonly certificate: Certificate | null;
  /** Whole-board counts of positions with each side to move that are mated or stalemated. */
  readonly checkmated: { readonly red: number; readonly black: number };
  readonly stalemated: { readonly red: number; readonly black: number };
  /** CPU seconds of all threads, without loading sub-endgames. */
  readonly seconds: number;
  /** Bytes of memory the kernel has taken, and of them for sub-endgames. */
  readonly memoryBytes: number;
  readonly subMemoryBytes: number;
}

export interface Kernel {
  readonly name: "vector" | "scalar";
  solve(request: SolveRequest): Promise<Solution>;
}
