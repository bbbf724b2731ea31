/** A picture to be sent: the board, below it what is said of the position, and a QR code of the link to it. */
import type { Colour } from "../../xiangqi/pieces.ts";
import { WOOD } from "./geometry.ts";
import { escapeXml, placed } from "./picture.ts";

/** The modules of a QR code, dark ones true. */
export interface QrCode {
  readonly size: number;
  readonly get: (column: number, row: number) => boolean;
}

export interface Caption {
  readonly title: string;
  /** Whose move it is, and how that is said. */
  readonly turn: Colour;
  readonly toMove: string;
  /** Empty where the answer is kept back. */
  readonly verdict: string;
  /** Null for a link too long for a code that telephones read. */
  readonly qr: QrCode | null;
}

const [EDGE, TITLE, TEXT, LEAST_BAND] = [34, 46, 36, 228];
const SIDES: Readonly<Record<Colour, string>> = { red: "#b3261e", black: "#26231f" };
/** Whoever draws it has some of these; characters on the board are strokes of our own. */
const FONT = `font-family="system-ui,'Noto Sans','Noto Sans CJK SC','PingFang SC','Microsoft YaHei',sans-serif"`;

/** The whole card's size, in the units of the board's drawing. */
export function cardSize(caption: Caption): { readonly width: number; readonly height: number } {
  return { width: WOOD.width, height: WOOD.height + layOut(caption).height };
}

/** @param board an SVG of `drawPosition` */
export function drawCard(board: string, caption: Caption): string {
  const { width, height } = cardSize(caption);
  const { lines, qrSide } = layOut(caption);
  const below = WOOD.height;
  const texts = lines.map(({ text, size, weight, at, indent }) => {
    const place = `x="${EDGE + indent}" y="${below + at}" font-size="${size}" font-weight="${weight}"`;
    return `<text ${place}>${escapeXml(text)}</text>`;
  });
  const turn = lines.find(({ indent }) => indent > 0)!;
  const disc = `<circle cx="${EDGE + 16}" cy="${below + turn.at - 13}" r="15" fill="${SIDES[caption.turn]}"/>`;
  const code = caption.qr === null ? "" : drawQr(caption.qr, width - EDGE - qrSide, below + EDGE, qrSide);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width / 2}" height="${height / 2}">` +
    `<rect width="${width}" height="${height}" fill="#f8f2e4"/>${placed(board, { x: 0, y: 0, width, height: WOOD.height })}` +
    `<g fill="#2b2419" ${FONT}>${texts.join("")}</g>${disc}${code}</svg>`
  );
}

interface TextLine {
  readonly text: string;
  readonly size: number;
  readonly weight: number;
  /** Its base line, below the board. */
  readonly at: number;
  readonly indent: number;
}

function layOut({ title, toMove, verdict, qr }: Caption) {
  const qrSide = qr === null ? 0 : Math.max(190, 4 * (qr.size + 8)); // four units a module are two pixels, at least
  const room = WOOD.width - 2 * EDGE - (qr === null ? 0 : qrSide + EDGE);
  let at = EDGE - 6;
  const add = (text: string, size: number, weight: number, indent = 0): TextLine[] =>
    wrap(text, (room - indent) / size).map((line) => {
      at += Math.round(size * 1.28);
      return { text: line, size, weight, at, indent };
    });
  const lines = [...add(title, TITLE, 700), ...add(toMove, TEXT, 400, 44), ...add(verdict, TEXT, 700)];
  lines.push(...add("Canju 残局", 26, 400));
  return { lines, qrSide, height: Math.max(LEAST_BAND, at + EDGE, qrSide + 2 * EDGE) };
}

/** The width of a text, as fonts have it on the average, in heights of a character; rather too much than too little. */
function widthOf(text: string): number {
  let width = 0;
  for (const sign of text) width += sign > "\u2e80" ? 1 : /[A-ZĐmw%]/.test(sign) ? 0.76 : 0.57;
  return width;
}

/** A text in lines that are no wider than so many heights of a character, broken at blanks and between Chinese characters. */
export function wrap(text: string, width: number): string[] {
  const words = text.match(/[^\s\u2e80-\uffff]+\s*|[\u2e80-\uffff][，。；：！？、）]*\s*/gu) ?? [];
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    if (line !== "" && widthOf((line + word).trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = "";
    }
    line += word;
  }
  if (line !== "") lines.push(line.trimEnd());
  return lines;
}

/** The code with its quiet edge of four modules, in one path: a stroke for each run of dark modules. */
function drawQr(qr: QrCode, x: number, y: number, side: number): string {
  const runs: string[] = [];
  for (let row = 0; row < qr.size; row++) {
    for (let column = 0; column < qr.size; column++) {
      if (!qr.get(column, row)) continue;
      const from = column;
      while (qr.get(column + 1, row)) column++;
      runs.push(`M${from + 4} ${row + 4}h${column + 1 - from}v1H${from + 4}z`);
    }
  }
  return (
    `<svg x="${x}" y="${y}" width="${side}" height="${side}" viewBox="0 0 ${qr.size + 8} ${qr.size + 8}" shape-rendering="crispEdges">` +
    `<path d="M0 0h${qr.size + 8}v${qr.size + 8}H0z" fill="#fff"/><path d="${runs.join("")}"/></svg>`
  );
}
