// The parameters and the body of a request, from the schemas that check it.
import type { ZodMiniType } from "zod/mini";
import { toJSONSchema } from "zod/v4/core";
import type { $ZodTypes } from "zod/v4/core";
import type { Route } from "../../../convex/api/routeBuilders";
import type { Schema } from "./schemas";

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
}

export type Referred = { $ref: string };

export async function parametersOf(route: Route, examples: Record<string, unknown>): Promise<(Parameter | Referred)[]> {
  const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name = ""]): Parameter => {
    const schema: Schema = { type: "string", minLength: 1 };
    return { name, in: "path", required: true, description: pathWords(name), schema, example: String(examples[name]) };
  });
  if (route.method !== "GET") return [...inPath, { $ref: "#/components/parameters/IdempotencyKey" }];
  const inQuery = route.query === undefined ? [] : queryParameters(await route.query());
  const isFollowed = route.answer.kind === "followed";
  return [...inPath, ...inQuery, ...(isFollowed ? [{ $ref: "#/components/parameters/LastEventId" }] : [])];
}

function pathWords(name: string): string {
  switch (name) {
    case "v":
      return "The number of the version.";
    case "type":
      return "What kind of thing it is, as the list of the trash says.";
    default:
      return "The id.";
  }
}

/** In a query every value is a text. A number has the bounds of the number that the text is read as. */
function queryParameters(schema: ZodMiniType): Parameter[] {
  const sent = jsonSchemaOf(schema, "input");
  const read = jsonSchemaOf(schema, "output");
  return Object.entries(sent.properties ?? {}).flatMap(([name, text]) => {
    const value = read.properties?.[name];
    if (typeof text !== "object" || typeof value !== "object") return [];
    const isNumber = value.type === "integer" || value.type === "number";
    const made = isNumber ? { ...value, type: "integer" as const } : text;
    return [{ name, in: "query", required: (sent.required ?? []).includes(name), schema: tidy(made) }];
  });
}

/** Undefined when the request takes no body. */
export async function bodySchemaOf(route: Route): Promise<Schema | undefined> {
  if (route.method === "GET" || route.body === undefined) return undefined;
  return argumentsOf(await route.body());
}

/** What a caller may send. */
export function argumentsOf(checked: ZodMiniType): Schema {
  const { $schema: _, ...schema } = jsonSchemaOf(checked, "input");
  return tidy(schema);
}

function jsonSchemaOf(schema: ZodMiniType, io: "input" | "output"): Schema {
  return toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      const { pattern } = jsonSchema;
      if (pattern !== undefined && isTrimmed(zodSchema))
        jsonSchema.pattern = pattern.replace(/^\^/, "^\\s*").replace(/\$$/, "\\s*$");
    },
  });
}

/** White space around such a text is removed before it is compared with the pattern. */
function isTrimmed({ _zod: { def } }: $ZodTypes): boolean {
  const checks = "checks" in def ? (def.checks ?? []) : [];
  return checks.some((check) => check._zod.def.check === "overwrite");
}

/** Leaves out the pattern of a known format, which is long and says the same, and the bounds of every JSON number. */
function tidy(schema: Schema): Schema {
  const { pattern, minimum, maximum, ...rest } = schema;
  const made: Schema = { ...rest };
  if (pattern !== undefined && schema.format === undefined) made.pattern = pattern;
  if (minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER) made.minimum = minimum;
  if (maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER) made.maximum = maximum;
  // Anything, or null, is anything.
  if (schema.anyOf?.some((each) => typeof each === "object" && Object.keys(each).length === 0)) return {};
  for (const key of ["anyOf", "oneOf", "allOf"] as const) {
    const each = schema[key];
    if (each !== undefined) made[key] = each.map(tidy);
  }
  if (schema.items !== undefined && !Array.isArray(schema.items)) made.items = tidyAny(schema.items);
  if (schema.additionalProperties !== undefined) made.additionalProperties = tidyAny(schema.additionalProperties);
  if (schema.properties !== undefined) {
    made.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, field]) => [name, tidyAny(field)]),
    );
  }
  return made;
}

function tidyAny(schema: Schema | boolean): Schema | boolean {
  return typeof schema === "object" ? tidy(schema) : schema;
}
