/** /api/v1/material: what combinations of material are worth, solved or inferred. */
import { createRoute, z, type OpenAPIHono } from "@hono/zod-openapi";
import { openAtlas } from "../../knowledge/atlas/node/files.ts";
import { makeAnswerer, type Answerer, type MapCell, type MaterialAnswer } from "../../knowledge/material/answer.ts";
import { parsePair } from "../../knowledge/material/paper/space.ts";
import { readMaterialBase } from "../../knowledge/material/node/files.ts";
import { STATES } from "../../knowledge/material/paper/basic.ts";
import { asked } from "./parameters.ts";
import { problems, values } from "./problem.ts";
import { missingAsked } from "./schemas.ts";
import type { Env, RequestWork } from "./work.ts";

const query = asked({
  ...missingAsked,
  name: z.string().max(80).openapi({
    description: "Both sides' men; a category behind each soldier: Pt top, Pl low, Pb bottom.",
    example: "KRNKCCAABB",
  }),
});

const share = z.number().min(0).max(1);
const state = z.enum(STATES);
const side = z.enum(["first", "second"]);
const shares = z.object({ win: share, draw: share, loss: share }).openapi({ description: "The attacking side's." });
const basis = z.enum(["exact", "extension", "predicted", "doubtful", "atlas", "far"]).openapi({
  description:
    "exact: solved. extension: the only state that solved endgames with less and with more men leave. predicted: estimated from solved endgames. doubtful: estimated, and not known well. atlas: no state, as all positions of the endgame are proven. far: no state, so far from all that is solved.",
});
const proven = z
  .object({ endgame: z.string(), attackToMove: shares, defenceToMove: shares })
  .openapi({ description: "Exact, of all legal positions of the endgame; soldiers of all categories are alike." });
const ReasonSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("solved"), pair: z.string(), state, shares }),
  z.object({ kind: z.literal("superset"), from: z.string(), state, won: share }),
  z.object({ kind: z.literal("subset"), from: z.string(), state, won: share }),
]);

const MaterialSchema = z
  .object({
    pair: z.string(),
    attacking: side.openapi({ description: "The side with more attack power; states are seen from it." }),
    attack: z.string(),
    defence: z.string(),
    state: state.nullable().openapi({ description: "Null where `basis` is `atlas` or `far`." }),
    basis,
    shares: shares.nullable().openapi({
      description: "The attacking side's, of quiet positions; null where these were not counted.",
    }),
    proven: proven.nullable().openapi({ description: "Null where the atlas does not have the endgame." }),
    estimated: z.object({ won: share, least: share, most: share }).nullable().openapi({
      description:
        "Of all legal positions, what the attacking side wins, and bounds of it that hold nine times of ten; null where nothing is estimated.",
    }),
    probabilities: z
      .record(state, share)
      .nullable()
      .openapi({ description: "Null where `basis` is `atlas` or `far`." }),
    reasons: z.array(ReasonSchema).readonly(),
  })
  .openapi("Material") satisfies z.ZodType<MaterialAnswer>;

const MapCellSchema = z.object({
  second: z.string(),
  attacking: side,
  state: state.nullable(),
  won: share.nullable().openapi({
    description:
      "Where the atlas has the endgame, in place of a state: what the attacking side wins of all positions, both sides to move weighing the same.",
  }),
});

const MapSchema = z
  .object({
    rows: z.array(z.array(MapCellSchema)).openapi({
      description: "27 rows by the second side's chariots, horses, cannons; 9 columns by its advisors and elephants.",
    }),
  })
  .openapi("MaterialMap") satisfies z.ZodType<{ rows: MapCell[][] }>;

const materialRoute = createRoute({
  method: "get",
  path: "/material",
  operationId: "valueMaterial",
  summary: "What a combination of material is worth, and why",
  request: { query },
  responses: { ...values(MaterialSchema, "The state"), ...problems(400, 404, 500) },
});

const mapRoute = createRoute({
  method: "get",
  path: "/material/map",
  operationId: "mapMaterial",
  summary: "The first side's material against all strong and defending men of the second; its soldiers stay",
  request: { query },
  responses: { ...values(MapSchema, "The map"), ...problems(400, 404, 500) },
});

/** @param folders of the material room and of the atlas; default: those of the program */
export function addMaterialRoutes(
  api: OpenAPIHono<Env>,
  folders: { readonly material?: string; readonly atlas?: string } = {},
): void {
  // Read when they are first asked for: some megabytes.
  let answerer: Answerer | undefined;
  const open = async (work: RequestWork): Promise<Answerer> => {
    await work.step();
    answerer ??= makeAnswerer(readMaterialBase(folders.material), (await openAtlas(folders.atlas)).entries);
    await work.step();
    return answerer;
  };
  api.openapi(materialRoute, async (c) => {
    const pair = parsePair(c.req.valid("query").name);
    const found = (await open(c.var.work)).answer(pair);
    c.header("cache-control", found.basis === "exact" ? "no-cache" : "no-store");
    return c.json(found, 200);
  });
  api.openapi(mapRoute, async (c) => {
    const pair = parsePair(c.req.valid("query").name);
    c.header("cache-control", "no-store"); // most of it is estimated
    return c.json({ rows: (await open(c.var.work)).map(pair) }, 200);
  });
}
