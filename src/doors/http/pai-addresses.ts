/** The addresses of Jih-tung Pai's query system, `endgame.cgi?4K44B4…` and `play.cgi?…`: the page shows the position. */
import type { OpenAPIHono } from "@hono/zod-openapi";
import { formatFen } from "../../xiangqi/fen.ts";
import { parsePaiCode } from "../../xiangqi/notation/pai.ts";
import { InputError } from "../../base/errors.ts";
import { wantsPage } from "./nowhere.ts";
import type { Env } from "./work.ts";

/** A position code has at most 92 letters. */
const MOST_LETTERS = 200;

export function redirectPaiAddresses(app: OpenAPIHono<Env>): void {
  for (const path of ["/endgame.cgi", "/play.cgi"]) {
    app.get(path, (c) => {
      const query = new URL(c.req.url).search.slice(1);
      const view = path === "/play.cgi" ? "view=play&" : ""; // his playing mode does not tell what moves are worth
      const open = (text: string) => c.redirect(`./?${view}fen=${text}`, 302);
      try {
        const code = codeIn(query);
        const { position, inverted } = parsePaiCode(code);
        // The page reads both; a FEN does not say from which side the board is seen.
        return open(inverted ? code.trim() : formatFen(position).replace(" ", "_"));
      } catch (error) {
        if (!(error instanceof InputError) || !wantsPage(c)) throw error;
        return open(query.replaceAll(/[&#]/g, encodeURIComponent)); // the page says what is wrong with it
      }
    });
  }
}

function codeIn(query: string): string {
  try {
    const code = decodeURIComponent(query);
    if (code.length <= MOST_LETTERS) return code;
  } catch {
    // A stray percent sign.
  }
  throw new InputError("bad-position-code", "malformed position code: it is too long, or its escapes are broken");
}
