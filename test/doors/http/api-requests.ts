/** Requests of every kind that the API describes, near to what it allows, made from its own description. */
import fc from "fast-check";
import { z } from "@hono/zod-openapi";

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly example?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Parameter {
  readonly name: string;
  readonly in: "query" | "path" | "header";
  readonly required?: boolean;
  readonly schema: Schema;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: Schema }>> }>>;
}

export interface ApiDescription {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export interface ApiRequest {
  /** As in the description: `/tables/{name}`. */
  readonly route: string;
  readonly method: string;
  /** Below /api/v1, with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Near to a text: a few letters changed, put in or left out. */
const nearly = (text: string): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(fc.nat(text.length), fc.nat(3), fc.string({ maxLength: 3 })), { maxLength: 3 })
    .map((edits) => edits.reduce((at, [place, drop, put]) => at.slice(0, place) + put + at.slice(place + drop), text));

/** @param hints more examples by name of parameter or member */
export function apiRequests(
  description: ApiDescription,
  hints: Readonly<Record<string, readonly string[]>>,
): fc.Arbitrary<ApiRequest> {
  const resolve = (schema: Schema): Schema =>
    schema.$ref === undefined ? schema : description.components.schemas[schema.$ref.split("/").at(-1)!]!;

  const textFor = (name: string, asked: Schema): fc.Arbitrary<string> => {
    const schema = resolve(asked);
    const any = fc.string({ unit: "binary", maxLength: 20 });
    const rarely = (arbitrary: fc.Arbitrary<string>) => [
      { weight: 12, arbitrary },
      { weight: 1, arbitrary: any },
    ];
    if (schema.enum !== undefined) return fc.oneof(...rarely(fc.constantFrom(...schema.enum)));
    if ([schema.type].flat().some((type) => type === "integer" || type === "number")) {
      const least = schema.minimum ?? -1000;
      const most = Math.min(schema.maximum ?? 1e6, Number.MAX_SAFE_INTEGER);
      const within = fc.oneof(
        fc.integer({ min: least, max: Math.min(most, least + 20) }),
        fc.integer({ min: least, max: most }),
      );
      const beyond = fc.constantFrom(least - 1, most + 1, 1e300, 0.5, NaN);
      return fc.oneof(...rarely(within.map(String)), { weight: 1, arbitrary: beyond.map(String) });
    }
    const samples = [...(hints[name] ?? []), ...(typeof schema.example === "string" ? [schema.example] : [])];
    const sample = fc.constantFrom(...(samples.length === 0 ? ["x"] : samples));
    const long = fc.integer({ min: 0, max: 2 }).map((more) => "a".repeat((schema.maxLength ?? 100) - 1 + more));
    return fc.oneof(...rarely(sample), { weight: 6, arbitrary: sample.chain(nearly) }, { weight: 1, arbitrary: long });
  };

  const requestFor = (
    route: string,
    method: string,
    { parameters = [], requestBody }: Operation,
  ): fc.Arbitrary<ApiRequest> => {
    const values = parameters.map((each) => {
      const text = textFor(each.name, each.schema);
      const given = each.in === "path" ? text.map((found) => found || "x") : text;
      if (each.in === "path") return given;
      return fc.option(given, { nil: undefined, freq: each.required ? 20 : 2 });
    });
    const schema = requestBody && resolve(requestBody.content["application/json"]!.schema);
    const members = Object.entries(schema?.properties ?? {});
    const whole = fc
      .record(Object.fromEntries(members.map(([name, member]) => [name, textFor(name, member)])), { requiredKeys: [] })
      .map((value) => JSON.stringify(value));
    const body =
      schema === undefined
        ? fc.constant(undefined)
        : fc.oneof(
            { weight: 8, arbitrary: whole },
            { weight: 1, arbitrary: whole.chain(nearly) },
            { weight: 1, arbitrary: fc.json() },
          );
    return fc.tuple(fc.tuple(...values), body).map(([found, sent]) => {
      const given = parameters.flatMap((each, i) => (found[i] === undefined ? [] : [{ ...each, value: found[i] }]));
      const query = new URLSearchParams(
        given.filter((each) => each.in === "query").map(({ name, value }) => [name, value]),
      );
      const path = given
        .filter((each) => each.in === "path")
        .reduce(
          (at, { name, value }) => at.replace(`{${name}}`, () => encodeURIComponent(value.toWellFormed())),
          route,
        );
      const headers = Object.fromEntries(
        given
          .filter((each) => each.in === "header")
          .map(({ name, value }) => [name, value.replaceAll(/[^\x21-\x7e]/g, "")]),
      );
      const typed = sent === undefined ? headers : { ...headers, "content-type": "application/json" };
      return { route, method: method.toUpperCase(), path: `${path}?${query.toString()}`, headers: typed, body: sent };
    });
  };

  const all = Object.entries(description.paths).flatMap(([route, operations]) =>
    Object.entries(operations).map(([method, operation]) => requestFor(route, method, operation)),
  );
  return fc.oneof(...all);
}

/** What is wrong with an answer by the description; empty when nothing is. */
export function problemsOf(
  description: ApiDescription,
  { route, method }: ApiRequest,
  answer: { readonly status: number; readonly type: string; readonly body: string },
): string[] {
  const { responses } = description.paths[route]![method.toLowerCase()]!;
  const content = responses[answer.status]?.content?.[answer.type];
  if (content === undefined) return [`${answer.status} with ${answer.type} is not described`];
  if (answer.type === "text/event-stream") return [];
  const key = `${route} ${method} ${answer.status} ${answer.type}`;
  let schema = schemas.get(key);
  if (schema === undefined) {
    const { components } = description;
    const document = { ...content.schema, $defs: components.schemas };
    const local = JSON.parse(JSON.stringify(document).replaceAll("#/components/schemas/", "#/$defs/")) as Parameters<
      typeof z.fromJSONSchema
    >[0];
    schemas.set(key, (schema = z.fromJSONSchema(local)));
  }
  const checked = schema.safeParse(JSON.parse(answer.body));
  return checked.success ? [] : checked.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
}

const schemas = new Map<string, z.ZodType>();
