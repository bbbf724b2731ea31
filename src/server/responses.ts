/** The responses of routes, for the description of the API. */
import type { z } from "@hono/zod-openapi";
import { TITLES } from "./problem.ts";
import { ProblemSchema } from "./schemas.ts";

/** What any request can be answered with: a bad parameter, another method, a limit, a fault, a file that cannot be read, too much to compute. */
const ANYWHERE = [400, 405, 429, 500, 503, 504];

export const problems = (...statuses: number[]) =>
  Object.fromEntries(
    [...new Set([...statuses, ...ANYWHERE])].map((status) => [
      status,
      { description: TITLES[status]!, content: { "application/problem+json": { schema: ProblemSchema } } },
    ]),
  );

export const json = <Schema extends z.ZodType>(schema: Schema, description: string) => ({
  200: { description, content: { "application/json": { schema } } },
});
