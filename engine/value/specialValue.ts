// The values that JSON cannot express. In Convex JSON each is an object with one key that begins with "$". A field
// name never begins with "$", so the first key distinguishes such a value from an object of fields.
import type { Json, JsonObject } from "./json";

export type SpecialValue =
  | { kind: "integer"; base64: string }
  | { kind: "float"; base64: string }
  | { kind: "bytes"; base64: string }
  /**
   * A placeholder for the commit timestamp of the mutation that writes it. Until the commit it counts as the greatest
   * integer.
   */
  | { kind: "commitTs" };

const DOLLAR = 36;
const COMMIT_TS: SpecialValue = { kind: "commitTs" };

/**
 * Returns the special value that `object` represents, or null for an object of fields. `object` must be well-formed
 * Convex JSON.
 */
export function specialValueOf(object: JsonObject): SpecialValue | null {
  for (const key in object) {
    return key.charCodeAt(0) === DOLLAR ? specialValue(key, object[key]) : null;
  }
  return null;
}

function specialValue(key: string, content: Json | undefined): SpecialValue {
  if (typeof content === "string") {
    if (key === "$integer") return { kind: "integer", base64: content };
    if (key === "$float") return { kind: "float", base64: content };
    if (key === "$bytes") return { kind: "bytes", base64: content };
  }
  if (key === "$commitTs") return COMMIT_TS;
  throw new Error(`"${key}" does not begin a well-formed Convex value`);
}

export const MAX_INT64 = 2n ** 63n - 1n;

export function integerOf(base64: string): bigint {
  return Buffer.from(base64, "base64").readBigInt64LE();
}

export function integerJson(integer: bigint): JsonObject {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(integer);
  return { $integer: bytes.toString("base64") };
}

export function floatOf(base64: string): number {
  return Buffer.from(base64, "base64").readDoubleLE();
}

/** Returns the number of bytes that a padded base64 text encodes. */
export function byteLengthOf(base64: string): number {
  const padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
  return (base64.length / 4) * 3 - padding;
}

export type ValueKind = "null" | "boolean" | "number" | "string" | "array" | "object" | "bigint" | "bytes" | "commitTs";

const KIND_OF_SPECIAL = { integer: "bigint", float: "number", bytes: "bytes", commitTs: "commitTs" } as const;

/** Returns the type of a value, by the name that validators use. */
export function kindOf(value: Json): ValueKind {
  switch (typeof value) {
    case "string":
      return "string";
    case "number":
      return "number";
    case "boolean":
      return "boolean";
    default: {
      if (value === null) return "null";
      if (Array.isArray(value)) return "array";
      const special = specialValueOf(value);
      return special === null ? "object" : KIND_OF_SPECIAL[special.kind];
    }
  }
}
