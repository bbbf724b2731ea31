/** Where the board's lines and points are, in units of a hundredth of a square. */
import type { Glyph } from "./glyphs.ts";

const LEFT = 50;
const TOP = 50;
export const CELL = 100;
/** Wood around the outermost cells, in the same units. */
const RIM_X = 34;
const RIM_Y = 44;

/** The lines on which coordinates stand. */
export const HEAD = -20;
export const BOTTOM = 1020;

export const x = (file: number): number => LEFT + file * CELL;
/** The height of a rank counted from the top. */
export const y = (row: number): number => TOP + row * CELL;

/** The whole of it. */
export const WOOD = { x: -RIM_X, y: -RIM_Y, width: 900 + 2 * RIM_X, height: 1000 + 2 * RIM_Y, rx: 14 };

const GRID = [
  ...Array.from({ length: 10 }, (_, row) => `M${x(0)} ${y(row)}H${x(8)}`),
  ...Array.from({ length: 7 }, (_, i) => `M${x(i + 1)} ${y(0)}V${y(4)}M${x(i + 1)} ${y(5)}V${y(9)}`),
  `M${x(0)} ${y(0)}V${y(9)}M${x(8)} ${y(0)}V${y(9)}`,
  `M${x(3)} ${y(0)}L${x(5)} ${y(2)}M${x(5)} ${y(0)}L${x(3)} ${y(2)}`,
  `M${x(3)} ${y(7)}L${x(5)} ${y(9)}M${x(5)} ${y(7)}L${x(3)} ${y(9)}`,
].join("");

/** The small corners around the points where cannons and soldiers start. */
const MARKS = [
  ...[1, 7].flatMap((file) => [corners(file, 2), corners(file, 7)]),
  ...[0, 2, 4, 6, 8].flatMap((file) => [corners(file, 3), corners(file, 6)]),
].join("");

function corners(file: number, row: number): string {
  const [near, length] = [8, 15];
  return [-1, 1]
    .filter((side) => (side < 0 ? file > 0 : file < 8))
    .flatMap((side) =>
      [-1, 1].map((up) => {
        const [cx, cy] = [x(file) + side * near, y(row) + up * near];
        return `M${cx + side * length} ${cy}H${cx}V${cy + up * length}`;
      }),
    )
    .join("");
}

/** Everything that is ruled on the board. */
export const LINES = GRID + MARKS;

/** The river's characters, and the files that they stand at. */
export const RIVER: readonly (readonly [Glyph, number])[] = [
  ["楚", 1.1],
  ["河", 2.3],
  ["漢", 5.7],
  ["界", 6.9],
];

/** Red's numbers of the files, from its left. */
export const NUMERALS = ["九", "八", "七", "六", "五", "四", "三", "二", "一"] as const;
