/** Errors as RFC 9457 problem details with a stable `code`, and the responses that the description of the API names. */
import { RequestError } from "@hono/node-server";
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { isBeyondOffers, parseEndgame } from "../../endgame/endgame.ts";
import { estimateSize } from "../../endgame/count.ts";
import { buildCommand, collectionPath, COLLECTIONS } from "../../table/catalog/collection.ts";
import { DamagedTableError, MissingTableError } from "../../table/format/errors.ts";
import { InputError, SourceError } from "../../base/errors.ts";
import type { DataFolder } from "./data-folder.ts";
import { ProblemSchema, type ProblemBody } from "./schemas.ts";
import type { z } from "@hono/zod-openapi";

const TITLES: Readonly<Record<number, string>> = {
  400: "Bad request",
  403: "Forbidden",
  404: "Not found",
  405: "Method not allowed",
  413: "Content too large",
  415: "Unsupported media type",
  416: "Range not satisfiable",
  422: "Unprocessable content",
  429: "Too many requests",
  500: "Internal error",
  503: "Temporarily unavailable",
  504: "Timeout",
};

/** Of what the user can mend; 400 for all others. */
const STATUS_OF_CODE: Readonly<Record<string, ContentfulStatusCode>> = {
  "missing-table": 404,
  "not-in-atlas": 404,
  "other-atlas": 500,
  "missing-material": 404,
  "no-such-position": 404,
  "no-such-build": 404,
  "no-such-proof": 404,
  "builds-off": 403,
  "build-too-large": 403,
  "disk-full": 403,
  "not-yours": 403,
  "too-much-work": 422,
  "not-found-yet": 503,
  "queue-full": 503,
  "refused-proof": 503, // a table that it rests on has changed meanwhile
  "damaged-table": 500,
  "damaged-material": 500,
  "unsupported-table": 500,
};

/** In seconds. */
const RETRY_AFTER: Readonly<Record<string, string>> = {
  "queue-full": "30",
  "not-found-yet": "1",
  "refused-proof": "1",
};

/** An answer that is a problem. `code` is one of the words that docs/guides/http-api.md lists. */
export function problemResponse(
  c: Context,
  status: ContentfulStatusCode,
  code: string,
  detail: string,
  extra: Partial<ProblemBody> = {},
): Response {
  return c.body(problemJson(status, code, detail, extra), status, HEADERS);
}

/** The answer to what did not even become a request, such as one whose address is no URL. */
export function requestProblem(error: unknown): Response {
  const isMalformed = error instanceof RequestError;
  if (!isMalformed) console.error(error);
  const [status, code, detail] = isMalformed
    ? ([400, "bad-request", "The address of the request is malformed."] as const)
    : ([500, "internal", HIDDEN] as const);
  return new Response(problemJson(status, code, detail), { status, headers: HEADERS });
}

/** Letters. */
const MOST_DETAIL = 500;
const HIDDEN = "Something went wrong here; the server's log has more.";
const HEADERS = { "content-type": "application/problem+json", "cache-control": "no-store" };

/** A problem that the user can mend, without the folders of this machine. */
export function describeProblem(error: InputError, data: DataFolder): ProblemBody {
  const status = error instanceof SourceError ? 503 : (STATUS_OF_CODE[error.code] ?? 400);
  return makeProblem(status, error.code, data.withoutFolder(error.message), aboutTable(error));
}

function problemJson(...parts: Parameters<typeof makeProblem>): string {
  return JSON.stringify(makeProblem(...parts));
}

function makeProblem(status: number, code: string, detail: string, extra: Partial<ProblemBody> = {}): ProblemBody {
  const type = `urn:canju:problem:${code}`;
  const short = detail.length > MOST_DETAIL ? `${detail.slice(0, MOST_DETAIL).toWellFormed()}…` : detail; // it may quote
  return { type, title: TITLES[status] ?? "Error", status, detail: short, code, ...extra };
}

/**
 * The answer to anything thrown. What the user can mend is told in full, without the folders of this machine; anything
 * else is logged and not told.
 */
export function problemOf(c: Context, error: unknown, data: DataFolder): Response {
  // What the framework makes of a request: a body that is no JSON.
  if (error instanceof HTTPException && error.status < 500) {
    const code = error.status === 415 ? "unsupported-media-type" : "bad-request";
    return problemResponse(c, error.status as ContentfulStatusCode, code, error.message);
  }
  if (error instanceof HTTPException && error.status === 504) {
    return problemResponse(c, 504, "timeout", "This took too long.");
  }
  if (!(error instanceof InputError)) {
    console.error(error);
    return problemResponse(c, 500, "internal", HIDDEN);
  }
  if (error instanceof DamagedTableError) logDamage(error);
  const problem = describeProblem(error, data);
  const isUsual = problem.status === 404 && c.req.query("missing") === "ok";
  const response = c.body(JSON.stringify(problem), (isUsual ? 200 : problem.status) as ContentfulStatusCode, HEADERS);
  const wait = RETRY_AFTER[error.code];
  if (wait !== undefined) response.headers.set("retry-after", wait);
  return response;
}

/** Files that the log has told of, so that a table that is often asked for does not fill it. */
const logged = new Set<string>();

function logDamage({ file, message, endgame }: DamagedTableError): void {
  if (logged.has(file)) return;
  logged.add(file);
  const collection = COLLECTIONS.find((each) => file.includes(`${collectionPath(each)}/`));
  const isNamed = endgame !== null && collection !== undefined;
  console.error(`canju: ${message}${isNamed ? `; ${buildCommand(endgame, collection)} mends it` : ""}`);
}

/** Which table is missing, and how large it would be, or damaged. */
function aboutTable(error: InputError): Partial<ProblemBody> {
  if (error instanceof DamagedTableError) return error.endgame === null ? {} : { endgame: error.endgame };
  if (!(error instanceof MissingTableError)) return {};
  const { endgame, collection } = error;
  const { rules, metric } = collection;
  const about = { endgame, rules, metric };
  if (isBeyondOffers(endgame)) return about;
  return { ...about, estimatedBytes: estimateSize(parseEndgame(endgame)).fileBytes };
}

/** What any request can be answered with: a bad parameter, another method, a limit, a fault, a file that cannot be read, too much to compute. */
const ANYWHERE = [400, 405, 422, 429, 500, 503, 504];

export const problems = (...statuses: number[]) =>
  Object.fromEntries(
    [...new Set([...statuses, ...ANYWHERE])].map((status) => [
      status,
      { description: TITLES[status]!, content: { "application/problem+json": { schema: ProblemSchema } } },
    ]),
  );

/** Of what may be missing, which `missing=ok` calls no error. */
export const values = <Schema extends z.ZodType>(schema: Schema, description: string) => ({
  200: {
    description: `${description}; with \`missing=ok\` also the problem that there is none`,
    content: { "application/json": { schema }, "application/problem+json": { schema: ProblemSchema } },
  },
});

export const NOT_CHANGED = { 304: { description: "The same as what the asker has" } };

export const json = <Schema extends z.ZodType>(schema: Schema, description: string) => ({
  200: { description, content: { "application/json": { schema } } },
});
