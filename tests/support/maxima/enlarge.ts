// Builds the largest input that a schema accepts from a small input: texts of the largest length, lists with the
// largest number of items, and lists of ids with as many different ids.
import type { $ZodType, $ZodTypes } from "zod/v4/core";
import type { Input } from "../readBudgets/area";

/** A character of three bytes in UTF-8. */
const wide = "語";

/** Returns ids of the same kind as the given one. */
export type MoreIds = (id: string, count: number) => string[];

/** Returns the largest input. Fields that the schema does not accept at their largest size keep their value. */
export function enlarge(schema: $ZodType | undefined, small: Input, moreIds: MoreIds): Input {
  if (schema === undefined) return withManyIds(small, moreIds);
  for (const character of [wide, "x"]) {
    const large = enlargeWith(schema, small, (value, field) => largest(field, value, character, moreIds));
    if (large !== null) return large;
  }
  return withManyIds(small, moreIds);
}

/** For operations without a schema: enlarges only lists of ids. */
function withManyIds(small: Input, moreIds: MoreIds): Input {
  return Object.fromEntries(
    Object.entries(small).map(([name, value]) => [
      name,
      Array.isArray(value) && isId(value[0]) ? moreIds(value[0], 100) : value,
    ]),
  );
}

type Enlarge = (value: unknown, field: $ZodType) => unknown;

function enlargeWith(schema: $ZodType, small: Input, grow: Enlarge): Input | null {
  const { def } = (schema as $ZodTypes)._zod;
  if (def.type !== "object") return null;
  const large: Input = { ...small };
  for (const [name, field] of Object.entries(def.shape)) {
    const grown = grow(small[name], field);
    if (grown !== undefined) large[name] = grown;
  }
  // While the schema refuses the input, the field that it names gets its small value back.
  for (let tries = Object.keys(large).length; tries >= 0; tries--) {
    const issue = check(schema, large);
    if (issue === null) return large;
    const name = String(issue.path[0] ?? "");
    if (name in small) large[name] = small[name];
    else delete large[name];
  }
  return null;
}

interface Parser {
  safeParse(value: unknown): { success: boolean; error?: { issues: { path: PropertyKey[] }[] } };
}

function check(schema: $ZodType, value: Input): { path: PropertyKey[] } | null {
  const result = (schema as unknown as Parser).safeParse(value);
  return result.success ? null : (result.error?.issues[0] ?? { path: [] });
}

function largest(field: $ZodType, small: unknown, character: string, moreIds: MoreIds): unknown {
  const { def } = (field as $ZodTypes)._zod;
  switch (def.type) {
    case "optional":
    case "nullable":
    case "default":
      return largest(def.innerType, small, character, moreIds);
    case "string":
      return isId(small) || small === undefined ? small : character.repeat(mostOf(field) ?? 0) || small;
    case "number":
      return small;
    case "array": {
      const [first] = Array.isArray(small) ? (small as unknown[]) : [];
      const count = mostOf(field) ?? 100;
      if (isId(first)) return moreIds(first, count);
      const item = largest(def.element, first, character, moreIds);
      return item === undefined ? small : Array.from({ length: count }, (_, index) => withOwnKey(item, index));
    }
    case "object": {
      if (typeof small !== "object" || small === null) return small;
      const fields = small as Input;
      const grown = Object.entries(def.shape).map(([name, inner]) => [
        name,
        largest(inner, fields[name], character, moreIds),
      ]);
      return Object.fromEntries(grown.filter(([, value]) => value !== undefined));
    }
    default:
      return small;
  }
}

/** Items with a key are told apart by it. */
function withOwnKey(item: unknown, index: number): unknown {
  if (typeof item !== "object" || item === null || !("key" in item) || typeof item.key !== "string") return item;
  const number = String(index).padStart(4, "0");
  return { ...item, key: number + item.key.slice(number.length) };
}

function mostOf(field: $ZodType): number | undefined {
  const checks = (field as $ZodTypes)._zod.def.checks ?? [];
  for (const each of checks) {
    const check = each._zod.def as { check: string; maximum?: number };
    if (check.check === "max_length") return check.maximum;
  }
  return undefined;
}

function isId(value: unknown): value is string {
  return typeof value === "string" && /^[a-z]+_[a-z0-9]{20,}$/.test(value);
}
