/**
 * What other programs show of a link to a position: the page's own file with its endgame and a picture named in it (Open Graph).
 * Browsers get the same, and what spares them round trips (first-load.ts).
 */
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import { endgameOf } from "../../endgame/endgame.ts";
import { escapeXml } from "../../say/pictures/picture.ts";
import { MOST_EMBEDDED_MOVES, readEmbedded } from "../../say/pictures/embedded.ts";
import { formatFen } from "../../xiangqi/fen.ts";
import { InputError } from "../../base/errors.ts";
import { PREVIEW } from "./embed.ts";
import type { FirstLoad } from "./first-load.ts";
import { sendPage, type PageFiles } from "./page.ts";
import type { Env } from "./work.ts";

const HEAD_END = "</head>";
/** Of a `Host` header: nothing that could be more than a name and a port. */
const HOST = /^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i;

/** Before `servePage`: answers for the page itself, and leaves its other files to it. */
export function serveLinkPreviews(app: OpenAPIHono<Env>, page: PageFiles, first: FirstLoad): void {
  const index = page.get("/");
  if (index === undefined) return;
  const html = new TextDecoder().decode(index.bytes);
  app.use(async (c, next) => {
    if (c.req.method !== "GET" || page.get(c.req.path) !== index) return next();
    const named = html.replace(HEAD_END, () => (tagsOf(c) ?? "") + HEAD_END);
    return sendPage(c, await first.complete(c, named));
  });
}

function tagsOf(c: Context): string | null {
  const asked = new URL(c.req.url).searchParams;
  if ((asked.get("line") ?? "").length > 4 * MOST_EMBEDDED_MOVES) asked.delete("line"); // its start says enough
  const host = c.req.header("host") ?? "";
  if (!asked.has("fen") || !HOST.test(host)) return null;
  try {
    const { positions, ply } = readEmbedded(asked);
    const position = positions[ply ?? 0]!;
    const { name } = endgameOf(position.board);
    const scheme = c.req.header("x-forwarded-proto") === "https" ? "https" : new URL(c.req.url).protocol.slice(0, -1);
    const folder = c.req.path.slice(0, c.req.path.lastIndexOf("/"));
    const seen = c.req.query("from") === "black" ? "&from=black" : "";
    const picture = `${scheme}://${host}${folder}${PREVIEW}?fen=${formatFen(position).replaceAll(" ", "_")}${seen}`;
    return [
      ["og:type", "website"],
      ["og:site_name", "Canju 残局"],
      ["og:title", `${name} · Canju 残局`],
      ["og:description", formatFen(position)],
      ["og:image", picture],
      ["og:image:type", "image/png"],
      ["og:image:width", "1200"],
      ["og:image:height", "630"],
      ["twitter:card", "summary_large_image"],
    ]
      .map(([property, content]) => `<meta property="${property}" content="${escapeXml(content!)}" />`)
      .concat(`<meta itemprop="name" content="${name}" /><meta itemprop="image" content="${escapeXml(picture)}" />`) // WeChat, QQ
      .join("");
  } catch (error) {
    if (error instanceof InputError) return null; // the page says what is wrong with it
    throw error;
  }
}
