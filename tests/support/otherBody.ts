// Builds another body that the same operation accepts, for tests which show that the difference is noticed.
import type { $ZodType } from "zod/v4/core";

type Body = Record<string, unknown>;

/** Returns null when the schema accepts no other body, for example because it has no fields. */
export function otherBody(schema: $ZodType | undefined, body: Body): Body | null {
  if (schema === undefined) return null;
  for (const [name, value] of Object.entries(body)) {
    const { [name]: _left, ...without } = body;
    const others = otherValues(value).map((other): Body => Object.assign({ ...body }, { [name]: other }));
    const taken = [...others, without].find((other) => isTaken(schema, other));
    if (taken !== undefined) return taken;
  }
  return null;
}

function otherValues(value: unknown): unknown[] {
  switch (typeof value) {
    case "string":
      return [`${value}x`, value.slice(0, -1)];
    case "number":
      return [value + 1, value - 1];
    case "boolean":
      return [!value];
    default:
      return Array.isArray(value) ? [value.slice(1), [...value, ...value]] : [];
  }
}

function isTaken(schema: $ZodType, body: Body): boolean {
  return (schema as unknown as { safeParse(value: unknown): { success: boolean } }).safeParse(body).success;
}
