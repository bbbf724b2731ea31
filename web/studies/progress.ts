/** What this browser remembers of studies and drills: which were solved, how well, and when those that were failed come back. */
import { signal } from "@preact/signals";
import type { Puzzle } from "../../src/play/studies/puzzle.ts";
import { dayOf } from "../base/day.ts";
import { readEntries, write } from "../base/stored.ts";
import { idOf, isTask } from "./collection.ts";

const KEY = "canju.studies";
/** Days after which a study comes back, by how often it was solved in a row since it was failed; then it is done. */
const INTERVALS = [0, 1, 3, 7] as const;

export interface Result {
  /** Solved in a row; -1: at the first sight. */
  readonly row: number;
  /** The day on which it comes back, counted from 1970; null when it is done. */
  readonly due: number | null;
  /** The most, of three, that it was solved with. */
  readonly stars?: number;
}

export type Results = Readonly<Record<string, Result>>;

export const results = signal<Results>(readEntries(KEY, isResult));

function isResult(kept: unknown): kept is Result {
  if (typeof kept !== "object" || kept === null) return false;
  const { row, due, stars = 0 } = kept as Record<string, unknown>;
  return Number.isInteger(row) && (due === null || Number.isInteger(due)) && Number.isInteger(stars);
}

/** What comes of an attempt: solved at first sight is done; what was failed comes back until it was solved four times. */
export function nextResult(before: Result | undefined, isSolved: boolean, day: number): Result {
  if (!isSolved) return { row: 0, due: day };
  if (before === undefined || before.due === null) return { row: -1, due: null };
  const row = before.row + 1;
  return { row, due: row < INTERVALS.length ? day + INTERVALS[row]! : null };
}

/** @param isSolved null: in the end, but not without a fault or help, which was noted when it happened */
export function noteResult(id: string, isSolved: boolean | null, stars = 0): void {
  const before = results.value[id];
  const next = isSolved === null && before !== undefined ? before : nextResult(before, isSolved === true, dayOf());
  results.value = { ...results.value, [id]: { ...next, stars: Math.max(stars, before?.stars ?? 0) } };
  write(KEY, JSON.stringify(results.value));
}

export function isDue(id: string, known: Results, day: number): boolean {
  const due = known[id]?.due ?? null;
  return due !== null && due <= day;
}

/** How many of some studies are done, and how many come back. */
export function countResults(
  among: readonly Puzzle[],
  known: Results,
): { readonly done: number; readonly again: number } {
  const tried = among.flatMap((each) => known[idOf(each)] ?? []);
  const done = tried.filter(({ due }) => due === null).length;
  return { done, again: tried.length - done };
}

/** The next to be solved: what was failed and is due, else what was never tried, else what was solved. */
export function nextPuzzle(among: readonly Puzzle[], current: Puzzle, known: Results, day: number): Puzzle | null {
  const tasks = among.filter((each) => isTask(each) && each !== current);
  const due = (each: Puzzle) => known[idOf(each)]?.due ?? null;
  const waiting = tasks.filter((each) => due(each) !== null && due(each)! <= day);
  const at = among.indexOf(current);
  const after = [
    ...tasks.filter((each) => among.indexOf(each) > at),
    ...tasks.filter((each) => among.indexOf(each) < at),
  ];
  return waiting[0] ?? after.find((each) => known[idOf(each)] === undefined) ?? after[0] ?? null;
}
