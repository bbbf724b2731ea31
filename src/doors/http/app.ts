/** The whole server as one function from requests to responses; it needs no socket. */
import { OpenAPIHono } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { compress } from "hono/compress";
import { cors } from "hono/cors";
import { methodNotAllowed } from "hono/method-not-allowed";
import { DEFAULT_COLLECTION, LOOKUPS_A_PIECE, type Collection } from "../../table/catalog/catalog.ts";
import { createApi } from "./api.ts";
import { CHESSDB, chessdbRefusal, serveChessdb } from "./chessdb.ts";
import type { BuildQueue } from "./build-queue.ts";
import type { DataFolder } from "./data-folder.ts";
import { EMBED, PICTURE, PREVIEW, serveEmbed } from "./embed.ts";
import { FirstLoad, type Beforehand } from "./first-load.ts";
import { serveLinkPreviews } from "./link-preview.ts";
import { measure, Metrics } from "./metrics.ts";
import { nowhere, redirectPaiAddresses } from "./nowhere.ts";
import { servePage, type PageFiles } from "./page.ts";
import { problemOf, problemResponse } from "./problem.ts";
import { Prover } from "./prover.ts";
import { type RateLimit, clientOf, ownPageOnly, rateLimit } from "./visitors.ts";
import { serveTableFiles } from "./table-files.ts";
import { Turns, working, type Env } from "./work.ts";

export interface AppOptions {
  readonly data: DataFolder;
  /** Empty for a server without a page. */
  readonly page: PageFiles;
  /** What is said of the page before its scripts run. */
  readonly words?: Beforehand | undefined;
  readonly version: string;
  /** What is meant where a request does not say. */
  readonly collection?: Collection;
  /** Left out: nothing is built on request. */
  readonly builds?: BuildQueue;
  /** Default: one of its own, whose threads end with the process. */
  readonly prover?: Prover;
  /** Default: none. */
  readonly limit?: RateLimit;
  /** Whether `/chessdb.php` is answered. Default: it is. */
  readonly chessdb?: boolean;
  /** By which it is known beside those of this machine, with the port where it is none that goes without saying. */
  readonly names?: readonly string[];
  /** The name or address of this machine that is listened to. */
  readonly host?: string;
}

const EXPOSED = "etag,content-range,accept-ranges,content-length,retry-after,location";
/** No request has more to say. */
const MOST_BODY_BYTES = 16 * 1024;
const MOST_MILLISECONDS = 30_000;
/** Answered whatever else there is to do. */
export const HEALTH = "/api/v1/health";
const METRICS = "/metrics";
/** Answers POST, which asks and changes nothing. */
const PROBE = "/api/v1/probe";
/** Whose answers are some kilobytes, for those who accept them so. */
const COMPRESSED = ["/api/v1/tables", PROBE, "/api/v1/line", "/api/v1/explain"];
/** Tokens of the rate limit that requests take before they are looked into. */
const COSTS: Readonly<Record<string, number>> = {
  "/api/v1/line": 10,
  "/api/v1/explain": 10,
  "/api/v1/prove": 10,
  "/api/v1/random": 5,
  "/api/v1/tables": 5,
  [PREVIEW]: 20,
};
const JOB_COST = 10;
const RULE_COST = 5;
/** Computing beyond what was paid for costs a token for so many look-ups. A probe takes some 40. */
const LOOKUPS_PER_TOKEN = 100;
/** Of `h2e2,`. */
const LETTERS_PER_MOVE = 5;

export function createApp({
  data,
  page,
  words,
  version,
  collection,
  builds,
  prover = new Prover(data),
  limit,
  names,
  host,
  chessdb = true,
}: AppOptions): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>();
  const metrics = metricsOf(data, prover, builds);
  app.use(measure(metrics));
  app.use(setHeaders({ "x-content-type-options": "nosniff" }));
  app.use(methodNotAllowed({ app, onMethodNotAllowed: refuseMethod }));
  for (const path of ["/api/*", "/tables/*"]) {
    app.use(path, setHeaders({ "access-control-allow-origin": "*", "access-control-expose-headers": EXPOSED }));
    app.use(path, exceptOn(PROBE, unlessReading(cors({ origin: "*", allowMethods: ["GET", "HEAD"] })))); // answers OPTIONS
  }
  app.use(PROBE, unlessReading(cors({ origin: "*", allowMethods: ["GET", "HEAD", "POST"] })));
  const isWorking = working(new Turns(), MOST_MILLISECONDS, HEALTH);
  const limited = rateLimit(limit ?? { perSecond: 0 }, costOf, chargeWork, refuseTooMany);
  for (const path of ["/api/*", CHESSDB]) {
    app.use(path, isWorking);
    app.use(path, limited);
    app.use(path, unlessReading(bodyLimit({ maxSize: MOST_BODY_BYTES, onError: refuseBody })));
  }
  for (const path of ["/tables/*", EMBED, PICTURE, PREVIEW, METRICS]) app.use(path, limited);
  const compressed = compress({ contentTypeFilter: /^application\/json/ }); // by streams, which work in other threads; problems are short
  for (const path of COMPRESSED) {
    app.use(path, setHeaders({ vary: "accept-encoding" }));
    app.use(path, (c, next) => (c.req.header("accept-encoding") === undefined ? next() : compressed(c, next)));
  }
  app.use("/api/*", exceptOn(PROBE, ownPageOnly(names ?? [], host))); // which changes nothing, and any site may read
  const client = (c: Context): string => clientOf(c, limit?.behindProxy);
  const usual = { ...DEFAULT_COLLECTION, ...collection };
  app.route("/api/v1", createApi(data, version, usual, builds ?? null, prover, client));
  app.get(METRICS, (c) => c.body(metrics.toString(), 200, { "content-type": "text/plain; version=0.0.4" }));
  if (chessdb) serveChessdb(app, data);
  redirectPaiAddresses(app);
  serveTableFiles(app, data);
  serveEmbed(app);
  serveLinkPreviews(app, page, new FirstLoad(data, usual, page, words), words);
  servePage(app, page);
  app.onError((error, c) => problemOf(c, error, data));
  app.notFound(nowhere);
  return app;
}

/** Set beforehand, they cost nothing; changing a finished response takes a tenth of the time of a probe. */
function setHeaders(headers: Readonly<Record<string, string>>): MiddlewareHandler {
  const entries = Object.entries(headers);
  return (c, next) => {
    for (const [name, value] of entries) c.header(name, value);
    return next();
  };
}

/** Spares requests without a body what is of no use to them, for the same reason. */
function unlessReading(middleware: MiddlewareHandler): MiddlewareHandler {
  return (c, next) => (c.req.method === "GET" || c.req.method === "HEAD" ? next() : middleware(c, next));
}

function exceptOn(path: string, middleware: MiddlewareHandler): MiddlewareHandler {
  return (c, next) => (c.req.path === path ? next() : middleware(c, next));
}

function costOf(c: Context): number {
  if (c.req.path === CHESSDB) return c.req.query("action") === "queryrule" ? RULE_COST : 1;
  if (c.req.method === "POST") return c.req.path === PROBE ? 1 : JOB_COST;
  const moves = (c.req.query("moves") ?? c.req.query("played") ?? "").length / LETTERS_PER_MOVE;
  return (COSTS[c.req.path] ?? 1) + (moves * LOOKUPS_A_PIECE) / LOOKUPS_PER_TOKEN;
}

/** Charges what a request computes beyond what it has paid for, before it is computed. */
function chargeWork({ var: { work } }: Context<Env>, paid: number, charge: (tokens: number) => void): void {
  if (work === undefined) return; // table files take none
  let charged = paid;
  work.onLookUps = (lookUps) => {
    const due = lookUps / LOOKUPS_PER_TOKEN - charged;
    if (due <= 0) return;
    charge(due);
    charged += due;
  };
}

function refuseMethod(c: Context, methods: readonly string[]): Response {
  const allowed = methods.join(", ");
  const response = problemResponse(c, 405, "method-not-allowed", `Only ${allowed} here.`);
  response.headers.set("allow", allowed);
  return response;
}

function refuseTooMany(c: Context, seconds: string): Response {
  if (c.req.path === CHESSDB) return chessdbRefusal(c);
  return problemResponse(c, 429, "too-many-requests", `Too many requests; ask again in ${seconds} s.`);
}

function refuseBody(c: Context): Response {
  return problemResponse(c, 413, "body-too-large", `A request may have at most ${MOST_BODY_BYTES} bytes.`);
}

function metricsOf(data: DataFolder, prover: Prover, builds: BuildQueue | undefined): Metrics {
  const metrics = new Metrics();
  const { cache, scrubbed } = data;
  metrics.add("canju_scrub_files_total", "counter", "Tables compared with their SHA-256.", () => scrubbed.files);
  metrics.add("canju_scrub_bytes_total", "counter", "Bytes of tables compared.", () => scrubbed.bytes);
  metrics.add("canju_scrub_damaged_files", "gauge", "Tables that do not fit their SHA-256.", () => scrubbed.damaged);
  metrics.add("canju_cache_bytes", "gauge", "Decoded blocks in memory.", () => cache.bytes);
  metrics.add("canju_cache_hits_total", "counter", "Blocks that were in memory.", () => cache.counts.hits);
  metrics.add("canju_cache_loads_total", "counter", "Blocks that were read and decoded.", () => cache.counts.loads);
  metrics.add("canju_proofs_waiting", "gauge", "Jobs of proofs that wait.", () => prover.waiting);
  metrics.add("canju_proofs_running", "gauge", "Jobs of proofs that run.", () => Number(prover.isRunning));
  if (builds === undefined) return metrics;
  metrics.add("canju_builds_total", "counter", "Builds that ended.", () =>
    Object.fromEntries(Object.entries(builds.counts).map(([state, count]) => [`{state="${state}"}`, count])),
  );
  metrics.add("canju_builds_waiting", "gauge", "Builds that wait.", () => builds.waiting);
  metrics.add("canju_builds_running", "gauge", "Builds that run.", () => Number(builds.isRunning));
  return metrics;
}
