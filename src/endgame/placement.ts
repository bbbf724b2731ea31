/** Placements: the ways to put the outer attacking men on the board, identical men in ascending order of squares. */
import { COLOURS, pieceOf, type Colour } from "../xiangqi/pieces.ts";
import { canStand } from "../xiangqi/steps.ts";
import { fileOf, mirrorSquare, SQUARES, type Square } from "../xiangqi/squares.ts";
import { areBeyond, ownRank, type SoldierRanks } from "./cone.ts";
import type { AttackingRole } from "./endgame.ts";

export interface OuterMan {
  readonly colour: Colour;
  readonly role: AttackingRole;
}

export interface Placements {
  readonly men: readonly OuterMan[];
  readonly count: number;
  readonly mirror: Int32Array;
  /**
   * By the sum of what the men on their squares add (`addends`), in whatever order identical men stand: the number of the
   * placement, or -1 when it is impossible.
   */
  readonly table: Int32Array;
  /** What a man on a square adds to a place in `table`: entry man * 90 + square. 0 where it can never stand. */
  readonly addends: Int32Array;
  /** Of a slice and its border: the first placement of each of these parts, and one after the last. Of an endgame: 0 and all. */
  readonly firstOfPart: readonly number[];
  squareOf(placement: number, man: number): Square;
  /** Number of the placement with man i on squares[i], identical men in any order; -1 when it is impossible. */
  find(squares: readonly Square[]): number;
}

/**
 * Enumerates the placements of these men, identical men side by side in `men`. Memory: 4 bytes for each entry (`placementEntries`).
 * @param from the ranks from which soldiers go on, at least as many as there are. Default: they are wherever soldiers can be
 * @param parts those alone in which the outer soldiers have the ranks of one of these, one part after the other
 */
export function enumeratePlacements(
  men: readonly OuterMan[],
  from?: SoldierRanks,
  parts?: readonly SoldierRanks[],
): Placements {
  const ranges = men.map((man) => rangeOf(man, from, parts));
  const table = new Int32Array(placementEntries(men, from, parts)).fill(-1);
  const addends = new Int32Array(men.length * SQUARES);
  let width = 1;
  ranges.forEach((range, man) => {
    range.forEach((square, i) => (addends[man * SQUARES + square] = (i + 1) * width));
    width *= range.length + 1;
  });
  const squares: Square[] = [];
  const current: Square[] = men.map(() => 0);
  let count = 0;
  const twinOfPrevious = men.map(
    (man, i) => i > 0 && man.colour === men[i - 1]!.colour && man.role === men[i - 1]!.role,
  );

  const twinsOf = men.map(({ colour, role }) =>
    men.flatMap((other, i) => (other.colour === colour && other.role === role ? [i] : [])),
  );
  const taken = men.map(() => false);

  const ranksOf = (colour: Colour): number[] => {
    const soldiers = current.filter((_, i) => men[i]!.role === "soldier" && men[i]!.colour === colour);
    return soldiers.map((square) => ownRank(colour, square)).sort();
  };
  /** Of the part that is enumerated. */
  let part: SoldierRanks | undefined;
  /** Where each man can stand in it. */
  let squaresOfPart: readonly (readonly Square[])[] = ranges;
  const isWanted = (): boolean => {
    if (part === undefined) return from === undefined || COLOURS.every((each) => areBeyond(ranksOf(each), from[each]));
    return COLOURS.every((each) => ranksOf(each).join() === part![each].join());
  };
  /** Enters the placement under its men's squares, in every order of identical men. */
  const enter = (man: number, entry: number): void => {
    if (man === men.length) {
      table[entry] = count;
      return;
    }
    for (const twin of twinsOf[man]!) {
      if (taken[twin]) continue;
      taken[twin] = true;
      enter(man + 1, entry + addends[man * SQUARES + current[twin]!]!);
      taken[twin] = false;
    }
  };
  const place = (man: number): void => {
    if (man === men.length) {
      if (!isWanted()) return;
      enter(0, 0);
      count++;
      squares.push(...current);
      return;
    }
    const { colour, role } = men[man]!;
    for (const square of squaresOfPart[man]!) {
      if (twinOfPrevious[man] && square <= current[man - 1]!) continue;
      if (current.indexOf(square) >= 0 && current.indexOf(square) < man) continue;
      const blockedFile = (other: number) =>
        men[other]!.role === "soldier" &&
        men[other]!.colour === colour &&
        sameHomeFile(colour, current[other]!, square);
      if (role === "soldier" && men.some((_, other) => other < man && blockedFile(other))) continue;
      current[man] = square;
      place(man + 1);
    }
  };
  const firstOfPart = [0];
  for (part of parts ?? [undefined]) {
    squaresOfPart = part === undefined ? ranges : men.map((man) => rangeOf(man, from, [part!]));
    place(0);
    firstOfPart.push(count);
  }

  const find = (wanted: readonly Square[]): number => {
    let entry = 0;
    for (let man = 0; man < wanted.length; man++) entry += addends[man * SQUARES + wanted[man]!]!;
    return table[entry]!;
  };
  const standing = Uint8Array.from(squares);
  const squareOf = (placement: number, man: number) => standing[placement * men.length + man]!;
  const mirror = Int32Array.from({ length: count }, (_, placement) =>
    find(men.map((_man, i) => mirrorSquare(squareOf(placement, i)))),
  );
  return { men, count, firstOfPart, mirror, table, addends, squareOf, find };
}

/** Entries of a table of placements: for each man one for each square where it can stand, and one for all others. */
export function placementEntries(
  men: readonly OuterMan[],
  from?: SoldierRanks,
  parts?: readonly SoldierRanks[],
): number {
  return men.reduce((entries, man) => entries * (rangeOf(man, from, parts).length + 1), 1);
}

/** The squares where a man can stand, ascending. */
function rangeOf({ colour, role }: OuterMan, from?: SoldierRanks, parts?: readonly SoldierRanks[]): Square[] {
  const isSoldier = role === "soldier";
  const least = (isSoldier && from?.[colour][0]) || 0;
  const isThere = (rank: number) =>
    !isSoldier || parts === undefined || parts.some((ranks) => ranks[colour].includes(rank));
  return Array.from({ length: SQUARES }, (_, square) => square).filter((square) => {
    const rank = ownRank(colour, square);
    return canStand(pieceOf(colour, role), square) && rank >= least && isThere(rank);
  });
}

/** Two soldiers of one colour on one file behind the river: neither can have left its file, so one is impossible. */
export function sameHomeFile(colour: Colour, a: Square, b: Square): boolean {
  const home = (square: Square) => (colour === "red" ? square < 45 : square >= 45);
  return home(a) && home(b) && fileOf(a) === fileOf(b);
}
