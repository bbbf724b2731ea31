/** How many cells and positions an endgame or a cone has, by counting alone: nothing is enumerated but formations and ranks. */
import { SOLDIER_RANKS, type SoldierRanks } from "./cone.ts";
import { type AttackingRole, type Endgame, attackingMen } from "./endgame.ts";
import { type FormationClass, formationClass } from "./formation.ts";
import { COLOURS } from "../xiangqi/pieces.ts";
import { SQUARES } from "../xiangqi/squares.ts";
import { closure } from "./graph.ts";

/** The squares of a rank: one in the middle, and pairs of squares that are one another's mirror image. */
const RANK = { squares: 9, middle: 1, pairs: 4 };
/** The same of the files a, c, e, g, i, on which soldiers stand behind the river: never two on one file. */
const HOME = { files: 5, middle: 1, pairs: 2 };
const RANKS = SQUARES / RANK.squares;

/**
 * Cells for each side to move: those of the endgame's own index (docs/spec/index.md). Exact below 2^53. Of a block and its
 * mirror image one is stored, so there are half as many as placed red formations, and half of those that are their own.
 */
export function countCells(endgame: Endgame): number {
  const { red, black } = endgame;
  const [inner, ...outer] = attackingMen(red);
  const from = ranksFrom(endgame);
  const least = inner === "soldier" ? from.red.slice(1).fill(from.red[0]!) : from.red;
  const formations = formationClass(red.advisor, red.elephant);
  const { all, symmetric } = placementsOf(outer, attackingMen(black), { ...from, red: least });
  const blocks = (formations.count * all + ownImages(formations) * symmetric) / 2;
  const width = inner === undefined ? 1 : SQUARES;
  return blocks * width * formationClass(black.advisor, black.elephant).count;
}

/**
 * Blocks of a slice's index (slice.ts), without its border: of those of ranks from its own on all but those that go on from a step ahead.
 * @param ranks of its outer soldiers
 */
export function countSliceBlocks({ red, black }: Endgame, ranks: SoldierRanks): number {
  const outer = attackingMen(red).slice(1);
  const formations = formationClass(red.advisor, red.elephant);
  const blocksFrom = (from: SoldierRanks): number => {
    const { all, symmetric } = placementsOf(outer, attackingMen(black), from);
    return (formations.count * all + ownImages(formations) * symmetric) / 2;
  };
  let parts: { readonly from: SoldierRanks; readonly sign: number }[] = [{ from: ranks, sign: 1 }];
  for (const colour of COLOURS) {
    ranks[colour].forEach((rank, i) => {
      if (rank === SOLDIER_RANKS.last || rank === ranks[colour][i + 1]) return;
      const steps = parts.map(({ from, sign }) => ({
        from: { ...from, [colour]: from[colour].with(i, rank + 1) },
        sign: -sign,
      }));
      parts = [...parts, ...steps];
    });
  }
  return parts.reduce((sum, { from, sign }) => sum + sign * blocksFrom(from), 0);
}

/**
 * Ways to put the men on the board, of mirror images one, without the side to move: the cells without those that twins of the
 * inner man double and those on squares where it cannot stand. Formations may stand in the way of other men, as in cells.
 */
export function countNetPairs(endgame: Endgame): number {
  const { red, black } = endgame;
  const { all, symmetric } = placementsOf(attackingMen(red), attackingMen(black), ranksFrom(endgame));
  const [one, other] = [red, black].map((men) => formationClass(men.advisor, men.elephant)) as [
    FormationClass,
    FormationClass,
  ];
  return (one.count * other.count * all + ownImages(one) * ownImages(other) * symmetric) / 2;
}

function ranksFrom({ red, black, from }: Endgame): SoldierRanks {
  const first = (men: number) => Array<number>(men).fill(SOLDIER_RANKS.first);
  return from ?? { red: first(red.soldier), black: first(black.soldier) };
}

/** How many formations are their own mirror image. */
function ownImages({ mirror }: FormationClass): number {
  return mirror.reduce((count, image, formation) => count + Number(image === formation), 0);
}

interface Placements {
  readonly all: number;
  readonly symmetric: number;
}

/** By attacking men and ranks: endgames that differ in their defenders only have the same. */
const counted = new Map<string, Placements>();
/** There are many cones. */
const MOST_COUNTED = 10_000;

function placementsOf(red: readonly AttackingRole[], black: readonly AttackingRole[], from: SoldierRanks): Placements {
  const men = `${red.join()} ${black.join()} ${from.red.join("")} ${from.black.join("")}`;
  let placements = counted.get(men);
  if (placements === undefined) {
    if (counted.size >= MOST_COUNTED) counted.clear();
    counted.set(men, (placements = countPlacements(red, black, from)));
  }
  return placements;
}

/** How many ways there are to place these men, and how many of them are their own mirror image. */
function countPlacements(
  red: readonly AttackingRole[],
  black: readonly AttackingRole[],
  from: SoldierRanks,
): Placements {
  const groups = [...groupsOf(red), ...groupsOf(black)];
  const others = free(groups, red, black);
  const soldiers = from.red.length + from.black.length;
  const blacks = spreadsFrom(from.black);
  let all = 0;
  let symmetric = 0;
  for (const one of spreadsFrom(from.red)) {
    for (const other of blacks) {
      all += one.all * other.all * meeting(one, other) * meeting(other, one) * others;
      const ways =
        one.symmetric * other.symmetric * meetingSymmetrically(one, other) * meetingSymmetrically(other, one);
      if (ways === 0) continue;
      const singles = one.singles + other.singles;
      const pairs = (RANKS * (RANK.squares - RANK.middle) - (soldiers - singles)) / 2;
      symmetric += ways * placeSymmetrically(groups, RANKS * RANK.middle - singles, pairs);
    }
  }
  return { all, symmetric };
}

/** Soldiers of one colour by how many stand on the ranks where soldiers of the other can be in their way. */
interface Spread {
  /** On the ranks behind the river, which the other colour comes to. */
  readonly home: readonly [third: number, fourth: number];
  /** On the ranks where the other colour is at home: its fourth and its third. */
  readonly near: readonly [fifth: number, sixth: number];
  /** On how many ranks their number is odd. */
  readonly singles: number;
  /** Ways to put them at home, and on the ranks that are left: of all kinds, and of those that are their own mirror image. */
  all: number;
  symmetric: number;
}

/** The spreads of soldiers that go on from some ranks. */
function spreadsFrom(from: readonly number[]): Spread[] {
  const spreads = new Map<string, Spread>();
  const counts = Array<number>(SOLDIER_RANKS.last + 1).fill(0);
  const add = (): void => {
    const [third, fourth, fifth, sixth, ...far] = counts.slice(SOLDIER_RANKS.first) as [number, number, number, number];
    const singles = counts.reduce((sum, men) => sum + (men % 2), 0);
    const key = [third, fourth, fifth, sixth, singles].join();
    const spread = spreads.get(key) ?? { home: [third, fourth], near: [fifth, sixth], singles, all: 0, symmetric: 0 };
    const home = { squares: HOME.files - third, middle: HOME.middle - (third % 2), pairs: HOME.pairs - (third >> 1) };
    spread.all += (far as number[]).reduce(
      (ways, men) => ways * onRank(RANK, men),
      onRank({ ...HOME, squares: HOME.files }, third) * onRank(home, fourth),
    );
    spread.symmetric += (far as number[]).reduce(
      (ways, men) => ways * onRankSymmetrically(RANK, men),
      onRankSymmetrically(HOME, third) * onRankSymmetrically(home, fourth),
    );
    spreads.set(key, spread);
  };
  const place = (man: number, least: number): void => {
    if (man === from.length) return add();
    for (let rank = Math.max(least, from[man]!); rank <= SOLDIER_RANKS.last; rank++) {
      counts[rank]!++;
      place(man + 1, rank);
      counts[rank]!--;
    }
  };
  place(0, SOLDIER_RANKS.first);
  return [...spreads.values()];
}

/** Ways of one colour to stand on the ranks where the other is at home. */
function meeting({ near: [fifth, sixth] }: Spread, { home: [third, fourth] }: Spread): number {
  return choose(RANK.squares - fourth, fifth) * choose(RANK.squares - third, sixth);
}

function meetingSymmetrically({ near: [fifth, sixth] }: Spread, { home: [third, fourth] }: Spread): number {
  const left = (men: number) => ({ middle: RANK.middle - (men % 2), pairs: RANK.pairs - (men >> 1) });
  return onRankSymmetrically(left(fourth), fifth) * onRankSymmetrically(left(third), sixth);
}

function onRank({ squares }: Pick<typeof RANK, "squares">, men: number): number {
  return choose(squares, men);
}

/** Those of an odd number stand one in the middle, the others in pairs. */
function onRankSymmetrically({ middle, pairs }: Pick<typeof RANK, "middle" | "pairs">, men: number): number {
  return choose(middle, men % 2) * choose(pairs, men >> 1);
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

/* How large an endgame's table is, before anything is built. */

/** How large an endgame is, and its table about. */
export interface SizeEstimate {
  /** Cells for each side to move: exact. */
  readonly cells: number;
  /** Bytes of the table file, within a factor of about three. */
  readonly fileBytes: number;
}

/** Bits a cell pair takes on disk, typically: with attacking men on one side, or on both. */
const FILE_PAIR_BITS = { one: 0.35, both: 0.8 } as const;

/** Whether both sides have attacking men. */
export function isArmed({ red, black }: Endgame): boolean {
  return attackingMen(red).length > 0 && attackingMen(black).length > 0;
}

/** Tells from the men alone how large a table will be. */
export function estimateSize(endgame: Endgame): SizeEstimate {
  const cells = countCells(endgame);
  const bits = FILE_PAIR_BITS[isArmed(endgame) ? "both" : "one"];
  return { cells, fileBytes: Math.round((cells * bits) / 8) + 4096 };
}

/** How large endgames are with all that they lead to. */
export interface ClosureSize {
  readonly tables: number;
  /** Cells for each side to move: what is reckoned with and stored. */
  readonly cells: number;
  /** Positions without the side to move, of mirror images one: what is told. */
  readonly netPairs: number;
}

/** Exact, by counting alone. */
export function closureSize(endgames: readonly Endgame[]): ClosureSize {
  const all = closure(endgames);
  const sum = (count: (endgame: Endgame) => number) => all.reduce((total, each) => total + count(each), 0);
  return { tables: all.length, cells: sum(countCells), netPairs: sum(countNetPairs) };
}
