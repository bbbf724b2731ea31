/**
 * A position or a game for other sites: `/embed?fen=...&line=...` may be framed anywhere, and it alone; `/picture.svg` is the
 * picture in it. Neither has a script: a game moves by SVG's own animation. `/picture.png` is the position, in the shape that
 * other programs show beside links.
 */
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import { drawLine, drawPosition, escapeXml } from "../pictures/picture.ts";
import { InputError } from "../xiangqi/errors.ts";
import { formatFen, parseLegalFen } from "../xiangqi/fen.ts";
import { applyMove, type Move } from "../xiangqi/moves.ts";
import { parseUci } from "../xiangqi/notation/coordinates.ts";
import type { LegalPosition } from "../xiangqi/position.ts";
import { NO_PICTURE } from "../words/nowhere.ts";
import { noticePage, wantsPage } from "./nowhere.ts";
import { Rasteriser } from "./rasteriser.ts";
import type { Env } from "./work.ts";

export const EMBED = "/embed";
export const PICTURE = "/picture.svg";
export const PREVIEW = "/picture.png";

/** A longer animation is no picture any more. */
const MOST_MOVES = 200;
const ANYWHERE = { "cross-origin-resource-policy": "cross-origin", "cache-control": "public, max-age=86400" };
const FRAMED = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors *";
const DRAWN = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Of a preview, in pixels: what programs that show links ask for. */
const [CARD_WIDTH, CARD_HEIGHT, CARD_EDGE] = [1200, 630, 15];

interface Asked {
  readonly start: LegalPosition;
  readonly moves: readonly Move[];
  readonly isFlipped: boolean;
}

export function serveEmbed(app: OpenAPIHono<Env>): void {
  app.get(PICTURE, (c) => {
    const headers = { ...ANYWHERE, "content-type": "image/svg+xml", "content-security-policy": DRAWN };
    return c.body(draw(readQuery(c)), 200, headers);
  });
  const rasteriser = new Rasteriser();
  app.get(PREVIEW, async (c) => {
    const { start, isFlipped } = readQuery(c);
    const png = await rasteriser.png(drawCard(drawPosition(start, { flipped: isFlipped })));
    return c.body(png, 200, { ...ANYWHERE, "content-type": "image/png" });
  });
  app.get(EMBED, (c) => {
    const { search } = new URL(c.req.url);
    const headers = { ...ANYWHERE, "content-type": "text/html; charset=utf-8", "content-security-policy": FRAMED };
    let asked: Asked;
    try {
      asked = readQuery(c);
    } catch (error) {
      if (!(error instanceof InputError) || !wantsPage(c)) throw error;
      const page = noticePage(400, NO_PICTURE, escapeXml(`./${search || "?fen="}`));
      return c.body(page, 400, { ...headers, "cache-control": "no-store" });
    }
    return c.body(frame(draw(asked), `./${search}`, formatFen(asked.start)), 200, headers);
  });
}

/** @throws InputError for a position that cannot occur, and for moves that are none */
function readQuery(c: Context): Asked {
  const start = parseLegalFen((c.req.query("fen") ?? "").replaceAll("_", " "));
  const line = c.req.query("line") ?? "";
  if (line.length > 4 * MOST_MOVES) throw new InputError("bad-line", `at most ${MOST_MOVES} moves are drawn`);
  const moves: Move[] = [];
  let position = start;
  for (const uci of line.match(/.{1,4}/g) ?? []) {
    const move = parseUci(position, uci);
    moves.push(move);
    position = applyMove(position, move);
  }
  return { start, moves, isFlipped: c.req.query("from") === "black" };
}

function draw({ start, moves, isFlipped }: Asked): string {
  const options = { flipped: isFlipped, title: formatFen(start) };
  return moves.length === 0 ? drawPosition(start, options) : drawLine(start, moves, options);
}

/** A board in the middle of a wide card. */
function drawCard(board: string): string {
  const place = `x="0" y="${CARD_EDGE}" width="${CARD_WIDTH}" height="${CARD_HEIGHT - 2 * CARD_EDGE}"`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD_WIDTH}" height="${CARD_HEIGHT}">` +
    `<rect width="${CARD_WIDTH}" height="${CARD_HEIGHT}" fill="#f3ede1"/>` +
    `${board.replace(/ width="[\d.]+" height="[\d.]+"/, ` ${place}`)}</svg>`
  );
}

function frame(svg: string, link: string, title: string): string {
  const style =
    "body{margin:0;display:grid;gap:4px;justify-items:center;font:14px system-ui,sans-serif;background:#f6ecd6}" +
    "svg{width:100%;height:auto;max-height:calc(100vh - 28px)}a{color:#7a1d12}";
  return (
    `<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>${escapeXml(title)}</title><style>${style}</style></head>` +
    `<body>${svg}<a href="${escapeXml(link)}" target="_blank" rel="noopener">Canju 残局</a></body></html>\n`
  );
}
