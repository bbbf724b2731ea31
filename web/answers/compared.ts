import type { OrderKind, Rules } from "../../src/table/format/header.ts";
import type { NamedValue } from "../../src/table/value.ts";

/** What a set of rules makes of a position, to the side to move. */
export interface Verdict extends NamedValue {
  /** What decides; null for a draw. */
  readonly kind: OrderKind | null;
}

/**
 * What an example shows: that the Chinese rules decide otherwise than the Asian ones, for certain or by the default reading, or
 * that the Asian rules decide otherwise than no rules.
 */
export const EXAMPLE_KINDS = ["certain", "byDefault", "free"] as const;
export type ExampleKind = (typeof EXAMPLE_KINDS)[number];

export interface Example {
  readonly kind: ExampleKind;
  readonly fen: string;
  readonly verdicts: Readonly<Record<Rules, Verdict>>;
}

/** What is said of an example: where the Chinese rules decide otherwise than the Asian ones, that, whatever it was chosen for. */
export function shownBy({ kind, verdicts: { asian, chinese } }: Example): ExampleKind {
  if (kind !== "free" || asian.category === chinese.category) return kind;
  return chinese.depends ? "byDefault" : "certain";
}

/** Positions whose result is another whatever counts as a chase, and those where it is so by the default reading alone. */
export interface Differing {
  readonly certain: number;
  readonly byDefault: number;
}

/** One endgame. Positions are those of the whole board, both sides to move. */
export interface Compared {
  /** Canonical name. */
  readonly endgame: string;
  readonly positions: number;
  /** Orders of chases under the Asian rules. */
  readonly chaseOrders: number;
  /** Between the Chinese and the Asian rules. */
  readonly chinese: Differing;
  /** Positions whose Chinese value depends on what counts as a chase, whatever the default reading gives. */
  readonly depends: number;
  /** Between no rules and the Asian ones, and between no rules and the Chinese ones. */
  readonly free: Differing & { readonly asian: number };
  readonly examples: readonly Example[];
}

/** The figures by which endgames are sorted: positions, all of them and those that differ. Pure. */
export const COLUMNS = {
  positions: ({ positions }: Compared): number => positions,
  chinese: ({ chinese }: Compared): number => chinese.certain + chinese.byDefault,
  depends: ({ depends }: Compared): number => depends,
  freeAsian: ({ free }: Compared): number => free.asian,
  freeChinese: ({ free }: Compared): number => free.certain + free.byDefault,
} as const;

export type Column = keyof typeof COLUMNS;

/** Whether any two sets of rules decide a position of the endgame differently, or a reading could make them. */
export function isDiffering(each: Compared): boolean {
  return (["chinese", "depends", "freeAsian", "freeChinese"] as const).some((column) => COLUMNS[column](each) > 0);
}

/** The highest first; equal ones stay as they were. */
export function sortBy(all: readonly Compared[], column: Column | null): readonly Compared[] {
  return column === null ? all : all.toSorted((a, b) => COLUMNS[column](b) - COLUMNS[column](a));
}
