/** The board itself: wood, lines, palaces, the river, and the coordinates of the chosen notation. */
import { GLYPHS, type Glyph } from "./glyphs.ts";
import { Grain, GrainGradients } from "./Ground.tsx";
import type { Notation } from "../notation.ts";

const LEFT = 50;
const TOP = 50;
const CELL = 100;
/** Wood around the outermost cells, in the same units. */
const RIM_X = 34;
const RIM_Y = 44;

/** The lines on which coordinates stand. */
const HEAD = -20;
const BOTTOM = 1020;

const x = (file: number): number => LEFT + file * CELL;
/** The height of a rank counted from the top. */
const y = (row: number): number => TOP + row * CELL;

const WOOD = { x: -RIM_X, y: -RIM_Y, width: 900 + 2 * RIM_X, height: 1000 + 2 * RIM_Y, rx: 14 };

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

export function Surface({ notation, flipped }: { notation: Notation; flipped: boolean }) {
  return (
    <svg class="surface" viewBox={`${WOOD.x} ${WOOD.y} ${WOOD.width} ${WOOD.height}`} aria-hidden="true">
      <defs>
        <linearGradient id="wood" x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" class="wood-light" />
          <stop offset="1" class="wood-dark" />
        </linearGradient>
        <GrainGradients />
      </defs>
      <rect class="wood" {...WOOD} />
      <Grain {...WOOD} />
      <rect class="frame" x={x(0) - 11} y={y(0) - 11} width={8 * CELL + 22} height={9 * CELL + 22} rx="3" />
      <path class="lines" d={GRID + MARKS} />
      <River />
      <Coordinates notation={notation} flipped={flipped} />
    </svg>
  );
}

function River() {
  const glyph = (which: Glyph, file: number) => (
    <path class="river" d={GLYPHS[which]} transform={`translate(${x(file) - 25} ${y(4.5) - 25}) scale(.5)`} />
  );
  return (
    <g>
      {glyph("楚", 1.1)}
      {glyph("河", 2.3)}
      {glyph("漢", 5.7)}
      {glyph("界", 6.9)}
    </g>
  );
}

const NUMERALS = ["九", "八", "七", "六", "五", "四", "三", "二", "一"] as const;

/** Files numbered from each player's right in Chinese notations; letters and ranks from 0 in coordinate notations. */
function Coordinates({ notation, flipped }: { notation: Notation; flipped: boolean }) {
  const fileAt = (column: number) => (flipped ? 8 - column : column);
  const numbered = notation === "chinese" || notation === "wxf";
  const columns = Array.from({ length: 9 }, (_, column) => column);
  const blackRow = flipped ? BOTTOM : HEAD;
  const redRow = flipped ? HEAD : BOTTOM;
  if (!numbered) {
    return (
      <g class="coordinates">
        {columns.map((column) => label(x(column), BOTTOM, "abcdefghi"[fileAt(column)]!))}
        {Array.from({ length: 10 }, (_, row) => label(-16, y(row), String(flipped ? row : 9 - row)))}
      </g>
    );
  }
  return (
    <g class="coordinates">
      {columns.map((column) => label(x(column), blackRow, String(fileAt(column) + 1)))}
      {columns.map((column) =>
        notation === "wxf" ? (
          label(x(column), redRow, String(9 - fileAt(column)))
        ) : (
          <path
            key={column}
            d={GLYPHS[NUMERALS[fileAt(column)]!]}
            transform={`translate(${x(column) - 11} ${redRow - 11}) scale(.22)`}
          />
        ),
      )}
    </g>
  );
}

function label(cx: number, cy: number, text: string) {
  return (
    <text key={`${cx} ${cy}`} x={cx} y={cy + 9}>
      {text}
    </text>
  );
}
