/** The men: discs of wood with a character or a letter, drawn as SVG in a box of 100 by 100. */
import { pieceLetter, pieceOf, type Colour, type Role } from "../../xiangqi/pieces.ts";
import { GLYPHS, type Glyph } from "./glyphs.ts";

/** Characters written with a brush: outlines in a box of 256 by 256. */
export type BrushGlyphs = Readonly<Partial<Record<Glyph, string>>>;

/** Chinese characters of our own pen, letters, or characters written with a brush. */
export type MenStyle = "chinese" | "western" | BrushGlyphs;

const CHARACTERS: Readonly<Record<Colour, Readonly<Record<Role, Glyph>>>> = {
  red: { king: "帥", advisor: "仕", elephant: "相", chariot: "俥", horse: "傌", cannon: "炮", soldier: "兵" },
  black: { king: "將", advisor: "士", elephant: "象", chariot: "車", horse: "馬", cannon: "砲", soldier: "卒" },
};

const INK: Readonly<Record<Colour, string>> = { red: "#a81e12", black: "#22201d" };

/** Characters of many strokes are written with a finer pen. */
function penFor(glyph: Glyph): number {
  const strokes = GLYPHS[glyph].split("M").length - 1;
  return strokes > 10 ? 6.6 : strokes > 6 ? 7.4 : 8.6;
}

function face(colour: Colour, role: Role, set: MenStyle, ink: string): string {
  if (set === "western") {
    const letter = pieceLetter(pieceOf("red", role));
    const style = 'font-family="Georgia,Times New Roman,DejaVu Serif,serif" font-weight="700" font-size="54"';
    return `<text x="50" y="69" text-anchor="middle" fill="${ink}" ${style}>${letter}</text>`;
  }
  const glyph = CHARACTERS[colour][role];
  const outline = typeof set === "object" ? set[glyph] : undefined;
  if (outline !== undefined) return `<path transform="translate(17.5 17.5) scale(.254)" d="${outline}" fill="${ink}"/>`;
  const pen = `fill="none" stroke="${ink}" stroke-width="${penFor(glyph)}" stroke-linecap="round" stroke-linejoin="round"`;
  return `<path transform="translate(21 21) scale(.58)" d="${GLYPHS[glyph]}" ${pen}/>`;
}

/** The light on the discs; `manShape` refers to it. */
export const DISC_LIGHT =
  '<radialGradient id="w" cx=".38" cy=".3" r=".8"><stop offset="0" stop-color="#fff7e2"/>' +
  '<stop offset=".62" stop-color="#f0dcb0"/><stop offset="1" stop-color="#d3b177"/></radialGradient>';

/** A man's shapes, where `DISC_LIGHT` is defined. */
export function manShape(colour: Colour, role: Role, set: MenStyle): string {
  // Black's letters stand on a dark field: colour alone must not tell the sides apart.
  const isInverted = set === "western" && colour === "black";
  const field = isInverted ? `<circle cx="50" cy="50" r="36" fill="${INK.black}"/>` : "";
  return (
    '<ellipse cx="51.5" cy="55" rx="43" ry="42.5" fill="#000" opacity=".26"/>' +
    '<circle cx="50" cy="51.5" r="43.5" fill="#a67c42"/>' +
    '<circle cx="50" cy="49" r="43.5" fill="url(#w)" stroke="#8f6630" stroke-width="1"/>' +
    `<circle cx="50" cy="49" r="36" fill="none" stroke="${INK[colour]}" stroke-width="2" opacity=".85"/>` +
    `<g transform="translate(0 -1)">${field}${face(colour, role, set, isInverted ? "#fff3da" : INK[colour])}</g>`
  );
}

/** A man in black and white, for print: Red's in two rings, Black's white on black. */
export function manInPrint(colour: Colour, role: Role, set: MenStyle): string {
  const isRed = colour === "red";
  const disc = `<circle cx="50" cy="50" r="43.5" fill="${isRed ? "#fff" : "#000"}" stroke="#000" stroke-width="3"/>`;
  const ring = isRed ? '<circle cx="50" cy="50" r="37" fill="none" stroke="#000" stroke-width="1.2"/>' : "";
  return disc + ring + face(colour, role, set, isRed ? "#000" : "#fff");
}

/** One man as a self-contained SVG of 100 by 100. */
export function manSvg(colour: Colour, role: Role, set: MenStyle): string {
  const shape = manShape(colour, role, set);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><defs>${DISC_LIGHT}</defs>${shape}</svg>`;
}
