import { isRecord } from "../../text/json";

const maxDepth = 6;

/** Returns a value that matches a JSON Schema of the usual kind, with texts about the topic. */
export function sampleOf(schema: unknown, topic: string, depth = 0): unknown {
  if (!isRecord(schema) || depth > maxDepth) return null;
  if ("const" in schema) return schema["const"];
  if ("default" in schema) return schema["default"];
  const choices = schema["enum"];
  if (Array.isArray(choices)) return choices[0] as unknown;
  const variants = schema["oneOf"] ?? schema["anyOf"];
  if (Array.isArray(variants)) return sampleOf(variants[0], topic, depth + 1);
  const type: unknown = Array.isArray(schema["type"]) ? schema["type"][0] : schema["type"];
  switch (type) {
    case "object":
      return objectSample(schema, topic, depth);
    case "array":
      return arraySample(schema, topic, depth);
    case "string":
      return textSample(schema, topic);
    case "integer":
    case "number":
      return typeof schema["minimum"] === "number" ? schema["minimum"] : 1;
    case "boolean":
      return true;
    default:
      return null;
  }
}

function objectSample(schema: Record<string, unknown>, topic: string, depth: number): Record<string, unknown> {
  const fields = isRecord(schema["properties"]) ? schema["properties"] : {};
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, sampleOf(field, topic, depth + 1)]));
}

function arraySample(schema: Record<string, unknown>, topic: string, depth: number): unknown[] {
  const count = typeof schema["minItems"] === "number" ? Math.max(1, schema["minItems"]) : 1;
  return Array.from({ length: count }, () => sampleOf(schema["items"], topic, depth + 1));
}

function textSample(schema: Record<string, unknown>, topic: string): string {
  const { minLength, maxLength } = schema;
  const text = typeof maxLength === "number" ? topic.slice(0, maxLength) : topic;
  return typeof minLength === "number" ? text.padEnd(minLength, ".") : text;
}
