/** The routes below /api/v1/build. */
import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import { streamSSE } from "hono/streaming";
import { parseEndgame } from "../endgame/endgame.ts";
import type { Collection } from "../table/catalog.ts";
import { InputError } from "../xiangqi/errors.ts";
import { DEFAULT_BUILD_LIMITS } from "./build-limits.ts";
import { isPending, type BuildJob, type BuildQueue } from "./build-queue.ts";
import { buildRequest, JobParam, JobSchema, JobsSchema, toJobJson } from "./build-schemas.ts";
import { problemResponse } from "./problem.ts";
import { json, problems } from "./responses.ts";
import type { Env } from "./work.ts";

const LIST = createRoute({
  method: "get",
  path: "/build",
  summary: "Whether this server builds on request, up to which size, and its jobs",
  responses: json(JobsSchema, "The jobs"),
});

const requestRoute = (defaults: Required<Collection>) =>
  createRoute({
    method: "post",
    path: "/build",
    summary: "Asks for an endgame and all it leads to; the same endgame asked for twice is one job",
    request: { body: { content: { "application/json": { schema: buildRequest(defaults) } }, required: true } },
    responses: {
      200: { description: "All tables are there", content: { "application/json": { schema: JobSchema } } },
      202: { description: "It waits or runs", content: { "application/json": { schema: JobSchema } } },
      ...problems(400, 403, 413, 415, 429, 503),
    },
  });

const FIND = createRoute({
  method: "get",
  path: "/build/{id}",
  summary: "How a job goes on",
  request: { params: JobParam },
  responses: { ...json(JobSchema, "The job"), ...problems(404) },
});

const EVENTS = createRoute({
  method: "get",
  path: "/build/{id}/events",
  summary: "The same by server-sent events",
  description: "Each event is named after the job's state and carries the job; the last is done, failed or cancelled.",
  request: { params: JobParam },
  responses: {
    200: { description: "Events", content: { "text/event-stream": { schema: JobSchema } } },
    ...problems(404, 503),
  },
});

const CANCEL = createRoute({
  method: "delete",
  path: "/build/{id}",
  summary: "Cancels a job; finished tables stay",
  request: { params: JobParam },
  responses: { ...json(JobSchema, "The job"), ...problems(403, 404) },
});

/** Connections that may listen at a time. */
const MOST_LISTENERS = 200;
/** A comment keeps the connection from looking dead. */
const HEARTBEAT_MILLISECONDS = 15_000;

/** @param queue null when this server does not build on request */
export function addBuildRoutes(api: OpenAPIHono<Env>, queue: BuildQueue | null, defaults: Required<Collection>): void {
  const required = (): BuildQueue => {
    if (queue === null) throw new InputError("builds-off", "this server builds nothing on request");
    return queue;
  };
  let listening = 0;

  api.use("/build", onlyThisSite);
  api.use("/build/:id", onlyThisSite);

  api.openapi(LIST, (c) => {
    const { maxPositions, maxQueue } = queue?.limits ?? DEFAULT_BUILD_LIMITS;
    const jobs = queue?.jobs.map(toJobJson) ?? [];
    return c.json({ enabled: queue !== null, maxPositions, maxQueue, jobs }, 200);
  });

  api.openapi(requestRoute(defaults), async (c) => {
    const { endgame, ...collection } = c.req.valid("json");
    const job = await required().request(parseEndgame(endgame), collection);
    c.header("location", `${c.req.path}/${job.id}`);
    return c.json(toJobJson(job), job.state === "done" ? 200 : 202);
  });

  api.openapi(FIND, (c) => c.json(toJobJson(required().find(c.req.valid("param").id)), 200));

  api.openapi(CANCEL, (c) => c.json(toJobJson(required().cancel(c.req.valid("param").id)), 200));

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

/** Pages of other sites may read, but not make this machine work. Browsers say where a request comes from. */
const onlyThisSite: MiddlewareHandler = async (c, next) => {
  const site = c.req.header("sec-fetch-site") ?? "none";
  const reads = c.req.method === "GET" || c.req.method === "HEAD";
  if (reads || site === "same-origin" || site === "none") return next();
  return problemResponse(c, 403, "other-site", "Only this server's own page and programs may ask for builds.");
};
