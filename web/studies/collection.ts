/** The studies that come with the page, found by `canju studies`; they need no table. */
import type { Puzzle } from "../../src/puzzles/puzzle.ts";
import data from "./collection.json" with { type: "json" };

export const COLLECTION = data as readonly Puzzle[];

/** What stands in the address. */
export function idOf({ fen }: Puzzle): string {
  return fen.replaceAll(" ", "_");
}

/** Whether there is a move to be found. A zugzwang is only looked at. */
export function isTask({ kind }: Puzzle): boolean {
  return kind !== "zugzwang";
}

const MILLISECONDS_OF_DAY = 86_400_000;
/** Shares no factor with any likely number of studies, so that all have their turn, in no visible order. */
const STRIDE = 7919;

/** The same for everyone: days are those of UTC. */
export function puzzleOfDay(date: Date): Puzzle {
  const tasks = COLLECTION.filter(isTask);
  const day = Math.floor(date.getTime() / MILLISECONDS_OF_DAY);
  return tasks[(day * STRIDE) % tasks.length]!;
}
