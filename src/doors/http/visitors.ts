/**
 * Who may change something here. Pages of other sites may read whatever they like, but a browser must not be talked into
 * asking for builds or long proofs by them, neither openly nor under a name of theirs that leads to this machine (DNS rebinding).
 */
import { isIP } from "node:net";
import { hostname } from "node:os";
import type { Context, MiddlewareHandler } from "hono";
import { problemResponse } from "./problem.ts";

/**
 * Lets programs and the server's own page through. Whatever else names the server, it is not trusted: only addresses, the
 * names of this machine, and those that the host gave can be meant by `Host`, and a page's `Origin` must be the same, its port
 * included.
 * @param names by which the server is known beside those of this machine, with the port where it is none that goes without saying
 * @param listened the name of this machine that is listened to
 */
export function ownPageOnly(names: readonly string[], listened?: string): MiddlewareHandler {
  const machine = hostname().toLowerCase();
  const own = new Set(names.map((name) => name.toLowerCase()));
  const known = new Set([...own].map((name) => name.replace(/:\d+$/, "")));
  for (const name of [listened?.toLowerCase(), "localhost", machine, `${machine}.local`]) if (name) known.add(name);
  return async (c, next) => {
    if (c.req.method === "GET" || c.req.method === "HEAD") return next();
    const host = new URL(c.req.url);
    const name = host.hostname;
    if (isIP(name.replace(/^\[(.*)\]$/, "$1")) === 0 && !known.has(name) && !name.endsWith(".localhost")) {
      const detail = `This server does not go by the name ${name}; its host can say so with --host-name.`;
      return problemResponse(c, 403, "unknown-host", detail);
    }
    if (isOwnPage(c, host, own)) return next();
    return problemResponse(
      c,
      403,
      "other-site",
      "Only this server's own page and programs may ask for builds and long proofs.",
    );
  };
}

/** Programs send no Origin; of browsers, those that tell it must tell the right one. */
function isOwnPage(c: Context, host: URL, names: ReadonlySet<string>): boolean {
  const site = c.req.header("sec-fetch-site") ?? "none";
  if (site !== "same-origin" && site !== "none") return false;
  const origin = c.req.header("origin");
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false; // `null`, of a sandboxed frame or a file
  const from = new URL(origin);
  // A proxy may ask this server by another name than the page was asked by.
  return from.host === host.host || names.has(from.host);
}
