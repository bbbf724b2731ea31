/** The answer to an address where nothing is: a page for people, problem details for programs. */
import type { Context } from "hono";
import { NOWHERE } from "../words/nowhere.ts";
import { problemResponse } from "./problem.ts";

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";
const STYLE = `:root{color-scheme:light dark;font:1.1rem/1.5 system-ui,sans-serif}body{max-width:34rem;margin:15vh auto;padding:0 1.2rem}`;

export function nowhere(c: Context): Response {
  const wantsPage = c.req.method === "GET" && /\btext\/html\b/.test(c.req.header("accept") ?? "");
  if (!wantsPage || c.req.path.startsWith("/api/")) {
    return problemResponse(c, 404, "not-found", "There is nothing here.");
  }
  // A proxy may have put the server into any folder: the way back is relative.
  const home = "../".repeat(c.req.path.split("/").length - 2) || "./";
  const lines = NOWHERE.map(({ lang, text, link }) => `<p lang="${lang}">${text} <a href="${home}">${link}</a></p>`);
  const html =
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>404 · Canju</title>` +
    `<meta name="viewport" content="width=device-width"><style>${STYLE}</style></head>` +
    `<body><main><h1>404</h1>${lines.join("")}</main></body></html>`;
  return c.html(html, 404, { "content-security-policy": POLICY, "cache-control": "no-store" });
}
