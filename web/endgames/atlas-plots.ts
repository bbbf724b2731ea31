/** What the plots of the atlas show. Pure. */
import type { AtlasEntry } from "../../src/knowledge/atlas/atlas.ts";

/** All sets of advisors and elephants, the weaker first. */
const DEFENCES = ["", "A", "B", "AA", "AB", "BB", "AAB", "ABB", "AABB"] as const;

/** The attacking men, as letters, of the endgames of a lone attack against a bare king: `R`, `NP`. */
export function attacksOf(entries: readonly AtlasEntry[]): string[] {
  return entries.flatMap(({ endgame }) => /^K([RNCP]+)K$/.exec(endgame)?.[1] ?? []);
}

/** That attack against each defence of advisors and elephants that the atlas has. */
export function defencesAgainst(attack: string, entries: readonly AtlasEntry[]): AtlasEntry[] {
  const byName = new Map(entries.map((entry) => [entry.endgame, entry]));
  return DEFENCES.flatMap((defence) => byName.get(`K${attack}K${defence}`) ?? []);
}

export interface LongestPoint {
  readonly endgame: string;
  readonly cells: number;
  /** Of the longest win of either side. */
  readonly plies: number;
  /** Whether no smaller endgame has a longer win. */
  readonly isRecord: boolean;
}

/** The longest win of each endgame in which anything is won, the smallest endgame first. */
export function longestPoints(entries: readonly AtlasEntry[]): LongestPoint[] {
  let longest = -1;
  return entries
    .toSorted((a, b) => a.cells - b.cells)
    .flatMap(({ endgame, cells, longestWin }) => {
      const plies = Math.max(longestWin.red, longestWin.black);
      if (plies < 0) return [];
      const isRecord = plies > longest;
      longest = Math.max(longest, plies);
      return [{ endgame, cells, plies, isRecord }];
    });
}
