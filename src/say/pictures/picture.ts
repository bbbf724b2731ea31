/**
 * Pictures of positions and lines as SVG that stands alone: no font, no file, no script, so that every program shows the same.
 * A line moves by SVG's own animation.
 */
import { applyMove, moveFrom, moveTo, type Move } from "../../xiangqi/moves.ts";
import { EMPTY, colourOf, pieceLetter, roleOf, type Piece } from "../../xiangqi/pieces.ts";
import type { Position } from "../../xiangqi/position.ts";
import { SQUARES, fileOf, rankOf, type Square } from "../../xiangqi/squares.ts";
import { BOTTOM, HEAD, LINES, NUMERALS, RIVER, WOOD, x, y } from "./geometry.ts";
import { DIGITS, GLYPHS } from "./glyphs.ts";
import { DISC_LIGHT, manInPrint, manShape, type MenStyle } from "./men.ts";

export interface PictureOptions {
  /** Seen from Black's side. */
  readonly flipped?: boolean;
  readonly men?: MenStyle;
  /** The move that led to the position: its squares are marked. */
  readonly lastMove?: Move | null;
  /** Wood of one colour: its light and shade make ten times the bytes of a PNG. */
  readonly isFlat?: boolean;
  /** Black on white, for print. */
  readonly isPrinted?: boolean;
  /** For those who cannot see it. */
  readonly title?: string;
}

const INK = "#5a3a16";
/** Half the width of a man. */
export const HALF = 47;

/** A position. */
export function drawPosition(position: Position, options: PictureOptions = {}): string {
  const { flipped = false, lastMove = null } = options;
  const marks = lastMove === null ? "" : [moveFrom(lastMove), moveTo(lastMove)].map((at) => mark(at, flipped)).join("");
  const men = squaresWithMen(position.board).map(
    (square) => `<use href="#${idOf(position.board[square]!)}" ${translate(square, flipped)}/>`,
  );
  return frame(position.board, options, marks + men.join(""));
}

/** Seconds that the start is shown, that each move takes, of which the man moves so long, and that the end is shown. */
const START_SECONDS = 1.2;
const MOVE_SECONDS = 1.2;
const MOVING_SECONDS = 0.35;
const END_SECONDS = 3;

/** What happens to one man: where it is from when on, and when it is taken. */
interface Track {
  readonly piece: Piece;
  readonly places: { readonly square: Square; readonly seconds: number }[];
  taken: number | null;
}

/** A line, played again and again. */
export function drawLine(start: Position, moves: readonly Move[], options: PictureOptions = {}): string {
  const { flipped = false } = options;
  if (moves.length === 0) return drawPosition(start, options);
  const whole = START_SECONDS + moves.length * MOVE_SECONDS + END_SECONDS;
  const tracks = followMen(start, moves);
  const parts = tracks.map((track) => {
    const [first] = track.places;
    const motion = track.places.length === 1 ? "" : moving(track, whole, flipped);
    const end = track.taken === null ? "" : vanishing(track.taken, whole);
    return `<use href="#${idOf(track.piece)}" ${translate(first!.square, flipped)}>${motion}${end}</use>`;
  });
  const marks = [moveFrom, moveTo].map((squareOf) => walkingMark(moves.map(squareOf), whole, flipped)).join("");
  return frame(start.board, options, marks + parts.join(""));
}

function followMen(start: Position, moves: readonly Move[]): Track[] {
  const at = new Map<Square, Track>();
  const tracks = squaresWithMen(start.board).map((square) => {
    const track: Track = { piece: start.board[square]!, places: [{ square, seconds: 0 }], taken: null };
    at.set(square, track);
    return track;
  });
  let position = start;
  for (const [i, move] of moves.entries()) {
    const seconds = START_SECONDS + i * MOVE_SECONDS;
    const [from, to] = [moveFrom(move), moveTo(move)];
    const track = at.get(from)!;
    const taken = at.get(to);
    if (taken !== undefined) taken.taken = seconds + MOVING_SECONDS;
    track.places.push({ square: to, seconds });
    at.delete(from);
    at.set(to, track);
    position = applyMove(position, move);
  }
  return tracks;
}

function moving({ places }: Track, whole: number, flipped: boolean): string {
  const times = [0];
  const points = [place(places[0]!.square, flipped)];
  for (const [i, { square, seconds }] of places.entries()) {
    if (i === 0) continue;
    times.push(seconds, seconds + MOVING_SECONDS);
    points.push(points.at(-1)!, place(square, flipped));
  }
  times.push(whole);
  points.push(points.at(-1)!);
  const at = `values="${points.map(([left, top]) => `${left} ${top}`).join(";")}" keyTimes="${keyTimes(times, whole)}"`;
  return `<animateTransform attributeName="transform" type="translate" dur="${short(whole)}s" repeatCount="indefinite" ${at}/>`;
}

function vanishing(seconds: number, whole: number): string {
  const at = `values="1;0" keyTimes="${keyTimes([0, seconds], whole)}"`;
  return `<animate attributeName="opacity" calcMode="discrete" dur="${short(whole)}s" repeatCount="indefinite" ${at}/>`;
}

/** A mark that stands on a square of each move, and on none at the start. */
function walkingMark(squares: readonly Square[], whole: number, flipped: boolean): string {
  const times = [0, ...squares.map((_, i) => START_SECONDS + i * MOVE_SECONDS)];
  const points = [[-1000, -1000] as const, ...squares.map((square) => place(square, flipped))];
  const at = `values="${points.map(([left, top]) => `${left} ${top}`).join(";")}" keyTimes="${keyTimes(times, whole)}"`;
  return (
    `<g transform="translate(-1000 -1000)">${MARK}<animateTransform attributeName="transform" type="translate" ` +
    `calcMode="discrete" dur="${short(whole)}s" repeatCount="indefinite" ${at}/></g>`
  );
}

function keyTimes(seconds: readonly number[], whole: number): string {
  return seconds.map((each) => (each / whole).toFixed(5).replace(/\.?0+$/, "")).join(";");
}

const short = (seconds: number) => seconds.toFixed(2).replace(/\.?0+$/, "");

function squaresWithMen(board: Uint8Array): Square[] {
  return Array.from({ length: SQUARES }, (_, square) => square).filter((square) => board[square] !== EMPTY);
}

const idOf = (piece: Piece) => `man-${pieceLetter(piece)}`;

/** Where the picture of a man, of a square's size and `2 * HALF` wide, begins. */
export function place(square: Square, flipped: boolean): readonly [number, number] {
  const [column, row] = flipped ? [8 - fileOf(square), rankOf(square)] : [fileOf(square), 9 - rankOf(square)];
  return [x(column) - HALF, y(row) - HALF];
}

function translate(square: Square, flipped: boolean): string {
  const [left, top] = place(square, flipped);
  return `transform="translate(${left} ${top})"`;
}

/** A bracket at each corner of a square. */
export const MARK = `<path d="M1 29V17A16 16 0 0 1 17 1H29M65 1H77A16 16 0 0 1 93 17V29M93 65V77A16 16 0 0 1 77 93H65M29 93H17A16 16 0 0 1 1 77V65" fill="none" stroke="#1f6f8b" stroke-width="5" opacity=".9"/>`;

function mark(square: Square, flipped: boolean): string {
  return `<g ${translate(square, flipped)}>${MARK}</g>`;
}

/** The light on wood. */
const LIGHTS =
  DISC_LIGHT +
  '<linearGradient id="wood" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#eccf97"/><stop offset="1" stop-color="#d8ae6a"/></linearGradient>';

/** The board with what stands on it. */
function frame(board: Uint8Array, options: PictureOptions, content: string): string {
  const { men = "chinese", flipped = false, isFlat = false, isPrinted = false, title } = options;
  const manOf = isPrinted ? manInPrint : manShape;
  const kinds = [...new Set(board)].filter((piece) => piece !== EMPTY);
  const symbols = kinds.map((piece) => {
    const shape = manOf(colourOf(piece), roleOf(piece), men);
    return `<g id="${idOf(piece)}"><g transform="scale(${(2 * HALF) / 100})">${shape}</g></g>`;
  });
  const { width, height, rx } = WOOD;
  const wood = isPrinted ? "#fff" : isFlat ? "#e2bf80" : "url(#wood)";
  const pen = `fill="none" stroke="${isPrinted ? "#000" : INK}" stroke-linecap="round" stroke-linejoin="round"`;
  const river = RIVER.map(
    ([glyph, file]) => `<path d="${GLYPHS[glyph]}" transform="translate(${x(file) - 25} ${y(4.5) - 25}) scale(.5)"/>`,
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${WOOD.x} ${WOOD.y} ${width} ${height}" width="${width / 2}" height="${height / 2}"` +
    `${title === undefined ? "" : ` role="img" aria-label="${escapeXml(title)}"`}><defs>${isPrinted ? "" : LIGHTS}` +
    `${symbols.join("")}</defs><rect x="${WOOD.x}" y="${WOOD.y}" width="${width}" height="${height}" rx="${rx}" fill="${wood}"/>` +
    `<g ${pen}><rect x="${x(0) - 11}" y="${y(0) - 11}" width="${x(8) - x(0) + 22}" height="${y(9) - y(0) + 22}" rx="3" stroke-width="4.5"/>` +
    `<path d="${LINES}" stroke-width="2.4"/><g stroke-width="7.5" opacity=".62">${river.join("")}</g>` +
    `<g stroke-width="11">${fileNumbers(flipped)}</g></g>${content}</svg>`
  );
}

/** Each player's numbers of the files, from the player's right. */
function fileNumbers(flipped: boolean): string {
  const [blackRow, redRow] = flipped ? [BOTTOM, HEAD] : [HEAD, BOTTOM];
  const glyph = (path: string, column: number, row: number) =>
    `<path d="${path}" transform="translate(${x(column) - 10} ${row - 10}) scale(.2)"/>`;
  return Array.from({ length: 9 }, (_, column) => {
    const file = flipped ? 8 - column : column;
    return glyph(DIGITS[file]!, column, blackRow) + glyph(GLYPHS[NUMERALS[file]!], column, redRow);
  }).join("");
}

/** A picture at a place in another one. */
export function placed(
  svg: string,
  { x: left, y: top, width, height }: Readonly<Record<"x" | "y" | "width" | "height", number>>,
): string {
  const attributes = `x="${left}" y="${top}" width="${width}" height="${height}"`;
  return svg.replace(/ width="[\d.]+" height="[\d.]+"/, ` ${attributes}`);
}

export function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
