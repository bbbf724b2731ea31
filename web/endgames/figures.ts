/** What a table's counts say about its endgame. Pure. */
import type { OrderKind, SideStatistics } from "../../src/table/format/header.ts";
import type { Histogram } from "../../src/table/format/histogram.ts";
import { distanceOf, isDependent, isDraw, isWin, orderOf, type Value } from "../../src/table/value.ts";
import { COLOURS, opponent, type Colour } from "../../src/xiangqi/pieces.ts";
import type { Dictionary } from "../words/en/page.ts";

export type Usual = keyof Dictionary["known"]["usually"];

/** Of the side that wins more of the positions, how these end; in thousandths of them, from where each word begins. */
const USUALLY: readonly (readonly [usual: Usual, more: number])[] = [
  ["won", 980],
  ["mostly-won", 700],
  ["open", 200],
  ["mostly-drawn", 20],
];

/** How positions with one side to move end, and which side wins more of them. */
export function usualEnd(
  turn: Colour,
  { positions, wins, losses }: SideStatistics,
): { readonly usual: Usual; readonly winner: Colour } {
  const [most, least] = wins >= losses ? [wins, losses] : [losses, wins];
  const winner = wins >= losses ? turn : opponent(turn);
  if (most === positions) return { usual: "always", winner };
  if (most === 0) return { usual: "never", winner };
  if (least > positions / 5) return { usual: "both", winner };
  return { usual: USUALLY.find(([, more]) => 1000 * most > more * positions)?.[0] ?? "drawn", winner };
}

/**
 * How an endgame as a whole usually ends: as with Red to move, as books have it.
 * @returns `dependsOnTurn`: with Black to move it usually ends otherwise
 */
export function usualEndOfAll({ red, black }: Readonly<Record<Colour, SideStatistics>>): ReturnType<typeof usualEnd> & {
  readonly dependsOnTurn: boolean;
} {
  const [first, second] = [usualEnd("red", red), usualEnd("black", black)];
  return { ...first, dependsOnTurn: first.usual !== second.usual || first.winner !== second.winner };
}

/** The same in words. */
export function verdictOfAll(of: Readonly<Record<Colour, SideStatistics>>, { known, colours }: Dictionary): string {
  const { usual, winner, dependsOnTurn } = usualEndOfAll(of);
  const verdict = known.usually[usual](colours[winner]);
  return dependsOnTurn ? known.first(colours.red, verdict) : verdict;
}

/** How the positions with one side to move end, for Red. */
export interface Outcomes {
  readonly redWins: number;
  readonly draws: number;
  readonly blackWins: number;
}

export function outcomesOf(turn: Colour, { wins, draws, losses }: SideStatistics): Outcomes {
  return turn === "red" ? { redWins: wins, draws, blackWins: losses } : { redWins: losses, draws, blackWins: wins };
}

/** The wins of one side that have one order, by distance. */
export interface Distances {
  /** How many positions of the whole board are won in so many plies; odd: the winner is to move, even: the loser. */
  readonly counts: readonly number[];
  /** The longest with the winner to move, in plies; -1: there is none. */
  readonly longest: number;
}

export interface OrderDistances {
  readonly order: number;
  readonly kind: OrderKind;
  /** By winner. */
  readonly red: Distances;
  readonly black: Distances;
}

/**
 * The distances of every order, of what is certain.
 * @param values the value of each code
 * @param kinds why positions of each order are decided
 */
export function distancesOf(
  values: readonly Value[],
  histogram: Histogram,
  kinds: readonly { readonly order: number; readonly kind: OrderKind }[],
): OrderDistances[] {
  const counts = new Map(kinds.map(({ order }) => [order, { red: [] as number[], black: [] as number[] }]));
  values.forEach((value, code) => {
    if (isDraw(value) || isDependent(value)) return;
    for (const turn of COLOURS) {
      const count = histogram[turn][code] ?? 0;
      const winner = isWin(value) ? turn : opponent(turn);
      const list = counts.get(orderOf(value))?.[winner];
      if (count > 0 && list !== undefined) list[distanceOf(value)] = (list[distanceOf(value)] ?? 0) + count;
    }
  });
  return kinds.map(({ order, kind }) => {
    const { red, black } = counts.get(order)!;
    return { order, kind, red: finish(red), black: finish(black) };
  });
}

function finish(sparse: readonly number[]): Distances {
  const counts = Array.from(sparse, (count) => count ?? 0);
  return { counts, longest: counts.findLastIndex((count, plies) => count > 0 && plies % 2 === 1) };
}

/** The positions that one side wins. */
export function totalOf({ counts }: Distances): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
