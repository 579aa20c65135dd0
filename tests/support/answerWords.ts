// Describes the schemas of answers in words, for docs/reference.md. A named shape is a link to its table.
import type { AnswerSchema, AnswerSchemas } from "../../scripts/answerSchemas";

const typeWords = { string: "text", number: "number", boolean: "true or false", null: "null" } as const;

export function answerWords(schema: AnswerSchema): string {
  if (schema.$ref !== undefined) return linkTo(schema.$ref.slice("#/$defs/".length));
  if (schema.anyOf !== undefined) {
    const words = isVariants(schema.anyOf) ? variantWords(schema.anyOf) : schema.anyOf.map(answerWords).join(" or ");
    return schema.properties === undefined ? words : `${words} with ${inlineFields(schema)}`;
  }
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${value}\``).join(", ");
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  switch (schema.type) {
    case undefined:
      return "anything";
    case "array":
      return schema.prefixItems === undefined
        ? `list of ${grouped(answerWords(schema.items ?? {}))}`
        : `[${schema.prefixItems.map(answerWords).join(", ")}]`;
    case "object":
      return objectWords(schema);
    default:
      return typeWords[schema.type];
  }
}

/** `name?: text or null`, without the fields in `omitted`. */
export function answerFields(schema: AnswerSchema, omitted: readonly string[] = []): string[] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties)
    .filter(([name]) => !omitted.includes(name))
    .map(([name, field]) => `${fieldName(name, required)}: ${answerWords(field)}`);
}

/** The names of the shapes that the answers and arguments lead to, also by other shapes. */
export function shapesIn(schemas: AnswerSchemas, isShown: (argument: string) => boolean): Set<string> {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    for (const [, name = ""] of JSON.stringify(value).matchAll(/"#\/\$defs\/(\w+)"/g)) {
      if (found.has(name)) continue;
      found.add(name);
      visit(schemas.$defs[name]);
    }
  };
  const functions = Object.values(schemas.functions).map(({ args, result }) => {
    return [result, Object.entries(args.properties ?? {}).filter(([name]) => isShown(name))];
  });
  visit([schemas.endpoints, schemas.operations, functions]);
  return found;
}

/** The table of a shape: the name of each field, its value, and what is said about it, if anything is. */
export function shapeTable({ properties = {}, required = [] }: AnswerSchema): { head: string[]; rows: string[][] } {
  const fields = Object.entries(properties);
  const rows = fields.map(([name, field]) => [fieldName(name, required), answerWords(field)]);
  if (fields.every(([, { description }]) => description === undefined)) return { head: ["Field", "Value"], rows };
  const meanings = fields.map(([, { description = "" }]) => description);
  return { head: ["Field", "Value", "Meaning"], rows: rows.map((row, at) => row.concat(meanings[at] ?? "")) };
}

function fieldName(name: string, required: readonly string[]): string {
  return `\`${name}\`${required.includes(name) ? "" : "?"}`;
}

/** REST and the dashboard have pages of different forms, which api.md and dashboard.md explain. */
function objectWords(schema: AnswerSchema): string {
  const { properties = {}, additionalProperties } = schema;
  if (additionalProperties !== undefined) return `object with ${grouped(answerWords(additionalProperties))} by name`;
  const isPage = ["nextCursor", "continueCursor"].some((name) => properties[name] !== undefined);
  const rows = properties["data"] ?? properties["page"];
  if (isPage && rows?.items !== undefined) return `page of ${grouped(answerWords(rows.items))}`;
  const fields = answerFields(schema);
  return fields.length === 0 ? "object" : inlineFields(schema);
}

/** Whether these are objects without a name that share fields, such as the jobs of each kind. */
function isVariants(schemas: readonly AnswerSchema[]): boolean {
  const isObject = ({ type, properties }: AnswerSchema) => type === "object" && properties !== undefined;
  return schemas.filter(isObject).length > 2 && schemas.every((each) => isObject(each) || each.type === "null");
}

/** The fields that all variants have are named once, and then the others of each. */
function variantWords(schemas: readonly AnswerSchema[]): string {
  const variants = schemas.filter(({ type }) => type === "object");
  const fields = variants.map((each) => answerFields(each));
  const shared = (fields[0] ?? []).filter((field) => fields.every((others) => others.includes(field)));
  const own = fields.map((each) => each.filter((field) => !shared.includes(field)).join("; "));
  const end = schemas.length === variants.length ? "" : "<br>or null";
  return `{ ${shared.join("; ")} } and one of${own.map((each) => `<br>{ ${each} }`).join("")}${end}`;
}

function inlineFields(schema: AnswerSchema): string {
  return `{ ${answerFields(schema).join("; ")} }`;
}

function grouped(words: string): string {
  return words.includes(" or ") || words.includes(", ") ? `(${words})` : words;
}

function linkTo(name: string): string {
  return `[${name}](#${name.toLowerCase()})`;
}
