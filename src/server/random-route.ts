/** /api/v1/random: a random position as wished. */
import { createRoute, z, type OpenAPIHono } from "@hono/zod-openapi";
import type { Collection } from "../table/catalog.ts";
import { randomPosition, type RandomPosition } from "../query/sample.ts";
import type { DataFolder } from "./data-folder.ts";
import { json, problems } from "./responses.ts";
import type { Env } from "./work.ts";
import { collectionMembers, collectionQuery, valueMembers } from "./schemas.ts";

const number = z.coerce.number<string>().int().min(0).max(65_535);

const randomQuery = (defaults: Required<Collection>) =>
  collectionQuery(defaults).extend({
    endgame: z.string().max(60).openapi({ example: "KRKAB" }),
    turn: z.enum(["w", "b"]).optional().openapi({ description: "The side to move, as in a FEN." }),
    outcome: z.enum(["win", "draw", "loss"]).optional().openapi({ description: "For the side to move." }),
    order: number.optional().openapi({ description: "0: by conversion; r > 0: by a forbidden perpetual of level r." }),
    min: number.optional().openapi({ description: "The least distance in plies." }),
    max: number.optional().openapi({ description: "The greatest distance in plies." }),
  });

const RandomSchema = z
  .object({
    fen: z.string(),
    endgame: z.string().openapi({ description: "In the colours asked for." }),
    ...collectionMembers,
    ...valueMembers,
    count: z.number().int().openapi({ description: "How many positions of the whole board are as wished." }),
  })
  .openapi("RandomPosition") satisfies z.ZodType<RandomPosition>;

const randomRoute = (defaults: Required<Collection>) =>
  createRoute({
    method: "get",
    path: "/random",
    summary: "A random legal position of an endgame by side to move, outcome, order and distance",
    request: { query: randomQuery(defaults) },
    responses: { ...json(RandomSchema, "The position"), ...problems(400, 404, 500) },
  });

export function addRandomRoute(api: OpenAPIHono<Env>, data: DataFolder, defaults: Required<Collection>): void {
  api.openapi(randomRoute(defaults), async (c) => {
    const { endgame, turn, outcome, order, min, max, ...collection } = c.req.valid("query");
    const wish = { turn: turn && (turn === "w" ? "red" : "black"), outcome, order, min, max } as const;
    c.header("cache-control", "no-store");
    return c.json(await randomPosition(endgame, wish, c.var.work.on(data.catalog(collection))), 200);
  });
}
