/** Where the bars of a plot of distances stand. Heights are logarithms: counts go from one to millions. Pure. */
import type { Colour } from "../../src/xiangqi/pieces.ts";
import type { Distances, OrderDistances } from "./figures.ts";

/** Of the whole plot, in pixels. */
export const HEIGHT = 240;
/** Room for the labels of the rows. */
export const LEFT = 46;
const TOP = 8;
const BOTTOM = 22;
const WIDEST_STEP = 44;

export interface Layout {
  readonly width: number;
  /** Pixels for each ply. */
  readonly step: number;
  readonly mostPlies: number;
  /** Where no position is: Red's bars grow up from it, Black's down. */
  readonly base: number;
  /** Pixels for each power of ten. */
  readonly decade: number;
  readonly rows: readonly { readonly y: number; readonly label: string }[];
  readonly columns: readonly { readonly x: number; readonly plies: number }[];
}

export interface Bar {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly winner: Colour;
  readonly plies: number;
}

/** How many powers of ten a bar reaches: 1 position has a height, too. */
function powersOf(count: number): number {
  return count === 0 ? 0 : Math.log10(count) + 0.3;
}

function highest({ counts }: Distances): number {
  return counts.reduce((most, count) => Math.max(most, powersOf(count)), 0);
}

export function layOut({ red, black }: OrderDistances, width: number): Layout {
  const mostPlies = Math.max(red.counts.length, black.counts.length) - 1;
  const step = Math.min(WIDEST_STEP, (width - LEFT) / (mostPlies + 1));
  const [up, down] = [highest(red), highest(black)];
  const decade = (HEIGHT - TOP - BOTTOM) / (up + down);
  const base = TOP + up * decade;
  const lines = (reach: number, sign: 1 | -1) =>
    Array.from({ length: Math.max(0, Math.floor(reach - 0.3)) + (reach > 0 ? 1 : 0) }, (_, power) => ({
      y: base + sign * powersOf(10 ** power) * decade,
      label: labelOf(power),
    }));
  const each = Math.ceil(34 / step);
  const every = [1, 2, 5, 10, 20, 50, 100, 200].find((size) => size >= each) ?? 500;
  return {
    width,
    step,
    mostPlies,
    base,
    decade,
    rows: [...lines(up, -1), ...lines(down, 1)],
    columns: Array.from({ length: Math.floor(mostPlies / every) + 1 }, (_, i) => ({
      x: LEFT + (i * every + 0.5) * step,
      plies: i * every,
    })),
  };
}

/** Of a power of ten: `100k`. */
export function labelOf(power: number): string {
  return `${10 ** (power % 3)}${["", "k", "M", "G"][Math.floor(power / 3)]}`;
}

export function barsOf({ counts }: Distances, winner: Colour, { base, decade, step }: Layout): Bar[] {
  const gap = step > 6 ? 1.5 : step > 3 ? 0.5 : 0;
  return counts.flatMap((count, plies) => {
    if (count === 0) return [];
    const height = powersOf(count) * decade;
    const y = winner === "red" ? base - height : base;
    return [{ x: LEFT + plies * step + gap / 2, y, width: step - gap, height, winner, plies }];
  });
}
