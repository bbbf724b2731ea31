/** The routes below /api/v1/prove: proofs of single positions, whatever men they have, at once or as jobs. */
import { createRoute, z, type OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { ProvedJson } from "../../say/proof.ts";
import { formatFen, parseLegalFen } from "../../xiangqi/fen.ts";
import { asked, flag, integer, NOTHING_ASKED } from "./parameters.ts";
import { json, problems } from "./problem.ts";
import type { Prover, ProofJob } from "./prover.ts";
import { FenParam } from "./schemas.ts";
import type { Env } from "./work.ts";

const COOKS = "Whether other winning moves 双解 are looked for, for as long again.";
const TablesParam = z.enum(["none", "asian"]).optional().openapi({
  description:
    "The tables of the data folder that the proof may rest on, as far as they are there: by those of the rules `none` it holds under any rules on repetition, by Asian ones under those. Default: on no tables.",
});

const proofQuery = asked({
  fen: FenParam,
  seconds: integer(1, 5).default(1).openapi({ description: "How long to look, at most.", default: 1 }),
  cooks: flag.openapi({ description: COOKS }),
  tables: TablesParam,
});

const JobRequest = asked({
  fen: FenParam,
  seconds: z.number().int().min(1).max(600).default(60).openapi({ description: "How long to look, at most." }),
  cooks: z.boolean().default(false).openapi({ description: COOKS }),
  tables: TablesParam,
}).openapi("ProofRequest");

const JobParam = z.object({
  id: z
    .string()
    .max(80)
    .openapi({ param: { name: "id", in: "path" }, example: "wPm0cLPQb9NQp2v3yDvGkA" }),
});

const ProvedSchema = z
  .object({
    fen: z.string(),
    result: z.enum(["win", "loss", "unknown"]).openapi({ description: "For the side to move. Never a draw." }),
    proof: z
      .object({
        rules: z.enum(["none", "asian"]).openapi({ description: "`none`: it holds by any rules on repetition." }),
        winner: z.enum(["red", "black"]),
        outcome: z.enum(["win", "loss"]),
        plies: z.number().int().openapi({ description: "Won in at most so many." }),
        positions: z.number().int().openapi({ description: "With the winner to move, replayed by the checker." }),
        mates: z.number().int(),
        stalemates: z.number().int(),
        references: z.number().int().openapi({ description: "How often a position was met again." }),
        leaves: z.record(z.string(), z.number().int()).openapi({ description: "How many each table decides." }),
        byChecks: z.boolean(),
      })
      .nullable(),
    certificate: z.string().nullable().openapi({ description: "The proof tree, in base64." }),
    line: z.array(z.object({ uci: z.string(), wxf: z.string(), chinese: z.string() })).readonly(),
    nodes: z.number().int(),
    deepest: z.number().int(),
    seconds: z.number(),
    cooks: z
      .array(
        z.object({
          uci: z.string(),
          wxf: z.string(),
          chinese: z.string(),
          plies: z.number().int(),
          certificate: z.string().openapi({ description: "The proof tree of the position after it, in base64." }),
        }),
      )
      .readonly()
      .optional()
      .openapi({ description: "Other moves that are proven to win, where they were asked for." }),
  })
  .openapi("Proved") satisfies z.ZodType<ProvedJson>;

const count = z.number().int();

const JobSchema = z
  .object({
    id: z.string().openapi({ description: "Told to nobody else: whoever knows it may follow the job, and stop it." }),
    fen: z.string(),
    seconds: count,
    cooks: z.boolean(),
    tables: z.enum(["none", "asian"]).nullable(),
    state: z.enum(["queued", "running", "done", "failed", "cancelled"]),
    ahead: count.nullable().openapi({ description: "Jobs before it; null when it does not wait." }),
    progress: z
      .object({
        nodes: count,
        deepest: count.openapi({ description: "The longest line looked at, in plies." }),
        seconds: z.number(),
      })
      .nullable()
      .openapi({ description: "Null unless it runs." }),
    result: z
      .union([ProvedSchema, z.null()])
      .openapi({ description: "When it is done: the proof, or that none was found." }),
    problem: z
      .object({ code: z.string(), detail: z.string() })
      .nullable()
      .openapi({ description: "Why it failed; null in all other states." }),
  })
  .openapi("ProofJob");

const PROVE = createRoute({
  method: "get",
  path: "/prove",
  operationId: "prove",
  summary: "A proof that a position is won or lost, however many men it has, where one is found in some seconds",
  request: { query: proofQuery },
  responses: { ...json(ProvedSchema, "The proof, or that none was found"), ...problems(400, 503) },
});

const START = createRoute({
  method: "post",
  path: "/prove",
  operationId: "startProof",
  summary: "The same as a job, which may take minutes; answered at once where it is over within a second",
  request: {
    query: NOTHING_ASKED,
    body: { content: { "application/json": { schema: JobRequest } }, required: true },
  },
  responses: {
    200: { description: "It is over", content: { "application/json": { schema: JobSchema } } },
    202: { description: "It waits or runs", content: { "application/json": { schema: JobSchema } } },
    ...problems(400, 403, 413, 415, 429, 503),
  },
});

const FIND = createRoute({
  method: "get",
  path: "/prove/{id}",
  operationId: "findProof",
  summary: "How a job goes on, and what it has found",
  request: { params: JobParam, query: NOTHING_ASKED },
  responses: { ...json(JobSchema, "The job"), ...problems(404) },
});

const STOP = createRoute({
  method: "delete",
  path: "/prove/{id}",
  operationId: "stopProof",
  summary: "Ends a job",
  request: { params: JobParam, query: NOTHING_ASKED },
  responses: { ...json(JobSchema, "The job"), ...problems(403, 404) },
});

/** Look-ups that a second counts for: of a question, as of any computing that somebody waits for; and of a job, which goes last. */
const LOOKUPS_A_SECOND = 50_000;
const LOOKUPS_A_JOBS_SECOND = 1000;

/** A job that is over sooner is answered at once. */
const AT_ONCE_MILLISECONDS = 1000;

/** @param clientOf who asks */
export function addProofRoutes(api: OpenAPIHono<Env>, prover: Prover, clientOf: (c: Context) => string): void {
  api.openapi(PROVE, async (c) => {
    const { fen, ...question } = c.req.valid("query");
    const position = formatFen(parseLegalFen(fen));
    const found = await prover.prove(clientOf(c), { fen: position, ...question }, c.req.raw.signal);
    await c.var.work.step(Math.ceil(found.seconds * LOOKUPS_A_SECOND)); // charges it
    return c.json(found, 200);
  });

  api.openapi(START, async (c) => {
    const { fen, ...question } = c.req.valid("json");
    const { work } = c.var;
    const charge = (seconds: number): void => work.onLookUps(seconds * LOOKUPS_A_JOBS_SECOND);
    const started = prover.start(clientOf(c), { fen: formatFen(parseLegalFen(fen)), ...question }, charge);
    const job = await prover.follow(started.id, AT_ONCE_MILLISECONDS);
    c.header("location", `${c.req.path}/${job.id}`);
    c.header("cache-control", "no-store");
    return c.json(toJobJson(job), job.state === "queued" || job.state === "running" ? 202 : 200);
  });

  api.openapi(FIND, (c) => {
    c.header("cache-control", "no-store");
    return c.json(toJobJson(prover.find(c.req.valid("param").id)), 200);
  });

  api.openapi(STOP, (c) => c.json(toJobJson(prover.stop(c.req.valid("param").id)), 200));
}

function toJobJson({ id, question, state, ahead, progress, result, problem }: ProofJob): z.infer<typeof JobSchema> {
  const { fen, seconds, cooks, tables = null } = question;
  const rounded = progress && { ...progress, seconds: Number(progress.seconds.toFixed(1)) };
  return { id, fen, seconds, cooks, tables, state, ahead, progress: rounded, result, problem };
}
