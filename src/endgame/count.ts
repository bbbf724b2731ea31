/** How many cells an endgame's index has, by counting alone: nothing is enumerated but formations. */
import { attackingMen, type AttackingRole, type Endgame } from "./endgame.ts";
import { formationClass } from "./formation.ts";
import { SQUARES } from "../xiangqi/squares.ts";

/** A half of the board: squares on its middle file, and pairs of squares that are one another's mirror image. */
const HALF = { squares: 45, middle: 5, pairs: 20 };
/** Where soldiers stand on their own half: files a, c, e, g, i, on either of two ranks, never two on one file. */
const HOME = { files: 5, middle: 1, pairs: 2, ranks: 2 };

/**
 * Cells for each side to move: those of the endgame's own index (docs/spec/index.md). Exact below 2^53. Of a block and its
 * mirror image one is stored, so there are half as many as placed red formations, and half of those that are their own.
 */
export function countCells({ red, black }: Endgame): number {
  const [inner, ...redMen] = attackingMen(red);
  const blackMen = attackingMen(black);
  const formations = formationClass(red.advisor, red.elephant);
  const ownImages = formations.mirror.reduce((count, mirror, formation) => count + Number(mirror === formation), 0);
  const { all, symmetric } = placementsOf(redMen, blackMen);
  const blocks = (formations.count * all + ownImages * symmetric) / 2;
  const width = inner === undefined ? 1 : SQUARES;
  return blocks * width * formationClass(black.advisor, black.elephant).count;
}

interface Placements {
  readonly all: number;
  readonly symmetric: number;
}

/** By attacking men: endgames that differ in their defenders only have the same. */
const counted = new Map<string, Placements>();

function placementsOf(red: readonly AttackingRole[], black: readonly AttackingRole[]): Placements {
  const men = `${red.join()} ${black.join()}`;
  let placements = counted.get(men);
  if (placements === undefined) counted.set(men, (placements = countPlacements(red, black)));
  return placements;
}

/** How many ways there are to place these men, and how many of them are their own mirror image. */
function countPlacements(red: readonly AttackingRole[], black: readonly AttackingRole[]): Placements {
  const groups = [...groupsOf(red), ...groupsOf(black)];
  const [redSoldiers, blackSoldiers] = [red, black].map((men) => men.filter((role) => role === "soldier").length);
  let all = 0;
  let symmetric = 0;
  // Soldiers at home stand in their own half, the others of their colour in the other one.
  for (let redHome = 0; redHome <= redSoldiers!; redHome++) {
    for (let blackHome = 0; blackHome <= blackSoldiers!; blackHome++) {
      const [redAway, blackAway] = [redSoldiers! - redHome, blackSoldiers! - blackHome];
      all += soldiersOfHalf(redHome, blackAway) * soldiersOfHalf(blackHome, redAway) * free(groups, red, black);
      for (const one of symmetricSoldiersOfHalf(redHome, blackAway)) {
        for (const other of symmetricSoldiersOfHalf(blackHome, redAway)) {
          const [middle, pairs] = [one.middle + other.middle, one.pairs + other.pairs];
          symmetric += one.ways * other.ways * placeSymmetrically(groups, middle, pairs);
        }
      }
    }
  }
  return { all, symmetric };
}

/** How many men there are of each kind that may stand anywhere. */
function groupsOf(men: readonly AttackingRole[]): number[] {
  const counts = new Map<AttackingRole, number>();
  for (const role of men) if (role !== "soldier") counts.set(role, (counts.get(role) ?? 0) + 1);
  return [...counts.values()];
}

/** Ways to put the groups on squares where no soldier stands. */
function free(groups: readonly number[], red: readonly AttackingRole[], black: readonly AttackingRole[]): number {
  let squares = SQUARES - [...red, ...black].filter((role) => role === "soldier").length;
  let ways = 1;
  for (const size of groups) {
    ways *= choose(squares, size);
    squares -= size;
  }
  return ways;
}

/** Ways to put soldiers of one colour at home and soldiers of the other on the same half. */
function soldiersOfHalf(home: number, away: number): number {
  return choose(HOME.files, home) * HOME.ranks ** home * choose(HALF.squares - home, away);
}

/** The same without those that are not their own mirror image, by the middle squares and pairs that stay free. */
function symmetricSoldiersOfHalf(home: number, away: number): { ways: number; middle: number; pairs: number }[] {
  return splits(home).flatMap((atHome) =>
    splits(away).map(({ single, double }) => {
      const [middle, pairs] = [HALF.middle - atHome.single, HALF.pairs - atHome.double];
      const ways =
        choose(HOME.middle, atHome.single) *
        choose(HOME.pairs, atHome.double) *
        HOME.ranks ** (atHome.single + atHome.double) *
        choose(middle, single) *
        choose(pairs, double);
      return { ways, middle: middle - single, pairs: pairs - double };
    }),
  );
}

function placeSymmetrically([size, ...others]: readonly number[], middle: number, pairs: number): number {
  if (size === undefined) return 1;
  return splits(size).reduce((sum, { single, double }) => {
    const ways = choose(middle, single) * choose(pairs, double);
    return ways === 0 ? sum : sum + ways * placeSymmetrically(others, middle - single, pairs - double);
  }, 0);
}

/** Every way to split men into some on the middle file and some in pairs. */
function splits(men: number): { single: number; double: number }[] {
  return Array.from({ length: Math.floor(men / 2) + 1 }, (_, double) => ({ single: men - 2 * double, double }));
}

/** n over k. */
function choose(n: number, k: number): number {
  if (k > n) return 0;
  let ways = 1;
  for (let i = 0; i < k; i++) ways = (ways * (n - i)) / (i + 1);
  return ways;
}
