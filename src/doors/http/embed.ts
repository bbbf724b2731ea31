/**
 * A position, a game or a lesson for other sites: `/embed?fen=...&line=...` may be framed anywhere, and it alone; `/picture.svg`
 * is the picture in it. Neither has a script: a game moves by SVG's own animation. `/picture.png` is the position, in the shape that
 * other programs show beside links.
 */
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import {
  drawEmbedded,
  embeddedBody,
  embeddedRoot,
  EMBEDDED_STYLE,
  readEmbedded,
  type Embedded,
} from "../../say/pictures/embedded.ts";
import { drawPosition, escapeXml, placed } from "../../say/pictures/picture.ts";
import { InputError } from "../../base/errors.ts";
import { formatFen } from "../../xiangqi/fen.ts";
import { NO_PICTURE } from "../../say/words/elsewhere.ts";
import { noticePage, wantsPage } from "./nowhere.ts";
import { Rasteriser } from "./rasteriser.ts";
import type { Env } from "./work.ts";

export const EMBED = "/embed";
export const PICTURE = "/picture.svg";
export const PREVIEW = "/picture.png";

const ANYWHERE = { "cross-origin-resource-policy": "cross-origin", "cache-control": "public, max-age=86400" };
const FRAMED = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors *";
const DRAWN = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Of a preview, in pixels: what programs that show links ask for. */
const [CARD_WIDTH, CARD_HEIGHT, CARD_EDGE] = [1200, 630, 15];

export function serveEmbed(app: OpenAPIHono<Env>): void {
  app.get(PICTURE, (c) => {
    const headers = { ...ANYWHERE, "content-type": "image/svg+xml", "content-security-policy": DRAWN };
    return c.body(drawEmbedded(readQuery(c)), 200, headers);
  });
  const rasteriser = new Rasteriser();
  app.get(PREVIEW, async (c) => {
    const { positions, isFlipped } = readQuery(c);
    const png = await rasteriser.png(drawCard(drawPosition(positions[0]!, { flipped: isFlipped })));
    return c.body(png, 200, { ...ANYWHERE, "content-type": "image/png" });
  });
  app.get(EMBED, (c) => {
    const { search } = new URL(c.req.url);
    const headers = { ...ANYWHERE, "content-type": "text/html; charset=utf-8", "content-security-policy": FRAMED };
    let asked: Embedded;
    try {
      asked = readQuery(c);
    } catch (error) {
      if (!(error instanceof InputError) || !wantsPage(c)) throw error;
      const page = noticePage(400, NO_PICTURE, escapeXml(`./${search || "?fen="}`));
      return c.body(page, 400, { ...headers, "cache-control": "no-store" });
    }
    return c.body(frame(asked, new URLSearchParams(search)), 200, headers);
  });
}

/** @throws InputError as `readEmbedded` */
function readQuery(c: Context): Embedded {
  return readEmbedded(new URL(c.req.url).searchParams);
}

/** A board in the middle of a wide card. */
function drawCard(board: string): string {
  const place = { x: 0, y: CARD_EDGE, width: CARD_WIDTH, height: CARD_HEIGHT - 2 * CARD_EDGE };
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD_WIDTH}" height="${CARD_HEIGHT}">` +
    `<rect width="${CARD_WIDTH}" height="${CARD_HEIGHT}" fill="#f3ede1"/>` +
    `${placed(board, place)}</svg>`
  );
}

function frame(asked: Embedded, query: URLSearchParams): string {
  const root = embeddedRoot(asked);
  return (
    `<!doctype html><html lang="${root.lang}" class="${root.class}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>${escapeXml(formatFen(asked.positions[0]!))}</title><style>${EMBEDDED_STYLE}</style></head>` +
    `<body>${embeddedBody(asked, query)}</body></html>\n`
  );
}
