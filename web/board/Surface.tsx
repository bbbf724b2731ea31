/** The board itself: wood, lines, palaces, the river, and the coordinates of the chosen notation. */
import { BOTTOM, CELL, HEAD, LINES, NUMERALS, RIVER, WOOD, x, y } from "../../src/say/pictures/geometry.ts";
import { GLYPHS, type Glyph } from "../../src/say/pictures/glyphs.ts";
import { Grain, GrainGradients } from "./Ground.tsx";
import { countsFiles, type Notation } from "../state/notation.ts";

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
      <path class="lines" d={LINES} />
      <River />
      <Coordinates notation={notation} flipped={flipped} />
    </svg>
  );
}

function River() {
  const glyph = (which: Glyph, file: number) => (
    <path
      key={which}
      class="river"
      d={GLYPHS[which]}
      transform={`translate(${x(file) - 25} ${y(4.5) - 25}) scale(.5)`}
    />
  );
  return <g>{RIVER.map(([which, file]) => glyph(which, file))}</g>;
}

function Coordinates({ notation, flipped }: { notation: Notation; flipped: boolean }) {
  const fileAt = (column: number) => (flipped ? 8 - column : column);
  const columns = Array.from({ length: 9 }, (_, column) => column);
  const blackRow = flipped ? BOTTOM : HEAD;
  const redRow = flipped ? HEAD : BOTTOM;
  if (!countsFiles(notation)) {
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
        notation !== "chinese" ? (
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
