/** What the API says about builds. */
import { BUILD_PHASES } from "../../solve/build/build-figures.ts";
import { z } from "@hono/zod-openapi";
import { type Collection, DEFAULT_COLLECTION } from "../../table/catalog/catalog.ts";
import type { BuildJob } from "./build-queue.ts";
import { asked } from "./parameters.ts";
import { collectionAsked, MetricSchema, OrdersSchema, RulesSchema } from "./schemas.ts";

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

const token = z.string().max(80).openapi({ description: "What asking for the job gave." });
export const KnownToken = z.object({ [TOKEN_HEADER]: token.optional() });

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
