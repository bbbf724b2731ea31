/** The whole server as one function from requests to responses; it needs no socket. */
import { OpenAPIHono } from "@hono/zod-openapi";
import { compress } from "hono/compress";
import { cors } from "hono/cors";
import { DEFAULT_COLLECTION, type Collection } from "../table/catalog.ts";
import { createApi } from "./api.ts";
import type { DataFolder } from "./data-folder.ts";
import { servePage, type Page } from "./page.ts";
import { problemOf, problemResponse } from "./problem.ts";
import { serveTableFiles } from "./table-files.ts";

export interface AppOptions {
  readonly data: DataFolder;
  /** Empty for a server without a page. */
  readonly page: Page;
  readonly version: string;
  /** What is meant where a request does not say. */
  readonly collection?: Collection;
}

const EXPOSED = ["etag", "content-range", "accept-ranges", "content-length"];

export function createApp({ data, page, version, collection }: AppOptions): OpenAPIHono {
  const app = new OpenAPIHono();
  app.use(async (c, next) => {
    await next();
    c.res.headers.set("x-content-type-options", "nosniff");
  });
  app.use("/api/*", cors({ origin: "*", allowMethods: ["GET", "HEAD"] }));
  app.use("/tables/*", cors({ origin: "*", allowMethods: ["GET", "HEAD"], exposeHeaders: EXPOSED }));
  app.use("/api/v1/tables", compress());
  app.route("/api/v1", createApi(data, version, { ...DEFAULT_COLLECTION, ...collection }));
  serveTableFiles(app, data);
  servePage(app, page);
  app.onError((error, c) => problemOf(c, error, data));
  app.notFound((c) => {
    const unbuilt = c.req.path === "/" && page.size === 0;
    const detail = unbuilt ? "The page has not been built: run npm run build:page." : "There is nothing here.";
    return problemResponse(c, 404, "not-found", detail);
  });
  return app;
}
