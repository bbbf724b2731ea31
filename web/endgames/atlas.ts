/** What is proven of endgames whether their tables are here or not: the program's atlas. */
import type { AtlasEntry } from "../../src/knowledge/atlas/atlas.ts";
import { DEFAULT_COLLECTION } from "../../src/table/catalog/collection.ts";
import { AnswerError, type Known } from "../answers/answers.ts";
import { proven } from "../answers/proven.ts";
import { useAnswer } from "../answers/use-answer.ts";
import { collectionAsked, rules } from "../base/rules.ts";

/** What the figures of all entries are about. */
export const ENTRIES_ARE = DEFAULT_COLLECTION;

/** Every endgame of the atlas, the smallest first; none while they are read. */
export function useEntries(): readonly AtlasEntry[] {
  return useAnswer(() => proven().entries(), "entries") ?? [];
}

/** The same as `knownOf`; null while it is read, and where the atlas does not have it. */
export function useKnown(endgame: string): Known | null {
  return useAnswer((signal) => knownOf(endgame, signal), endgame);
}

/** Whether the atlas has an endgame; null while that is looked up. */
export function useIsKnown(endgame: string): boolean | null {
  return useAnswer(
    (signal) =>
      knownOf(endgame, signal).then(
        () => true,
        () => false,
      ),
    endgame,
  );
}

/**
 * What is proven of an endgame under the rules chosen, else what the index would say of it (ENTRIES_ARE).
 * @throws AnswerError, `not-in-atlas` among others
 */
export async function knownOf(endgame: string, signal: AbortSignal): Promise<Known> {
  try {
    return await proven().record(endgame, collectionAsked(rules.peek()), signal);
  } catch (error) {
    if (!(error instanceof AnswerError) || error.code !== "not-in-atlas") throw error;
    return proven().record(endgame, ENTRIES_ARE, signal);
  }
}

function shareOf(outcomes: AtlasEntry["red"], which: 0 | 1 | 2): number {
  return outcomes[which] / (outcomes[0] + outcomes[1] + outcomes[2]);
}

/** The atlas as a table of comma-separated values (RFC 4180), a line for each endgame below one of heads. Pure. */
export function toCsv(entries: readonly AtlasEntry[]): string {
  const sides = ["red", "black"] as const;
  const heads = sides.flatMap((side) => ["wins", "draws", "losses"].map((end) => `${side}_to_move_${end}`));
  const lines = entries.map(({ endgame, cells, red, black, longestWin, ...others }) =>
    [endgame, ENTRIES_ARE.rules, ENTRIES_ARE.metric, cells, ...red, ...black, longestWin.red, longestWin.black]
      .concat([others.highestOrder, others.zugzwangs, others.onlyWinningMoves])
      .join(),
  );
  const longest = sides.map((side) => `${side}_longest_win_plies`);
  const columns = [
    "endgame",
    "rules",
    "metric",
    "cells",
    ...heads,
    ...longest,
    "highest_order",
    "zugzwangs",
    "only_winning_moves",
  ];
  return [columns.join(), ...lines, ""].join("\r\n");
}

/** The figures by which endgames are sorted. Pure. */
export const FIGURES = {
  won: ({ red }: AtlasEntry): number => shareOf(red, 0),
  drawn: ({ red }: AtlasEntry): number => shareOf(red, 1),
  lost: ({ red }: AtlasEntry): number => shareOf(red, 2),
  longest: ({ longestWin }: AtlasEntry): number => Math.max(longestWin.red, longestWin.black),
  order: ({ highestOrder }: AtlasEntry): number => highestOrder,
  zugzwangs: ({ zugzwangs }: AtlasEntry): number => zugzwangs,
  onlyMoves: ({ onlyWinningMoves }: AtlasEntry): number => onlyWinningMoves,
} as const;

export type Figure = keyof typeof FIGURES;

/** The highest first; equal ones stay as they were. */
export function sortBy(entries: readonly AtlasEntry[], figure: Figure | null): readonly AtlasEntry[] {
  return figure === null ? entries : entries.toSorted((a, b) => FIGURES[figure](b) - FIGURES[figure](a));
}
