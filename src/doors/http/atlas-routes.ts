/** /api/v1/atlas: what is proven of endgames, whether their tables are here or not. */
import { createRoute, z, type OpenAPIHono } from "@hono/zod-openapi";
import type { Atlas, AtlasEntry } from "../../knowledge/atlas/atlas.ts";
import { openAtlas } from "../../knowledge/atlas/node/files.ts";
import { parseEndgame } from "../../endgame/endgame.ts";
import { statisticsOf } from "../../query/statistics.ts";
import type { Collection } from "../../table/catalog/collection.ts";
import { InputError } from "../../base/errors.ts";
import { NOTHING_ASKED } from "./parameters.ts";
import { json, problems, values } from "./problem.ts";
import * as schemas from "./schemas.ts";
import type { Env } from "./work.ts";

const count = z.number().int().min(0);
const plies = z.number().int().min(-1);
const outcomes = z
  .tuple([count, count, count])
  .readonly()
  .openapi({ description: "Wins, draws, losses of the side to move." });

const AtlasSchema = z
  .object({
    endgames: z.array(
      z.object({
        endgame: z.string(),
        cells: count.openapi({ description: "Of a table, for each side to move." }),
        red: outcomes,
        black: outcomes,
        longestWin: z.object({ red: plies, black: plies }).openapi({ description: "In plies; -1: there is none." }),
        highestOrder: count,
        zugzwangs: count.openapi({ description: "Positions in which either side would rather not move." }),
        onlyWinningMoves: count.openapi({ description: "Positions that the side to move wins, but by one move only." }),
      }),
    ),
  })
  .openapi("Atlas", {
    description:
      "Canonical endgames, the smallest first: to conversion and under the Asian rules, positions of the whole board.",
  }) satisfies z.ZodType<{ endgames: AtlasEntry[] }>;

const atlasRoute = createRoute({
  method: "get",
  path: "/atlas",
  operationId: "listAtlas",
  request: { query: NOTHING_ASKED },
  summary: "What is proven of every endgame that the atlas has",
  responses: { ...json(AtlasSchema, "The endgames"), ...problems(500) },
});

const recordRoute = (defaults: Required<Collection>) =>
  createRoute({
    method: "get",
    path: "/atlas/{name}",
    operationId: "findInAtlas",
    summary: "What is proven of one endgame, in the colours asked for",
    request: { params: schemas.EndgameParam, query: schemas.collectionQuery(defaults) },
    responses: { ...values(schemas.AtlasRecordSchema, "Its figures"), ...problems(400, 404, 500) },
  });

/** @param folder of the atlas; default: that of the program */
export function addAtlasRoutes(api: OpenAPIHono<Env>, collection: Required<Collection>, folder?: string): void {
  let atlas: Promise<Atlas> | undefined;
  const open = (): Promise<Atlas> => (atlas ??= openAtlas(folder));
  api.openapi(atlasRoute, async (c) => {
    c.header("cache-control", "no-cache");
    return c.json({ endgames: [...(await open()).entries.values()] }, 200);
  });
  api.openapi(recordRoute(collection), async (c) => {
    const endgame = parseEndgame(c.req.valid("param").name);
    const record = await (await open()).find(endgame, c.req.valid("query"));
    if (record === null) throw new InputError("not-in-atlas", `the atlas does not have ${endgame.name}`);
    const { cells, sum, outcomeSum, proof } = record;
    c.header("cache-control", "no-cache");
    return c.json(
      { ...statisticsOf(record, endgame), cells, sum, ...(outcomeSum !== undefined && { outcomeSum }), proof },
      200,
    );
  });
}
