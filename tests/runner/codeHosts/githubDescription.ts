// GitHub's own description of its API: whether a request is one that it knows, and an answer one that it gives.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { Ajv } from "ajv";
import type { ValidateFunction } from "ajv";

type Schema = Record<string, unknown>;

interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  schema: Schema;
}

interface Content {
  content?: Record<string, { schema: Schema; examples?: Record<string, unknown> }>;
}

interface Operation {
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: Content & { required?: boolean };
  responses: Record<string, (Content & { $ref?: undefined }) | { $ref: string }>;
}

interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, Parameter>;
    responses: Record<string, Content>;
    examples: Record<string, { value: unknown }>;
  };
}

const folder = path.dirname(createRequire(import.meta.url).resolve("@octokit/openapi/package.json"));
const file = path.join(folder, "generated/api.github.com.json");
const description = JSON.parse(readFileSync(file, "utf8"), withNull) as Description;
const { components } = description;
const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true, coerceTypes: false });
ajv.addSchema({ $id: "github", components: { schemas: components.schemas } });

/** A value that may be null is not named again in the list of its values. */
function withNull(_name: string, value: unknown): unknown {
  const schema = value as { nullable?: unknown; enum?: unknown } | null;
  if (schema?.nullable !== true || !Array.isArray(schema.enum) || schema.enum.includes(null)) return value;
  return { ...schema, enum: [...(schema.enum as unknown[]), null] };
}

const compiled = new Map<string, ValidateFunction>();

function faultsOf(schema: Schema, value: unknown): string[] {
  const text = JSON.stringify(schema).replaceAll('"#/components', '"github#/components');
  const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text) as Schema);
  compiled.set(text, validate);
  return validate(value) ? [] : (validate.errors ?? []).map((one) => `${one.instancePath} ${one.message}`);
}

const nameOf = ($ref: string) => $ref.split("/").at(-1) ?? "";

export interface Asked {
  method: string;
  /** Below the root of the API, such as /repos/acme/shop/pulls/7. */
  path: string;
  query: URLSearchParams;
  body: unknown;
}

interface Found {
  template: string;
  operation: Operation;
  values: Record<string, string>;
}

/** The path with the most fixed parts wins, as on GitHub. */
function find({ method, path }: Pick<Asked, "method" | "path">): Found | null {
  const parts = path.split("/");
  const candidates = Object.entries(description.paths).flatMap(([template, operations]) => {
    const operation = operations[method.toLowerCase()];
    const names = template.split("/");
    if (operation === undefined || names.length !== parts.length) return [];
    if (!names.every((name, index) => name.startsWith("{") || name === parts[index])) return [];
    const values = names.flatMap((name, index) => {
      return name.startsWith("{") ? [[name.slice(1, -1), decodeURIComponent(parts[index] ?? "")]] : [];
    });
    return [{ template, operation, values: Object.fromEntries(values) as Record<string, string> }];
  });
  const holes = ({ template }: Found) => template.split("{").length;
  return candidates.toSorted((a, b) => holes(a) - holes(b))[0] ?? null;
}

/** A number in an address is written as text. */
function typed(schema: Schema, text: string): unknown {
  return schema["type"] === "integer" && /^\d+$/.test(text) ? Number(text) : text;
}

function parametersOf({ parameters = [] }: Operation): Parameter[] {
  return parameters.map((one) => {
    const found = "$ref" in one ? components.parameters[nameOf(one.$ref)] : one;
    if (found === undefined) throw new Error("The description names a parameter that it does not have.");
    return found;
  });
}

/** Sentences about what is wrong with a request. */
export function faultsOfRequest(asked: Asked): string[] {
  const found = find(asked);
  const what = `${asked.method} ${asked.path}`;
  if (found === null) return [`${what} is not in the description`];
  const known = parametersOf(found.operation);
  const faults = known.flatMap(({ name, in: place, required = false, schema }) => {
    const text = place === "path" ? found.values[name] : asked.query.get(name);
    if (text == null) return required && place !== "header" ? [`${name} is missing`] : [];
    return faultsOf(schema, typed(schema, text)).map((fault) => `${name} ${fault}`);
  });
  const unknown = [...asked.query.keys()].filter(
    (name) => !known.some((one) => one.in === "query" && one.name === name),
  );
  const body = found.operation.requestBody?.content?.["application/json"]?.schema;
  const ofBody = body === undefined ? (asked.body == null ? [] : ["it takes no body"]) : faultsOf(body, asked.body);
  return [...faults, ...unknown.map((name) => `${name} is unknown`), ...ofBody].map((fault) => `${what}: ${fault}`);
}

/** Sentences about what is wrong with an answer. */
export function faultsOfAnswer(asked: Asked, { status, body }: { status: number; body: unknown }): string[] {
  const found = find(asked);
  if (found === null) return [];
  const what = `${status} of ${asked.method} ${found.template}`;
  const named = found.operation.responses[String(status)];
  if (named === undefined) return [`${what} is not in the description`];
  const answer = named.$ref === undefined ? named : components.responses[nameOf(named.$ref)];
  const schema = answer?.content?.["application/json"]?.schema;
  return schema === undefined ? [] : faultsOf(schema, body).map((fault) => `${what}: ${fault}`);
}

/** One of the description's own examples. */
export function example(name: string): Record<string, unknown> {
  const found = components.examples[name]?.value;
  if (typeof found !== "object" || found === null) throw new Error(`The description has no example ${name}.`);
  return structuredClone(found) as Record<string, unknown>;
}
