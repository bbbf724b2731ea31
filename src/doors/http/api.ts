/** The routes below /api/v1. */
import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { Collection } from "../../table/catalog/catalog.ts";
import { addAtlasRoutes } from "./atlas-routes.ts";
import type { BuildQueue } from "./build-queue.ts";
import { addBuildRoutes } from "./build-routes.ts";
import type { DataFolder } from "./data-folder.ts";
import { addMaterialRoutes } from "./material-routes.ts";
import { NOTHING_ASKED } from "./parameters.ts";
import { addPositionRoutes } from "./position-routes.ts";
import { addProofRoutes } from "./proof-routes.ts";
import type { Prover } from "./prover.ts";
import { json, problemResponse, problems } from "./problem.ts";
import { HealthSchema } from "./schemas.ts";
import { addTableRoutes } from "./table-routes.ts";
import type { Env } from "./work.ts";

const healthRoute = createRoute({
  method: "get",
  path: "/health",
  operationId: "health",
  summary: "Whether the server answers",
  request: { query: NOTHING_ASKED },
  responses: { ...json(HealthSchema, "It does"), ...problems() },
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
  prover: Prover,
  clientOf: (c: Context) => string,
): OpenAPIHono<Env> {
  const api = new OpenAPIHono<Env>({
    defaultHook: (result, c) => {
      if (result.success) return;
      const { issues } = result.error;
      const unknown = issues.find(({ code }) => code === "unrecognized_keys");
      if (unknown !== undefined) return problemResponse(c, 400, "unknown-parameter", unknown.message);
      return problemResponse(c, 400, "bad-request", describeIssue(issues[0]!));
    },
  });

  addPositionRoutes(api, data, version, collection);
  addTableRoutes(api, data, collection, clientOf);
  addMaterialRoutes(api);
  addAtlasRoutes(api, collection);
  addProofRoutes(api, prover, clientOf);
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

function describeIssue({ path, message }: { readonly path: readonly PropertyKey[]; readonly message: string }): string {
  const name = path.join(".");
  if (name !== "" && message.endsWith("received undefined")) return `${name} is missing`;
  return name === "" ? message : `${name}: ${message}`;
}
