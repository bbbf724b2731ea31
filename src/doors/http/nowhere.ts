/** The answers to addresses where nothing is: pages for people, problem details for programs. */
import type { Context } from "hono";
import { NOWHERE, type Notice } from "../../say/words/elsewhere.ts";
import { problemResponse } from "./problem.ts";

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
  const lines = notice.map(
    ({ lang, text, link }) => `<p lang="${lang}">${text} <a href="${target}" target="_top">${link}</a></p>`,
  );
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${status} · Canju</title>` +
    `<meta name="viewport" content="width=device-width"><style>${STYLE}</style></head>` +
    `<body><main><h1>${status}</h1>${lines.join("")}</main></body></html>`
  );
}
