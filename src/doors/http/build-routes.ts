/** The routes below /api/v1/build. */
import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import { coneOf, parseEndgame } from "../../endgame/endgame.ts";
import type { Collection } from "../../table/catalog/catalog.ts";
import { InputError } from "../../base/errors.ts";
import { parseLegalFen } from "../../xiangqi/fen.ts";
import { DEFAULT_BUILD_LIMITS } from "./defaults.ts";
import { isPending, type BuildJob, type BuildQueue } from "./build-queue.ts";
import {
  AskedJobSchema,
  buildRequest,
  JobParam,
  JobSchema,
  JobsSchema,
  KnownToken,
  TOKEN_HEADER,
  toJobJson,
} from "./build-schemas.ts";
import { NOTHING_ASKED } from "./parameters.ts";
import { problemResponse, json, problems } from "./problem.ts";
import type { Env } from "./work.ts";

const LIST = createRoute({
  method: "get",
  path: "/build",
  operationId: "listBuilds",
  summary: "Whether this server builds on request, up to which size, and its jobs",
  request: { query: NOTHING_ASKED },
  responses: { ...json(JobsSchema, "The jobs"), ...problems() },
});

const requestRoute = (defaults: Required<Collection>) =>
  createRoute({
    method: "post",
    path: "/build",
    operationId: "build",
    summary:
      "Asks for an endgame, or what a position can reach, and all it leads to; the same asked for twice is one job",
    request: {
      query: NOTHING_ASKED,
      headers: KnownToken,
      body: { content: { "application/json": { schema: buildRequest(defaults) } }, required: true },
    },
    responses: {
      200: { description: "All tables are there", content: { "application/json": { schema: AskedJobSchema } } },
      202: { description: "It waits or runs", content: { "application/json": { schema: AskedJobSchema } } },
      ...problems(400, 403, 413, 415, 429, 503),
    },
  });

const FIND = createRoute({
  method: "get",
  path: "/build/{id}",
  operationId: "findBuild",
  summary: "How a job goes on",
  request: { params: JobParam, query: NOTHING_ASKED },
  responses: { ...json(JobSchema, "The job"), ...problems(404) },
});

const EVENTS = createRoute({
  method: "get",
  path: "/build/{id}/events",
  operationId: "followBuild",
  summary: "The same by server-sent events",
  description: "Each event is named after the job's state and carries the job; the last is done, failed or cancelled.",
  request: { params: JobParam, query: NOTHING_ASKED },
  responses: {
    200: { description: "Events", content: { "text/event-stream": { schema: JobSchema } } },
    ...problems(404, 503),
  },
});

const CANCEL = createRoute({
  method: "delete",
  path: "/build/{id}",
  operationId: "withdrawBuild",
  summary: "Withdraws a request for a job, which ends when nobody wants it any more; finished tables stay",
  request: { params: JobParam, query: NOTHING_ASKED, headers: KnownToken },
  responses: { ...json(JobSchema, "The job"), ...problems(403, 404) },
});

/** Connections that may listen at a time. */
const MOST_LISTENERS = 200;
/** A comment keeps the connection from looking dead. */
const HEARTBEAT_MILLISECONDS = 15_000;

/**
 * @param queue null when this server does not build on request
 * @param clientOf who asks
 */
export function addBuildRoutes(
  api: OpenAPIHono<Env>,
  queue: BuildQueue | null,
  defaults: Required<Collection>,
  clientOf: (c: Context) => string,
): void {
  const required = (): BuildQueue => {
    if (queue === null) throw new InputError("builds-off", "this server builds nothing on request");
    return queue;
  };
  let listening = 0;

  api.openapi(LIST, (c) => {
    c.header("cache-control", "no-store");
    const { maxPositions, maxQueue, maxDisk } = queue?.limits ?? DEFAULT_BUILD_LIMITS;
    const jobs = queue?.jobs.map(toJobJson) ?? [];
    return c.json({ enabled: queue !== null, maxPositions, maxQueue, maxDisk, jobs }, 200);
  });

  api.openapi(requestRoute(defaults), async (c) => {
    const { endgame, fen, ...collection } = c.req.valid("json");
    const wanted = fen === undefined ? parseEndgame(endgame!) : coneOf(parseLegalFen(fen).board);
    const known = c.req.valid("header")[TOKEN_HEADER];
    const { job, token } = await required().request(wanted, collection, clientOf(c), known);
    c.header("location", `${c.req.path}/${job.id}`);
    c.header("cache-control", "no-store");
    return c.json({ ...toJobJson(job), token }, job.state === "done" ? 200 : 202);
  });

  api.openapi(FIND, (c) => {
    c.header("cache-control", "no-store");
    return c.json(toJobJson(required().find(c.req.valid("param").id)), 200);
  });

  api.openapi(CANCEL, (c) => {
    const job = required().withdraw(c.req.valid("param").id, c.req.valid("header")[TOKEN_HEADER]);
    return c.json(toJobJson(job), 200);
  });

  api.openapi(EVENTS, (c) => {
    const { id } = c.req.valid("param");
    const builds = required();
    builds.find(id);
    if (c.req.method === "HEAD") return c.body(null, 200, { "content-type": "text/event-stream" });
    if (listening >= MOST_LISTENERS) {
      return problemResponse(c, 503, "too-many-listeners", "too many listen already; ask for the job now and then");
    }
    listening++;
    c.header("x-accel-buffering", "no"); // proxies are to pass events on at once
    return streamSSE(c, async (stream) => {
      const changes = changesOf(builds, id);
      stream.onAbort(changes.stop);
      const heartbeat = setInterval(() => void stream.write(": \n\n"), HEARTBEAT_MILLISECONDS);
      try {
        for await (const job of changes.jobs()) {
          await stream.writeSSE({ event: job.state, data: JSON.stringify(toJobJson(job)) });
        }
      } finally {
        clearInterval(heartbeat);
        changes.stop();
        listening--;
      }
    });
  });
}

/** The states of a job from now on; a slow reader misses some, never the last. */
function changesOf(queue: BuildQueue, id: string) {
  const end = new AbortController();
  let wake = (): void => {};
  let latest: BuildJob | null = { ...queue.find(id) };
  const unwatch = queue.watch(id, (job) => {
    latest = { ...job };
    wake();
  });
  return {
    stop(): void {
      end.abort();
      unwatch();
      wake();
    },
    async *jobs(): AsyncGenerator<BuildJob> {
      while (!end.signal.aborted) {
        if (latest === null) {
          await new Promise<void>((resolve) => (wake = resolve));
          continue;
        }
        const job = latest;
        latest = null;
        yield job;
        if (!isPending(job)) return;
      }
    },
  };
}
