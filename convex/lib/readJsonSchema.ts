// Accepts the JSON Schemas that lib/jsonSchema.ts can check. A `$ref` to a part of the same schema is replaced by that
// part: what remains ends, and it has no field that begins with `$`, which the platform's values may not have.
import { isObject, types } from "./jsonSchema";
import type { SchemaError, JsonSchema } from "./jsonSchema";

/** What the value of a keyword must be. `note` means nothing for the check. A `dropped` keyword is not kept. */
type Kind = "note" | "dropped" | "any" | "type" | "choices" | "count" | "number" | "positive" | "flag" | Nested;
/** Keywords that contain schemas. */
type Nested = "schema" | "schemas" | "named" | "names";

const kinds: Record<Kind, string[]> = {
  dropped: ["$schema", "$id", "$comment", "$defs", "definitions"],
  note: "title description default examples deprecated readOnly writeOnly format enumNames".split(" "),
  any: ["const"],
  type: ["type"],
  choices: ["enum"],
  count: ["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"],
  number: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"],
  positive: ["multipleOf"],
  flag: ["uniqueItems"],
  schema: ["items", "additionalProperties", "propertyNames", "not", "if", "then", "else"],
  schemas: ["allOf", "anyOf", "oneOf", "prefixItems"],
  named: ["properties"],
  names: ["required"],
};

const kindOf: ReadonlyMap<string, Kind> = new Map(
  (Object.entries(kinds) as [Kind, string[]][]).flatMap(([kind, names]) => names.map((name) => [name, kind] as const)),
);

const maxLevels = 24;

export type ReadResult = { kind: "schema"; schema: JsonSchema } | { kind: "error"; error: SchemaError };

/** `maxBytes` bounds the schema as JSON, with each `$ref` replaced by what it names. */
export function readJsonSchema(value: unknown, maxBytes: number): ReadResult {
  const tooLong = `must have at most ${maxBytes} bytes as JSON, with each $ref replaced by what it names`;
  try {
    const schema = new Reading(value, maxBytes, tooLong).read(value, []);
    if (new TextEncoder().encode(JSON.stringify(schema)).length > maxBytes) throw new Unreadable([], tooLong);
    return { kind: "schema", schema };
  } catch (thrown) {
    if (thrown instanceof Unreadable) return { kind: "error", error: { path: thrown.path, message: thrown.message } };
    throw thrown;
  }
}

class Unreadable extends Error {
  constructor(
    readonly path: string[],
    words: string,
  ) {
    super(words);
  }
}

class Reading {
  /** Counts characters roughly, so that references that multiply one another are found out early. */
  private length = 0;
  /** The references that are being replaced now. */
  private readonly open: string[] = [];

  constructor(
    private readonly root: unknown,
    private readonly maxLength: number,
    private readonly tooLong: string,
  ) {}

  read(value: unknown, path: string[], level = 1): JsonSchema {
    this.spend(2);
    if (level > maxLevels) throw new Unreadable(path, `is nested more than ${maxLevels} levels deep`);
    if (typeof value === "boolean") return value;
    if (!isObject(value)) throw new Unreadable(path, "must be a JSON Schema: an object, true or false");
    const { $ref, ...others } = value;
    const own = this.readKeywords(others, path, level);
    if ($ref === undefined) return own;
    const named = this.readNamed($ref, [...path, "$ref"], level);
    if (Object.keys(own).length === 0) return named;
    return { ...own, allOf: [...(Array.isArray(own["allOf"]) ? (own["allOf"] as JsonSchema[]) : []), named] };
  }

  private readKeywords(schema: Record<string, unknown>, path: string[], level: number): Record<string, unknown> {
    const entries = Object.entries(schema).flatMap(([keyword, value]): [string, unknown][] => {
      const kind = keyword.startsWith("x-") ? "note" : kindOf.get(keyword);
      const inside = [...path, keyword];
      if (kind === undefined) throw new Unreadable(inside, unknownWords(keyword));
      if (kind === "dropped") return [];
      this.spend(keyword.length);
      return [[keyword, this.readValue(kind, value, inside, level)]];
    });
    return Object.fromEntries(entries);
  }

  private readValue(kind: Exclude<Kind, "dropped">, value: unknown, path: string[], level: number): unknown {
    switch (kind) {
      case "schema":
        return this.read(value, path, level + 1);
      case "schemas":
        requireThat(Array.isArray(value) && value.length > 0, path, "must be a list of schemas that is not empty");
        return (value as unknown[]).map((part, index) => this.read(part, [...path, String(index)], level + 1));
      case "named":
        return this.readProperties(value, path, level);
      default:
        requireValue(kind, value, path);
        this.spend(JSON.stringify(value).length);
        return value;
    }
  }

  private readProperties(value: unknown, path: string[], level: number): Record<string, unknown> {
    if (!isObject(value)) throw new Unreadable(path, "must be an object with a schema for each name");
    const read = Object.entries(value).map(([name, part]) => {
      this.spend(name.length);
      return [name, this.read(part, [...path, name], level + 1)] as const;
    });
    return Object.fromEntries(read);
  }

  private readNamed(reference: unknown, path: string[], level: number): JsonSchema {
    if (typeof reference !== "string" || !/^#(?:\/|$)/.test(reference)) {
      throw new Unreadable(path, "must name a part of the same schema, such as #/$defs/name");
    }
    if (this.open.includes(reference)) throw new Unreadable(path, "names a schema that contains itself");
    const named = partAt(this.root, reference);
    if (named === undefined) throw new Unreadable(path, "names a part that the schema does not have");
    this.open.push(reference);
    const schema = this.read(named, path, level + 1);
    this.open.pop();
    return schema;
  }

  private spend(characters: number): void {
    this.length += characters;
    if (this.length > this.maxLength) throw new Unreadable([], this.tooLong);
  }
}

/** Returns what a JSON pointer such as `#/$defs/name` names. */
function partAt(root: unknown, reference: string): unknown {
  const names = reference.slice(1).split("/").slice(1);
  return names.reduce((part: unknown, name) => {
    const key = name.replaceAll("~1", "/").replaceAll("~0", "~");
    return typeof part === "object" && part !== null && Object.hasOwn(part, key)
      ? (part as Record<string, unknown>)[key]
      : undefined;
  }, root);
}

function requireValue(kind: Exclude<Kind, "dropped" | "schema" | "schemas" | "named">, value: unknown, path: string[]) {
  switch (kind) {
    case "note":
    case "any":
      return;
    case "type":
      return requireThat(
        Array.isArray(value) ? value.length > 0 && value.every(isType) : isType(value),
        path,
        `must be one of ${types.join(", ")}, or a list of these`,
      );
    case "choices":
      return requireThat(Array.isArray(value) && value.length > 0, path, "must be a list that is not empty");
    case "count":
      return requireThat(Number.isInteger(value) && Number(value) >= 0, path, "must be a whole number from 0");
    case "number":
      return requireThat(typeof value === "number", path, "must be a number");
    case "positive":
      return requireThat(typeof value === "number" && value > 0, path, "must be a number above 0");
    case "flag":
      return requireThat(typeof value === "boolean", path, "must be true or false");
    case "names":
      return requireThat(
        Array.isArray(value) && value.every((name) => typeof name === "string"),
        path,
        "must be a list of names",
      );
  }
}

function isType(value: unknown): boolean {
  return types.some((type) => type === value);
}

function requireThat(holds: boolean, path: string[], words: string): void {
  if (!holds) throw new Unreadable(path, words);
}

/** A pattern could take for ever on some texts, and there is no way to stop it. */
function unknownWords(keyword: string): string {
  if (keyword === "pattern" || keyword === "patternProperties") {
    return "is not allowed, because a regular expression has no bound on its time; use enum, format or a length";
  }
  return "is not a keyword of JSON Schema that can be checked here";
}
