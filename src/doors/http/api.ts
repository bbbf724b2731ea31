/** The routes below /api/v1. */
import * as schemas from "./schemas.ts";
import { createHash } from "node:crypto";
import { basename } from "node:path";
import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { canonicalEndgame, parseEndgame } from "../../endgame/endgame.ts";
import {
  DEFAULT_COLLECTION,
  collectionsOf,
  openOrMissing,
  tableAddress,
  type Collection,
} from "../../table/catalog/catalog.ts";
import { EXPLANATION_LIMIT, explain } from "../../play/explanation.ts";
import { perfectLine } from "../../play/line.ts";
import { fileBytes } from "../../table/format/header.ts";
import { probe, type ProbeResult } from "../../query/probe.ts";
import { describeKnown, statisticsOf, summarize } from "../../query/statistics.ts";
import type { Table } from "../../table/read/table.ts";
import { InputError } from "../../base/errors.ts";
import { parseLegalFen } from "../../xiangqi/fen.ts";
import { parseJudgedFen, judgeMovesInPieces } from "../../rules/asian/judge-moves.ts";
import { toGradedJudgementJson, toJudgementJson } from "../../say/judgement.ts";
import { asianRules } from "../../rules/asian/asian-rules.ts";
import { chineseRules } from "../../rules/chinese/chinese-rules.ts";
import { parseSwitches } from "../../rules/asian/options.ts";
import type { BuildQueue } from "./build-queue.ts";
import { addAtlasRoutes } from "./atlas-routes.ts";
import { addBuildRoutes } from "./build-routes.ts";
import type { DataFolder } from "./data-folder.ts";
import { asked, integer, NOTHING_ASKED } from "./parameters.ts";
import { ExplanationSchema } from "./explanation-schema.ts";
import { addMaterialRoutes } from "./material-routes.ts";
import { describeProblem, problemResponse, json, NOT_CHANGED, problems, values } from "./problem.ts";
import { namesTag } from "./table-files.ts";
import type { Env } from "./work.ts";
import { randomPosition, type RandomPosition } from "../../query/sample.ts";

const probeRoute = (defaults: Required<Collection>) =>
  createRoute({
    method: "get",
    path: "/probe",
    operationId: "probe",
    summary: "The value of a position and of each of its moves",
    request: { query: schemas.positionQuery(defaults) },
    responses: { ...values(schemas.ProbeSchema, "The values"), ...NOT_CHANGED, ...problems(400, 404, 500) },
  });

const probesRoute = (defaults: Required<Collection>) =>
  createRoute({
    method: "post",
    path: "/probe",
    operationId: "probeMany",
    summary: "The same of many positions",
    request: {
      query: NOTHING_ASKED,
      body: { content: { "application/json": { schema: schemas.positionsRequest(defaults) } }, required: true },
    },
    responses: { ...json(schemas.ProbesSchema, "Of each its values, or its problem"), ...problems(400, 413, 415) },
  });

const lineRoute = (defaults: Required<Collection>) =>
  createRoute({
    method: "get",
    path: "/line",
    operationId: "line",
    summary: "A perfect line: both sides play a best move until the game is over",
    request: { query: schemas.lineQuery(defaults) },
    responses: { ...values(schemas.LineSchema, "The line"), ...NOT_CHANGED, ...problems(400, 404, 500) },
  });

const explainRoute = (defaults: Required<Collection>) =>
  createRoute({
    method: "get",
    path: "/explain",
    operationId: "explain",
    summary:
      "Why a position is decided, or drawn, by the rules on repetitions: the cycle, and every attempt to leave it",
    request: { query: schemas.positionQuery(defaults) },
    responses: { ...values(ExplanationSchema, "The explanation"), ...NOT_CHANGED, ...problems(400, 404, 500) },
  });

const adjudicateRoute = (defaults: Collection) =>
  createRoute({
    method: "get",
    path: "/adjudicate",
    operationId: "adjudicate",
    summary: "What each move checks and chases, and the verdict of the Asian or the Chinese rules on a repetition",
    request: { query: schemas.movesQuery(defaults) },
    responses: {
      ...json(z.union([schemas.GradedJudgementSchema, schemas.JudgementSchema]), "The judgement"),
      ...problems(400, 500),
    },
  });

const tablesRoute = createRoute({
  method: "get",
  path: "/tables",
  operationId: "listTables",
  summary: "Every table, of all rules and metrics unless asked for some",
  request: { query: schemas.CollectionsQuery },
  responses: { ...json(schemas.TablesSchema, "The tables"), ...problems(400) },
});

const statisticsRoute = (defaults: Required<Collection>) =>
  createRoute({
    method: "get",
    path: "/tables/{name}",
    operationId: "statistics",
    summary: "The statistics of one endgame",
    request: { params: schemas.EndgameParam, query: schemas.collectionQuery(defaults) },
    responses: { ...values(schemas.StatisticsSchema, "The statistics"), ...problems(400, 404, 500) },
  });

const healthRoute = createRoute({
  method: "get",
  path: "/health",
  operationId: "health",
  summary: "Whether the server answers",
  request: { query: NOTHING_ASKED },
  responses: { ...json(schemas.HealthSchema, "It does"), ...problems() },
});

/** Describes all others. */
const descriptionRoute = createRoute({
  method: "get",
  path: "/openapi.json",
  hide: true,
  request: { query: NOTHING_ASKED },
  responses: { 200: { description: "The description" } },
});

/**
 * @param collection what is meant where a request does not say
 * @param builds null when nothing is built on request
 * @param clientOf who asks
 */
export function createApi(
  data: DataFolder,
  version: string,
  collection: Required<Collection>,
  builds: BuildQueue | null,
  clientOf: (c: Context) => string,
): OpenAPIHono<Env> {
  const api = new OpenAPIHono<Env>({
    defaultHook: (result, c) => {
      if (result.success) return;
      const { issues } = result.error;
      const unknown = issues.find(({ code }) => code === "unrecognized_keys");
      if (unknown !== undefined) return problemResponse(c, 400, "unknown-parameter", unknown.message);
      return problemResponse(c, 400, "bad-request", `${issues[0]!.path.join(".")}: ${issues[0]!.message}`);
    },
  });

  /** Tags what was read from tables; whether the asker has it already. */
  const isKnown = (c: Context<Env>): boolean => {
    const tag = tagOf(c.var.work.tables, version);
    c.header("etag", tag);
    c.header("cache-control", "no-cache");
    return namesTag(c.req.header("if-none-match"), tag);
  };

  api.openapi(probeRoute(collection), async (c) => {
    const { fen, ...wanted } = c.req.valid("query");
    const found = await probe(parseLegalFen(fen), c.var.work.on(data.catalog(wanted)));
    return isKnown(c) ? c.body(null, 304) : c.json(found, 200);
  });

  api.openapi(probesRoute(collection), async (c) => {
    const { positions, ...wanted } = c.req.valid("json");
    const provider = c.var.work.on(data.catalog(wanted));
    const results: (ProbeResult | schemas.ProblemBody)[] = [];
    for (const fen of positions) {
      try {
        results.push(await probe(parseLegalFen(fen), provider));
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        results.push(describeProblem(error, data));
      }
    }
    return c.json({ results }, 200);
  });

  api.openapi(lineRoute(collection), async (c) => {
    const { fen, played, seed, plies, ...wanted } = c.req.valid("query");
    const options = { played: wordsOf(played), seed, maxPlies: plies };
    const found = await perfectLine(parseLegalFen(fen), c.var.work.on(data.catalog(wanted)), options);
    return isKnown(c) ? c.body(null, 304) : c.json(found, 200);
  });

  api.openapi(explainRoute(collection), async (c) => {
    const { fen, ...wanted } = c.req.valid("query");
    const tables = c.var.work.on(data.catalog(wanted));
    const asian = wanted.rules === "chinese" ? c.var.work.on(data.catalog(DEFAULT_COLLECTION)) : null;
    const found = await explain(parseLegalFen(fen), tables, EXPLANATION_LIMIT, asian);
    return isKnown(c) ? c.body(null, 304) : c.json(found, 200);
  });

  api.openapi(adjudicateRoute(collection), async (c) => {
    const { fen, moves, switches, rules, edition } = c.req.valid("query");
    if (rules === "chinese") {
      if (switches !== "") throw new InputError("bad-option", "switches are about the Asian rules");
      const judging = judgeMovesInPieces(parseJudgedFen(fen), wordsOf(moves), chineseRules(edition));
      return c.json(toGradedJudgementJson(await c.var.work.inPieces(judging)), 200);
    }
    if (edition !== undefined) throw new InputError("bad-option", "edition is about the Chinese rules");
    const judging = judgeMovesInPieces(
      parseJudgedFen(fen),
      wordsOf(moves),
      asianRules(parseSwitches(wordsOf(switches))),
    );
    return c.json(toJudgementJson(await c.var.work.inPieces(judging)), 200);
  });

  api.openapi(tablesRoute, async (c) => {
    const wanted = collectionsOf(c.req.valid("query"));
    const listings = await Promise.all(wanted.map(async (each) => ({ each, ...(await data.list(each)) })));
    await c.var.work.step(); // many may have waited for the same listing
    const tables = listings.flatMap(({ each, tables: found }) =>
      found.map((entry) => summarize(entry.header, fileUrl(each, entry.endgame, entry.header.sha256), entry)),
    );
    const damaged = listings.flatMap(({ strays }) =>
      strays
        .filter(({ path }) => !basename(path).startsWith(".")) // tables that are being written
        .map(({ path, problem }) => ({ file: data.withoutFolder(path), problem: data.withoutFolder(problem) })),
    );
    c.header("cache-control", damaged.length > 0 ? "no-store" : "no-cache");
    return c.json({ tables, damaged, collection, scrubbed: { ...data.scrubbed } }, 200);
  });

  api.openapi(statisticsRoute(collection), async (c) => {
    const endgame = parseEndgame(c.req.valid("param").name);
    const wanted = c.req.valid("query");
    const { name } = canonicalEndgame(endgame).endgame;
    const catalog = data.catalog(wanted);
    const { header } = await openOrMissing(catalog, name);
    const { sha256 } = header;
    const known = describeKnown(await catalog.describe(name, header));
    c.header("cache-control", "no-cache");
    const place = { bytes: fileBytes(header), sha256, file: fileUrl(wanted, name, sha256), ...known };
    return c.json({ ...statisticsOf(header.info, endgame), ...place }, 200);
  });

  addRandomRoute(api, data, collection, clientOf);
  addMaterialRoutes(api);
  addAtlasRoutes(api, collection);
  addBuildRoutes(api, builds, collection, clientOf);

  api.openapi(healthRoute, (c) => c.json({ status: "ok" as const, version }, 200));

  // The same for everybody, and dear to make.
  let description: Uint8Array<ArrayBuffer> | undefined;
  api.openapi(descriptionRoute, (c) => {
    description ??= new TextEncoder().encode(
      JSON.stringify(
        api.getOpenAPI31Document({
          openapi: "3.1.0",
          info: {
            title: "Canju",
            version,
            description: "Exact values of Xiangqi endgames. Distances are plies.",
            license: { name: "GPL-3.0-or-later", url: "https://www.gnu.org/licenses/gpl-3.0.html" },
          },
          servers: [{ url: "/api/v1" }],
          security: [],
        }),
      ),
    );
    return c.body(description, 200, { "content-type": "application/json" });
  });

  return api;
}

/** Values are the same as long as the tables and the program are. */
function tagOf(tables: Iterable<Table>, version: string): string {
  const sums = Array.from(tables, ({ header }) => header.sha256).sort();
  const hash = createHash("sha256").update([version, ...sums].join(" "));
  return `"${hash.digest("base64url").slice(0, 22)}"`;
}

function wordsOf(text: string): string[] {
  return text.split(/[\s,_]+/).filter((word) => word !== "");
}

function fileUrl(collection: Collection, name: string, sha256: string): string {
  return `/tables/${tableAddress(collection, name, sha256)}`;
}

const number = integer(0, 65_535);

const randomQuery = (defaults: Required<Collection>) =>
  asked({
    ...schemas.collectionAsked(defaults),
    ...schemas.missingAsked,
    endgame: z.string().max(60).openapi({ example: "KRKAB" }),
    turn: z.enum(["w", "b"]).optional().openapi({ description: "The side to move, as in a FEN." }),
    outcome: z.enum(["win", "draw", "loss"]).optional().openapi({ description: "For the side to move." }),
    order: number.optional().openapi({ description: "0: by conversion; r > 0: by a forbidden perpetual, of order r." }),
    min: number.optional().openapi({ description: "The least distance in plies." }),
    max: number.optional().openapi({ description: "The greatest distance in plies." }),
  });

const RandomSchema = z
  .object({
    fen: z.string(),
    endgame: z.string().openapi({ description: "In the colours asked for." }),
    ...schemas.collectionMembers,
    ...schemas.valueMembers,
    count: z.number().int().openapi({ description: "How many positions of the whole board are as wished." }),
  })
  .openapi("RandomPosition") satisfies z.ZodType<RandomPosition>;

const randomRoute = (defaults: Required<Collection>) =>
  createRoute({
    method: "get",
    path: "/random",
    operationId: "random",
    summary: "A random legal position of an endgame by side to move, outcome, order and distance",
    request: { query: randomQuery(defaults) },
    responses: { ...values(RandomSchema, "The position"), ...problems(400, 404, 500) },
  });

/** Look-ups that looking for what is rare may take: some two seconds of computing. What has been read is remembered. */
const MOST_SEARCHED = 100_000;
const NOT_FOUND_YET = new InputError(
  "not-found-yet",
  "such positions are rare, and none has been found yet; ask again",
);

/** Work of one client after the other. */
class OneEach {
  readonly #last = new Map<string, Promise<unknown>>();

  async run<Result>(client: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(client);
    const result = (async () => {
      await before?.catch(() => {});
      return work();
    })();
    this.#last.set(client, result);
    try {
      return await result;
    } finally {
      if (this.#last.get(client) === result) this.#last.delete(client);
    }
  }
}

function addRandomRoute(
  api: OpenAPIHono<Env>,
  data: DataFolder,
  defaults: Required<Collection>,
  clientOf: (c: Context) => string,
): void {
  const searches = new OneEach();
  api.openapi(randomRoute(defaults), async (c) => {
    const { endgame, turn, outcome, order, min, max, ...collection } = c.req.valid("query");
    const wish = { turn: turn && (turn === "w" ? "red" : "black"), outcome, order, min, max } as const;
    c.header("cache-control", "no-store");
    c.var.work.bound(MOST_SEARCHED, NOT_FOUND_YET);
    const tables = c.var.work.on(data.catalog(collection));
    return c.json(await searches.run(clientOf(c), () => randomPosition(endgame, wish, tables)), 200);
  });
}
