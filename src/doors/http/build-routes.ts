/** The routes below /api/v1/build, and what the API says about builds. */
import { type OpenAPIHono, createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import { coneOf, parseEndgame } from "../../endgame/endgame.ts";
import { type Collection, DEFAULT_COLLECTION } from "../../table/catalog/catalog.ts";
import { InputError } from "../../base/errors.ts";
import { parseLegalFen } from "../../xiangqi/fen.ts";
import { DEFAULT_BUILD_LIMITS } from "./defaults.ts";
import { type BuildJob, type BuildQueue, isPending } from "./build-queue.ts";
import { NOTHING_ASKED, asked } from "./parameters.ts";
import { json, problemResponse, problems } from "./problem.ts";
import type { Env } from "./work.ts";
import { BUILD_PHASES } from "../../solve/build/build-figures.ts";
import { MetricSchema, OrdersSchema, RulesSchema, collectionAsked } from "./schemas.ts";

/** The body of a request for a build, by name or for a position; what is left out is that which the server takes for granted. */
export const buildRequest = (defaults: Required<Collection>) =>
  asked({
    ...collectionAsked(defaults),
    endgame: z.string().max(60).optional().openapi({ example: "KRKAABB" }),
    fen: z
      .string()
      .max(300)
      .optional()
      .openapi({ description: "Instead of the endgame: what this position can reach." }),
  })
    .refine(({ endgame, fen }) => (endgame === undefined) !== (fen === undefined), {
      path: ["endgame"],
      message: "name an endgame, or give a position as fen: one of the two",
    })
    .openapi("BuildRequest");

export const JobParam = z.object({
  id: z
    .string()
    .max(80)
    .openapi({ param: { name: "id", in: "path" }, example: "asian-dtc-KRKAABB" }),
});

/** Of the header that cancels a job. */
export const TOKEN_HEADER = "x-build-token";

const jobToken = z.string().max(80).openapi({ description: "What asking for the job gave." });
export const KnownToken = z.object({ [TOKEN_HEADER]: jobToken.optional() });

const count = z.number().int();

export const JobSchema = z
  .object({
    id: z.string().openapi({ description: "The same whenever the same table is asked for." }),
    endgame: z.string().openapi({ description: "The canonical name: the stronger side is Red." }),
    metric: MetricSchema,
    rules: RulesSchema,
    orders: OrdersSchema.nullable().openapi({ description: "Null for rules other than `asian`." }),
    state: z.enum(["queued", "running", "done", "failed", "cancelled"]),
    ahead: count.nullable().openapi({ description: "Jobs before it in the queue; null when it does not wait." }),
    estimate: z.object({
      tables: count.openapi({ description: "Tables to build: the endgame and what it leads to, where missing." }),
      positions: count,
      bytes: count.openapi({ description: "Of the files, within a factor of about three." }),
      seconds: z.object({ least: z.number(), most: z.number() }).openapi({ description: "Once it runs." }),
    }),
    progress: z
      .object({
        endgame: z.string().openapi({ description: "The table in work." }),
        number: count.openapi({ description: "Which of `total` tables, from 1 on." }),
        total: count,
        phase: z.enum(BUILD_PHASES),
        ply: count.nullable().openapi({ description: "The distance reached; null in phases without." }),
        done: z.number().openapi({ description: "Of all work, 0 to 1." }),
        positionsPerSecond: z.number(),
        secondsLeft: z.number().nullable().openapi({ description: "Null in the first moments." }),
      })
      .nullable()
      .openapi({ description: "Null unless it runs, and until its first report." }),
    problem: z
      .object({ code: z.string(), detail: z.string() })
      .nullable()
      .openapi({ description: "Why it failed; null in all other states." }),
  })
  .openapi("BuildJob");

/** A job as it is told to whoever asked for it. */
export const AskedJobSchema = JobSchema.extend({
  token: z.string().nullable().openapi({
    description: "Cancels it. Nobody else is told. Null where there is nothing to cancel, or too many have asked.",
  }),
}).openapi("AskedBuildJob");

export const JobsSchema = z
  .object({
    enabled: z.boolean().openapi({ description: "Whether this server builds on request." }),
    maxPositions: count.openapi({ description: "Of one job." }),
    maxQueue: count.openapi({ description: "Jobs that may wait; of one client as many as leave as many places." }),
    maxDisk: count.openapi({ description: "Bytes of all that is built on request until the server is started anew." }),
    jobs: z.array(JobSchema).openapi({ description: "In the order they were asked for; finished ones are forgotten." }),
  })
  .openapi("BuildJobs");

export type JobJson = z.infer<typeof JobSchema>;
export type AskedJobJson = z.infer<typeof AskedJobSchema>;

export function toJobJson({ collection, progress, ...job }: BuildJob): JobJson {
  const { id, endgame, state, ahead, estimate, problem } = job;
  const { metric, rules } = collection;
  const orders = rules !== "asian" ? null : (collection.orders ?? DEFAULT_COLLECTION.orders);
  return {
    id,
    endgame,
    metric,
    rules,
    orders,
    state,
    ahead,
    estimate,
    progress: progress && rounded(progress),
    problem,
  };
}

function rounded(progress: NonNullable<BuildJob["progress"]>): NonNullable<JobJson["progress"]> {
  const round = (value: number) => Number(value.toPrecision(3));
  const { done, positionsPerSecond, secondsLeft } = progress;
  return {
    ...progress,
    done: round(done),
    positionsPerSecond: round(positionsPerSecond),
    secondsLeft: secondsLeft === null ? null : round(secondsLeft),
  };
}

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
