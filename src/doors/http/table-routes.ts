/** What is asked of tables: which there are, what one of them counts, and a position of it as wished. */
import { basename } from "node:path";
import { createRoute, z, type OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import { InputError } from "../../base/errors.ts";
import { canonicalEndgame, parseEndgame } from "../../endgame/endgame.ts";
import { randomPosition, type RandomPosition } from "../../query/sample.ts";
import { describeKnown, statisticsOf, summarize } from "../../query/statistics.ts";
import { collectionsOf, openOrMissing, tableAddress, type Collection } from "../../table/catalog/catalog.ts";
import { fileBytes, tableName } from "../../table/format/header.ts";
import type { DataFolder } from "./data-folder.ts";
import { asked, integer } from "./parameters.ts";
import { json, problems, values } from "./problem.ts";
import * as schemas from "./schemas.ts";
import type { Env } from "./work.ts";

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

/**
 * @param collection what is meant where a request does not say
 * @param clientOf who asks
 */
export function addTableRoutes(
  api: OpenAPIHono<Env>,
  data: DataFolder,
  collection: Required<Collection>,
  clientOf: (c: Context) => string,
): void {
  api.openapi(tablesRoute, async (c) => {
    const wanted = collectionsOf(c.req.valid("query"));
    const listings = await Promise.all(wanted.map(async (each) => ({ each, ...(await data.list(each)) })));
    await c.var.work.step(); // many may have waited for the same listing
    const tables = listings.flatMap(({ each, tables: found }) =>
      found.map((entry) => summarize(entry.header, fileUrl(each, entry.endgame, entry.header.sha256), entry)),
    );
    const outcomes = listings.flatMap(({ each, outcomes: found }) =>
      found.map(({ endgame, bytes, header: { sha256, info } }) => ({
        endgame,
        rules: each.rules,
        metric: each.metric,
        orders: info.orderForm,
        bytes,
        sha256,
        sum: info.outcomes!.sum,
        file: fileUrl(each, tableName(info), sha256),
      })),
    );
    const damaged = listings.flatMap(({ strays }) =>
      strays
        .filter(({ path }) => !basename(path).startsWith(".")) // tables that are being written
        .map(({ path, problem }) => ({ file: data.withoutFolder(path), problem: data.withoutFolder(problem) })),
    );
    c.header("cache-control", damaged.length > 0 ? "no-store" : "no-cache");
    return c.json({ tables, outcomes, damaged, collection, scrubbed: { ...data.scrubbed } }, 200);
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

  const searches = new OneEach();
  api.openapi(randomRoute(collection), async (c) => {
    const { endgame, turn, outcome, order, min, max, ...wanted } = c.req.valid("query");
    const wish = { turn: turn && (turn === "w" ? "red" : "black"), outcome, order, min, max } as const;
    c.header("cache-control", "no-store");
    c.var.work.bound(MOST_SEARCHED, NOT_FOUND_YET);
    const tables = c.var.work.on(data.catalog(wanted));
    return c.json(await searches.run(clientOf(c), () => randomPosition(endgame, wish, tables)), 200);
  });
}

function fileUrl(collection: Collection, name: string, sha256: string): string {
  return `/tables/${tableAddress(collection, name, sha256)}`;
}

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
