/** What an address asks to be shown on other sites, and the picture of it: `fen`, `line` and `from` of the page's own links. */
import { InputError } from "../../base/errors.ts";
import { formatFen, parseLegalFen } from "../../xiangqi/fen.ts";
import { applyMove, type Move } from "../../xiangqi/moves.ts";
import { parseUci } from "../../xiangqi/notation/coordinates.ts";
import type { LegalPosition } from "../../xiangqi/position.ts";
import { drawLine, drawPosition, escapeXml } from "./picture.ts";

/** A longer animation is no picture any more. */
export const MOST_EMBEDDED_MOVES = 200;

export interface Embedded {
  readonly start: LegalPosition;
  readonly moves: readonly Move[];
  readonly isFlipped: boolean;
}

/** @throws InputError for a position that cannot occur, and for moves that are none */
export function readEmbedded(query: URLSearchParams): Embedded {
  const start = parseLegalFen((query.get("fen") ?? "").replaceAll("_", " "));
  const line = query.get("line") ?? "";
  if (line.length > 4 * MOST_EMBEDDED_MOVES) {
    throw new InputError("bad-line", `at most ${MOST_EMBEDDED_MOVES} moves are drawn`);
  }
  const moves: Move[] = [];
  let position = start;
  for (const uci of line.match(/.{1,4}/g) ?? []) {
    const move = parseUci(position, uci);
    moves.push(move);
    position = applyMove(position, move);
  }
  return { start, moves, isFlipped: query.get("from") === "black" };
}

export function drawEmbedded({ start, moves, isFlipped }: Embedded): string {
  const options = { flipped: isFlipped, title: formatFen(start) };
  return moves.length === 0 ? drawPosition(start, options) : drawLine(start, moves, options);
}

/** How the view for other sites looks. */
export const EMBEDDED_STYLE =
  "body{margin:0;display:grid;gap:4px;justify-items:center;font:14px system-ui,sans-serif;background:#f6ecd6}" +
  "svg{width:100%;height:auto;max-height:calc(100vh - 28px)}a{color:#7a1d12}";

/** The view for other sites, to be put into its body. @param link to the page */
export function embeddedBody(svg: string, link: string): string {
  return `${svg}<a href="${escapeXml(link)}" target="_blank" rel="noopener">Canju 残局</a>`;
}
