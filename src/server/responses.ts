/** The responses of routes, for the description of the API. */
import type { z } from "@hono/zod-openapi";
import { TITLES } from "./problem.ts";
import { ProblemSchema } from "./schemas.ts";

export const problems = (...statuses: number[]) =>
  Object.fromEntries(
    statuses.map((status) => [
      status,
      { description: TITLES[status]!, content: { "application/problem+json": { schema: ProblemSchema } } },
    ]),
  );

export const json = <Schema extends z.ZodType>(schema: Schema, description: string) => ({
  200: { description, content: { "application/json": { schema } } },
});
