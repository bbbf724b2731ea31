/**
 * Cones: the part of an endgame that play can reach from soldiers on given ranks (docs/spec/names.md). Soldiers never go
 * back, so of a colour's soldiers in ascending order each is on its rank or beyond. A capture leads into the cone from the
 * lowest ranks that are left.
 */
import { InputError } from "../base/errors.ts";
import { colourOf, EMPTY, roleOf, type Colour } from "../xiangqi/pieces.ts";
import { rankOf, type Square } from "../xiangqi/squares.ts";

/** The soldiers' ranks of both sides, each counted from the side's own first rank, which is 0; ascending. */
export type SoldierRanks = Readonly<Record<Colour, readonly number[]>>;

/** Where soldiers begin and where they can go no further, counted from their own side. */
export const SOLDIER_RANKS = { first: 3, last: 9 } as const;

const CONE = /^from([3-9]*)-([3-9]*)$/;

/** The rank of a square as a side counts it. */
export function ownRank(colour: Colour, square: Square): number {
  return colour === "red" ? rankOf(square) : 9 - rankOf(square);
}

/** Where the soldiers on a board stand. */
export function ranksOfSoldiers(board: Uint8Array): SoldierRanks {
  const ranks: Record<Colour, number[]> = { red: [], black: [] };
  board.forEach((piece, square) => {
    if (piece === EMPTY || roleOf(piece) !== "soldier") return;
    const colour = colourOf(piece);
    ranks[colour].push(ownRank(colour, square));
  });
  return { red: ranks.red.sort(), black: ranks.black.sort() };
}

/** Whether soldiers of one colour are on ranks that can be reached from others. Both ascending; those may be more. */
export function areBeyond(ranks: readonly number[], from: readonly number[]): boolean {
  return ranks.every((rank, i) => rank >= from[i]!);
}

/** Whether soldiers that go on from these ranks can be wherever soldiers can. */
export function isEverywhere({ red, black }: SoldierRanks): boolean {
  return [...red, ...black].every((rank) => rank === SOLDIER_RANKS.first);
}

/** What follows an endgame's name and a dot: `from67-99`. */
export function formatCone({ red, black }: SoldierRanks): string {
  return `from${red.join("")}-${black.join("")}`;
}

/** Whether a canonical name is that of a cone, of text that is a name at all. */
export function isConeName(name: string): boolean {
  return /\.from[3-9]*-[3-9]*$/.test(name);
}

/**
 * Reads `from67-99`, in any case and with the ranks of a side in any order.
 * @param wrong makes the error of why it is none
 */
export function parseCone(text: string, wrong: (why: string) => InputError): SoldierRanks {
  const match = CONE.exec(text.toLowerCase());
  if (match === null) {
    throw wrong("behind the dot stand the ranks, 3 to 9, from which soldiers go on, such as KPPKP.from67-9");
  }
  const [red, black] = match.slice(1).map((digits) => Array.from(digits, Number).sort());
  return { red: red!, black: black! };
}
