// From the schemas of requests and answers to those of the document. An answer that is a named shape stays one, below
// `components/schemas`, and so does a page of such a shape.
import type { JSONSchema } from "zod/v4/core";
import type { AnswerSchema } from "../../../scripts/answerSchemas";

export type Schema = JSONSchema.JSONSchema;

const components = "#/components/schemas/";

/** Collects the shapes to which the document refers. */
export class Shapes {
  private readonly used = new Map<string, Schema>();

  constructor(private readonly known: Readonly<Record<string, AnswerSchema>>) {}

  /** The shapes by their names, sorted. */
  all(): Record<string, Schema> {
    return Object.fromEntries([...this.used].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** Gives a schema a name, and returns the reference to it. */
  named(name: string, schema: Schema): Schema {
    const before = this.used.get(name);
    if (before !== undefined && JSON.stringify(before) !== JSON.stringify(schema)) {
      throw new Error(`Two shapes are called ${name}.`);
    }
    this.used.set(name, schema);
    return { $ref: `${components}${name}` };
  }

  shapeOf(schema: AnswerSchema): Schema {
    const { $ref, anyOf, items, prefixItems, properties, additionalProperties, ...rest } = schema;
    if ($ref !== undefined) return { ...rest, ...this.reference($ref.slice("#/$defs/".length)) };
    if (anyOf !== undefined && properties !== undefined) {
      const each = anyOf.map((one) => this.shapeOf(this.withFields(one, schema)));
      return each.length === 1 ? { ...each[0] } : { anyOf: each };
    }
    const made: Schema = { ...rest };
    // Anything, or null, is anything.
    if (anyOf?.some((one) => Object.keys(one).length === 0)) return made;
    if (anyOf !== undefined) made.anyOf = anyOf.map((one) => this.shapeOf(one));
    if (prefixItems !== undefined) made.prefixItems = prefixItems.map((one) => this.shapeOf(one));
    if (items !== undefined) made.items = this.shapeOf(items);
    if (additionalProperties !== undefined) made.additionalProperties = this.shapeOf(additionalProperties);
    if (properties !== undefined) {
      made.properties = Object.fromEntries(
        Object.entries(properties).map(([name, field]) => [name, this.shapeOf(field)]),
      );
    }
    return pageItem(made) === undefined ? made : this.named(`${pageItem(made)}Page`, made);
  }

  /** The object that `schema` refers to or is, with the fields that `added` has besides. */
  private withFields(schema: AnswerSchema, { properties, required = [] }: AnswerSchema): AnswerSchema {
    const { anyOf, ...whole } = schema.$ref === undefined ? schema : this.definition(schema.$ref);
    const added = {
      properties: { ...whole.properties, ...properties },
      required: [...(whole.required ?? []), ...required],
    };
    return anyOf === undefined ? { ...whole, ...added } : { anyOf, ...added };
  }

  private definition($ref: string): AnswerSchema {
    const found = this.known[$ref.slice("#/$defs/".length)];
    if (found === undefined) throw new Error(`No shape is called ${$ref}.`);
    return found;
  }

  private reference(name: string): Schema {
    if (!this.used.has(name)) {
      // A shape may contain itself, so it is known before it is written.
      this.used.set(name, {});
      this.used.set(name, this.shapeOf(this.definition(`#/$defs/${name}`)));
    }
    return { $ref: `${components}${name}` };
  }
}

/** The name of the shape of which a page has many. */
function pageItem({ properties = {}, required = [] }: Schema): string | undefined {
  if (required.toSorted().join() !== "data,hasMore,nextCursor") return undefined;
  const rows = properties["data"];
  const items = typeof rows === "object" && !Array.isArray(rows.items) ? rows.items : undefined;
  return typeof items === "object" ? items.$ref?.slice(components.length) : undefined;
}
