// Requests as people write them: examples for the samples, and what the form of "Try it" sends.
import type { Operation, Reference } from "./openapi";
import { exampleOf, shortExampleOf } from "./schemas";

export interface ExampleRequest {
  method: string;
  /** Path and query. */
  target: string;
  /** What is in the path and the query, by name. */
  values: Readonly<Record<string, string>>;
  /** Null for a request without a body. */
  body: unknown;
}

/** Returns a request with what is required, from the document's example where it has one. */
export function exampleRequest(operation: Operation, resolve: Reference["resolve"]): ExampleRequest {
  const values = Object.fromEntries(
    operation.parameters
      .filter(({ isRequired, place }) => isRequired && place !== "header")
      .map(({ name, schema, example }) => [name, textOf(example ?? exampleOf(resolve, schema, { name, depth: 0 }))]),
  );
  const target = targetOf(operation, new Map(Object.entries(values)));
  return { method: operation.method, target, values, body: exampleBody(operation, resolve) };
}

export function exampleBody({ body }: Operation, resolve: Reference["resolve"]): unknown {
  if (body === null || body.schema === null) return null;
  const [example] = body.examples;
  return example === undefined ? shortExampleOf(resolve, body.schema) : example.value;
}

/** Puts values into the path and the query. Without a value, a parameter stays in the path and is not in the query. */
export function targetOf({ path, parameters }: Operation, values: ReadonlyMap<string, string>): string {
  const whole = path.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values.get(name);
    return value === undefined || value === "" ? placeholder : encode(value);
  });
  const query = parameters
    .filter(({ place }) => place === "query")
    .flatMap(({ name }) => {
      const value = values.get(name) ?? "";
      return value === "" ? [] : [`${name}=${encode(value)}`];
    });
  return query.length === 0 ? whole : `${whole}?${query.join("&")}`;
}

/** A value as it is written in an address. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Angle brackets mark what the reader must replace, so a sample shows them as they are. */
function encode(value: string): string {
  return /^<.*>$/.test(value) ? value : encodeURIComponent(value);
}
