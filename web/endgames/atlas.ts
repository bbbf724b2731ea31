/** What is proven of endgames whether their tables are here or not: the program's atlas, which a server answers from. */
import type { AtlasEntry } from "../../src/atlas/atlas.ts";
import type { AtlasRecord } from "../../src/atlas/record.ts";
import { DEFAULT_COLLECTION, type Collection } from "../../src/table/collection.ts";
import { AnswerError, once } from "../answers/answers.ts";
import { answers } from "../answers/current.ts";
import { fetchKept, orMissing } from "../answers/fetching.ts";
import { useAnswer } from "../answers/use-answer.ts";
import { chosenRules, collectionAsked } from "../state/rules.ts";

/** Of one endgame, as the server tells it in the colours asked for. */
export type Known = Pick<
  AtlasRecord,
  "endgame" | "rules" | "metric" | "red" | "black" | "orders" | "survey" | "sum" | "proof"
>;

/** What the figures of all entries are about. */
export const ENTRIES_ARE = DEFAULT_COLLECTION;

const readEntries = once(async () => {
  const { endgames } = await fetchKept<{ endgames: readonly AtlasEntry[] }>("api/v1/atlas");
  return endgames;
});

const isServed = () => answers().kind === "server";

/** Every endgame of the atlas, the smallest first; none while they are read, and where no server answers. */
export function useEntries(): readonly AtlasEntry[] {
  return useAnswer(isServed() ? readEntries : null, "entries") ?? [];
}

function readRecord(endgame: string, asked: Partial<Collection>, signal: AbortSignal): Promise<Known> {
  return fetchKept(orMissing(`api/v1/atlas/${endgame}?${new URLSearchParams(asked)}`), signal);
}

/**
 * What is proven of a canonical endgame under the rules chosen, else what the index would say of it (ENTRIES_ARE); null while
 * it is read, and where the atlas does not have it.
 */
export function useKnown(endgame: string): Known | null {
  const read = async (signal: AbortSignal) => {
    try {
      return await readRecord(endgame, collectionAsked(chosenRules.peek()), signal);
    } catch (error) {
      if (!(error instanceof AnswerError) || error.code !== "not-in-atlas") throw error;
      return readRecord(endgame, ENTRIES_ARE, signal);
    }
  };
  return useAnswer(isServed() ? read : null, endgame);
}

/** The figures by which endgames are sorted. Pure. */
export const FIGURES = {
  won: ({ red: [won, drawn, lost] }: AtlasEntry): number => won / (won + drawn + lost),
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
