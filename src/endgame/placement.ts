/** Placements: the ways to put the outer attacking men on the board, identical men in ascending order of squares. */
import { pieceOf, type Colour } from "../xiangqi/pieces.ts";
import { canStand } from "../xiangqi/reach.ts";
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
   * By the squares of the men, as digits of one number in the base of 90, in whatever order identical men stand: the number of the
   * placement, or -1 when it is impossible.
   */
  readonly table: Int32Array;
  squareOf(placement: number, man: number): Square;
  /** Number of the placement with man i on squares[i], identical men in any order; -1 when it is impossible. */
  find(squares: readonly Square[]): number;
}

/**
 * Enumerates the placements of these men, identical men side by side in `men`. Memory: 4 bytes x 90^men.
 * @param from the ranks from which soldiers go on, at least as many as there are. Default: they are wherever soldiers can be
 */
export function enumeratePlacements(men: readonly OuterMan[], from?: SoldierRanks): Placements {
  const table = new Int32Array(SQUARES ** men.length).fill(-1);
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

  const isInCone = (colour: Colour): boolean => {
    const ranks = current.filter((_, i) => men[i]!.role === "soldier" && men[i]!.colour === colour);
    return areBeyond(ranks.map((square) => ownRank(colour, square)).sort(), from![colour]);
  };
  /** Enters the placement under its men's squares, in every order of identical men. */
  const enter = (man: number, code: number): void => {
    if (man === men.length) {
      table[code] = count;
      return;
    }
    for (const twin of twinsOf[man]!) {
      if (taken[twin]) continue;
      taken[twin] = true;
      enter(man + 1, code * SQUARES + current[twin]!);
      taken[twin] = false;
    }
  };
  const place = (man: number): void => {
    if (man === men.length) {
      if (from !== undefined && !(isInCone("red") && isInCone("black"))) return;
      enter(0, 0);
      count++;
      squares.push(...current);
      return;
    }
    const { colour, role } = men[man]!;
    for (let square = twinOfPrevious[man] ? current[man - 1]! + 1 : 0; square < SQUARES; square++) {
      if (!canStand(pieceOf(colour, role), square) || (current.indexOf(square) >= 0 && current.indexOf(square) < man)) {
        continue;
      }
      const blockedFile = (other: number) =>
        men[other]!.role === "soldier" &&
        men[other]!.colour === colour &&
        sameHomeFile(colour, current[other]!, square);
      if (role === "soldier" && men.some((_, other) => other < man && blockedFile(other))) continue;
      current[man] = square;
      place(man + 1);
    }
  };
  place(0);

  const find = (wanted: readonly Square[]): number => table[codeOf(wanted)]!;
  const standing = Uint8Array.from(squares);
  const squareOf = (placement: number, man: number) => standing[placement * men.length + man]!;
  const mirror = Int32Array.from({ length: count }, (_, placement) =>
    find(men.map((_man, i) => mirrorSquare(squareOf(placement, i)))),
  );
  return { men, count, mirror, table, squareOf, find };
}

/** Two soldiers of one colour on one file behind the river: neither can have left its file, so one is impossible. */
export function sameHomeFile(colour: Colour, a: Square, b: Square): boolean {
  const home = (square: Square) => (colour === "red" ? square < 45 : square >= 45);
  return home(a) && home(b) && fileOf(a) === fileOf(b);
}

function codeOf(squares: readonly Square[]): number {
  let code = 0;
  for (const square of squares) code = code * SQUARES + square;
  return code;
}
