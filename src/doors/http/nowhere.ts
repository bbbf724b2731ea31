/** The answers to addresses of others, and to those where nothing is: pages for people, problem details for programs. */
import type { Context } from "hono";
import { NOWHERE, type Notice } from "../../say/words/elsewhere.ts";
import { problemResponse } from "./problem.ts";
import type { OpenAPIHono } from "@hono/zod-openapi";
import { formatFen } from "../../xiangqi/fen.ts";
import { parsePaiCode } from "../../xiangqi/notation/pai.ts";
import { InputError } from "../../base/errors.ts";
import type { Env } from "./work.ts";

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";
const STYLE = `:root{color-scheme:light dark;font:1.1rem/1.5 system-ui,sans-serif}body{max-width:34rem;margin:15vh auto;padding:0 1.2rem}`;

/** Whether a person asks rather than a program. */
export function wantsPage(c: Context): boolean {
  return c.req.method === "GET" && /\btext\/html\b/.test(c.req.header("accept") ?? "");
}

export function nowhere(c: Context): Response {
  if (!wantsPage(c) || c.req.path.startsWith("/api/")) {
    return problemResponse(c, 404, "not-found", "There is nothing here.");
  }
  // A proxy may have put the server into any folder: the way back is relative.
  const home = "../".repeat(c.req.path.split("/").length - 2) || "./";
  return c.html(noticePage(404, NOWHERE, home), 404, {
    "content-security-policy": POLICY,
    "cache-control": "no-store",
  });
}

/** @param target of the links, safe in HTML */
export function noticePage(status: number, notice: Notice, target: string): string {
  const lines = Object.entries(notice).map(
    ([lang, { text, link }]) => `<p lang="${lang}">${text} <a href="${target}" target="_top">${link}</a></p>`,
  );
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${status} · Canju</title>` +
    `<meta name="viewport" content="width=device-width"><style>${STYLE}</style></head>` +
    `<body><main><h1>${status}</h1>${lines.join("")}</main></body></html>`
  );
}

/* The addresses of Jih-tung Pai's query system, `endgame.cgi?4K44B4…` and `play.cgi?…`: the page shows the position. */

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
