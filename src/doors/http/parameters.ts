/** What requests may name: parameters in words and numbers, and nothing else. */
import { z } from "@hono/zod-openapi";

/** Changes of a letter that a name may be away from the one that was meant. */
const NEAR = 3;

/**
 * An object of a request. A name that is none of its own is refused, and told with the nearest of these: what is misspelt would
 * otherwise be left out without a word.
 */
export function asked<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const names = Object.keys(shape);
  return z.strictObject(shape, {
    error: (issue) => {
      if (issue.code !== "unrecognized_keys") return undefined;
      return (issue.keys as string[]).map((key) => describeUnknown(key, names)).join("; ");
    },
  });
}

/** Of what has no parameters. */
export const NOTHING_ASKED = asked({});

function describeUnknown(name: string, names: readonly string[]): string {
  const [nearest] = names
    .map((each) => ({ each, changes: changesBetween(name.toLowerCase(), each.toLowerCase()) }))
    .filter(({ each, changes }) => changes <= Math.min(NEAR, each.length / 2))
    .sort((a, b) => a.changes - b.changes);
  const known = names.length === 0 ? "there are none here" : `there are ${names.join(", ")}`;
  return `${JSON.stringify(name)} is no parameter; ${nearest === undefined ? known : `did you mean ${nearest.each}?`}`;
}

/** The least number of letters to put in, leave out or change to come from one text to the other (Levenshtein). */
export function changesBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 0; i < from.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < to.length; j++)
      next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + (from[i] === to[j] ? 0 : 1)));
    row = next;
  }
  return row[to.length]!;
}

/** A whole number in digits alone: no sign, no other notation, no zeros before it, and not nothing. */
export function integer(least: number, most: number) {
  return z
    .string()
    .regex(/^(0|[1-9]\d*)$/, "a whole number is written in digits")
    .transform(Number)
    .pipe(z.number().int().min(least).max(most))
    .openapi({ type: "integer", minimum: least, maximum: most });
}

/** A parameter that is `true` or `false`; left out it is false. */
export const flag = z
  .enum(["true", "false"])
  .default("false")
  .transform((text) => text === "true")
  .openapi({ type: "boolean", enum: [true, false] });
