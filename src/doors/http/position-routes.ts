/** What is asked of a position: its values, a perfect line from it, why it is so, what the rules say of a repetition. */
import { createHash } from "node:crypto";
import { createRoute, z, type OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import { InputError } from "../../base/errors.ts";
import { EXPLANATION_LIMIT, explain } from "../../play/explanation.ts";
import { perfectLine } from "../../play/line.ts";
import { moveLimitOf } from "../../query/move-limit.ts";
import { probe, type ProbeResult } from "../../query/probe.ts";
import { judgeMovesInPieces, parseJudgedFen } from "../../rules/judging.ts";
import { parseSwitches } from "../../rules/asian/options.ts";
import { asianRules } from "../../rules/asian/asian-rules.ts";
import { chineseRules } from "../../rules/chinese/chinese-rules.ts";
import { toGradedJudgementJson, toJudgementJson } from "../../say/judgement.ts";
import { DEFAULT_COLLECTION, type Collection } from "../../table/catalog/catalog.ts";
import type { Table } from "../../table/read/table.ts";
import { parseLegalFen } from "../../xiangqi/fen.ts";
import type { DataFolder } from "./data-folder.ts";
import { ExplanationSchema } from "./explanation-schema.ts";
import { NOTHING_ASKED } from "./parameters.ts";
import { describeProblem, json, NOT_CHANGED, problems, values } from "./problem.ts";
import * as schemas from "./schemas.ts";
import { namesTag } from "./table-files.ts";
import type { Env } from "./work.ts";

const probeRoute = (defaults: Required<Collection>) =>
  createRoute({
    method: "get",
    path: "/probe",
    operationId: "probe",
    summary: "The value of a position and of each of its moves",
    request: { query: schemas.probeQuery(defaults) },
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

/** @param collection what is meant where a request does not say */
export function addPositionRoutes(
  api: OpenAPIHono<Env>,
  data: DataFolder,
  version: string,
  collection: Required<Collection>,
): void {
  /** Tags what was read from tables; whether the asker has it already. */
  const isKnown = (c: Context<Env>): boolean => {
    const tag = tagOf(c.var.work.tables, version);
    c.header("etag", tag);
    c.header("cache-control", "no-cache");
    return namesTag(c.req.header("if-none-match"), tag);
  };

  api.openapi(probeRoute(collection), async (c) => {
    const { fen, moveLimit, ...wanted } = c.req.valid("query");
    const found = await probe(parseLegalFen(fen), c.var.work.on(data.catalog(wanted)), moveLimitOf(moveLimit));
    return isKnown(c) ? c.body(null, 304) : c.json(found, 200);
  });

  api.openapi(probesRoute(collection), async (c) => {
    const { positions, moveLimit, ...wanted } = c.req.valid("json");
    const provider = c.var.work.on(data.catalog(wanted));
    const results: (ProbeResult | schemas.ProblemBody)[] = [];
    for (const fen of positions) {
      try {
        results.push(await probe(parseLegalFen(fen), provider, moveLimitOf(moveLimit)));
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
