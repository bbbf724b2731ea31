/** Errors as RFC 9457 problem details with a stable `code`. */
import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { parseEndgame } from "../endgame/endgame.ts";
import { estimateEndgame } from "../endgame/estimate.ts";
import { DamagedTableError, MissingTableError, SourceError, UnsupportedTableError } from "../table/errors.ts";
import { InputError } from "../xiangqi/errors.ts";
import type { DataFolder } from "./data-folder.ts";
import type { Problem } from "./schemas.ts";

const TITLES: Readonly<Record<number, string>> = {
  400: "Bad request",
  404: "Not found",
  405: "Method not allowed",
  416: "Range not satisfiable",
  500: "Internal error",
  503: "Temporarily unavailable",
};

/** An answer that is a problem. `code` is one of the words that docs/http-api.md lists. */
export function problemResponse(
  c: Context,
  status: ContentfulStatusCode,
  code: string,
  detail: string,
  extra: Partial<Problem> = {},
): Response {
  const problem: Problem = {
    type: `urn:canju:problem:${code}`,
    title: TITLES[status] ?? "Error",
    status,
    detail,
    code,
    ...extra,
  };
  return c.body(JSON.stringify(problem), status, {
    "content-type": "application/problem+json",
    "cache-control": "no-store",
  });
}

/**
 * The answer to anything thrown. What the user can mend is told in full, without the folders of this machine; anything
 * else is logged and not told.
 */
export function problemOf(c: Context, error: unknown, data: DataFolder): Response {
  if (!(error instanceof InputError)) {
    console.error(error);
    return problemResponse(c, 500, "internal", "Something went wrong here; the server's log has more.");
  }
  const extra = error instanceof MissingTableError ? missingTable(error) : {};
  return problemResponse(c, statusOf(error), error.code, data.withoutFolder(error.message), extra);
}

function statusOf(error: InputError): ContentfulStatusCode {
  if (error instanceof MissingTableError) return 404;
  if (error instanceof DamagedTableError || error instanceof UnsupportedTableError) return 500;
  if (error instanceof SourceError) return 503;
  return 400;
}

/** Which table is missing and how large it would be. */
function missingTable({ endgame }: MissingTableError): Partial<Problem> {
  return { endgame, estimatedBytes: estimateEndgame(parseEndgame(endgame)).fileBytes };
}
