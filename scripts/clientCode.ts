// Writes what the TypeScript client knows about the endpoints, from the OpenAPI document: the table from which it makes
// its methods, and the types of what they take and answer.
import { methodName, place } from "../packages/client/src/endpoints";
import type { Namespace, Row, RowKind } from "../packages/client/src/endpoints";
import { indented } from "./indented";

const folder = "packages/client/src/_generated";

/** The part of JSON Schema that the document uses for types. */
interface Schema {
  $ref?: string;
  description?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  prefixItems?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  pattern?: string;
}

interface Content {
  content?: Record<string, { schema?: Schema }>;
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
}

interface Operation {
  summary?: string;
  deprecated?: boolean;
  /** An empty list: no key is needed. */
  security?: unknown[];
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: Content;
  responses: Record<string, Content>;
}

export interface OpenApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** An endpoint with what is needed of it. */
interface Endpoint extends Row {
  name: string;
  operation: Operation;
}

/**
 * Returns the texts of the generated files by their paths. Throws when two endpoints would have one name. Endpoints for
 * which there is a newer spelling have no method, but `request` reaches them.
 */
export function clientCode(document: OpenApiDocument): Record<string, string> {
  const endpoints = endpointsOf(document);
  const methods = endpoints.filter(({ operation }) => operation.deprecated !== true);
  return {
    [`${folder}/table.ts`]: tableText(methods),
    [`${folder}/operations.ts`]: new Operations(document, endpoints).text(),
    [`${folder}/namespaces.ts`]: namespacesText(methods),
  };
}

const introduction = "// Written by `npm run codegen` from the OpenAPI document of the service; do not edit.\n";

function endpointsOf(document: OpenApiDocument): Endpoint[] {
  return Object.entries(document.paths).flatMap(([whole, operations]) => {
    if (!whole.startsWith("/api/v1/")) return [];
    const path = whole.slice("/api/v1".length).replaceAll(/\{(\w+)\}/g, ":$1");
    return Object.entries(operations)
      .filter(([, { security }]) => security?.length !== 0)
      .map(([verb, operation]) => {
        const method = verb.toUpperCase();
        return { kind: kindOf(document, method, operation), path, name: `${method} ${path}`, operation };
      });
  });
}

const writeKinds: Record<string, RowKind> = { POST: "p", PUT: "u", DELETE: "d" };

function kindOf(document: OpenApiDocument, method: string, operation: Operation): RowKind {
  const write = writeKinds[method];
  if (write !== undefined) return write;
  if (method !== "GET") throw new Error(`The client has no calls with the method ${method}.`);
  // What can be followed takes the id of the last event.
  if (operation.parameters?.some((parameter) => "$ref" in parameter && parameter.$ref.endsWith("/LastEventId"))) {
    return "f";
  }
  if (sendsBytes(operation)) return "b";
  return isPage(document, bodyOf(operation)) ? "l" : "g";
}

function sendsBytes({ responses }: Operation): boolean {
  return responses["200"]?.content?.["application/octet-stream"] !== undefined;
}

/** An answer may be a page of one thing or of another. */
function isPage(document: OpenApiDocument, schema: Schema): boolean {
  const { properties, anyOf = [] } = resolved(document, schema);
  return properties?.["hasMore"] !== undefined || (anyOf.length > 0 && anyOf.every((one) => isPage(document, one)));
}

function bodyOf({ responses }: Operation): Schema {
  const success = Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1];
  return success?.content?.["application/json"]?.schema ?? {};
}

/** The schema itself, without the name of a shape, and without a choice of one. */
function resolved(document: OpenApiDocument, schema: Schema): Schema {
  const { $ref, allOf, anyOf } = schema;
  if ($ref !== undefined) return resolved(document, document.components.schemas[nameIn($ref)] ?? {});
  const [only, ...others] = [...(allOf ?? []), ...(anyOf ?? [])];
  return only === undefined || others.length > 0 ? schema : resolved(document, only);
}

function nameIn($ref: string): string {
  return $ref.slice($ref.lastIndexOf("/") + 1);
}

function tableText(endpoints: readonly Endpoint[]): string {
  const lines = endpoints.map(({ kind, path }) => kind + path);
  return `${introduction}\n/** The letter of a kind and the path of an endpoint in each line. \`endpoints.ts\` reads it. */\nexport const table = \`${lines.join("\n")}\`;\n`;
}

/** The interface of the methods, as `place` puts them below their names. */
function namespacesText(endpoints: readonly Endpoint[]): string {
  const root: Namespace = {};
  const described = new Map<unknown, Endpoint>();
  const taken = new Map<string, string>();
  for (const endpoint of endpoints) {
    const names = methodName(endpoint);
    const other = taken.get(names.join("."));
    if (other !== undefined) throw new Error(`${other} and ${endpoint.name} would both be ${names.join(".")}.`);
    taken.set(names.join("."), endpoint.name);
    const method = () => {};
    described.set(method, endpoint);
    place(root, names, method);
  }
  const members = (namespace: object): string =>
    Object.entries(namespace)
      .map(([name, value]: [string, object]) => {
        const endpoint = described.get(value);
        const below = Object.keys(value).length > 0 ? `{\n${members(value)}}` : "";
        if (endpoint === undefined) return `${name}: ${below};\n`;
        const method = `Method<${JSON.stringify(endpoint.name)}>`;
        return `${comment(endpoint.operation.summary)}${name}: ${below === "" ? method : `${method} & ${below}`};\n`;
      })
      .join("");
  const imports = 'import type { Method } from "../methods.js";\n';
  return `${introduction}${imports}\n${indented(`export interface Namespaces {\n${members(root)}}\n`)}`;
}

function comment(text: string | undefined): string {
  return text === undefined || text === "" ? "" : `/** ${text.replaceAll(/\s+/g, " ").replaceAll("*/", "* /")} */\n`;
}

const kindNames: Record<RowKind, string> = {
  g: "read",
  b: "read",
  l: "list",
  f: "follow",
  p: "write",
  u: "write",
  d: "write",
};

class Operations {
  /** The shapes that are used, with those that a caller sends. */
  private readonly shapes = new Map<string, { isInput: boolean; text: string }>();

  constructor(
    private readonly document: OpenApiDocument,
    private readonly endpoints: readonly Endpoint[],
  ) {}

  text(): string {
    const operations = this.endpoints.map((endpoint) => {
      const { name, kind, operation } = endpoint;
      const fields = `kind: "${kindNames[kind]}";\ninput: ${this.inputOf(operation)};\nanswer: ${this.answerOf(endpoint)};\n`;
      return `"${name}": {\n${fields}};\n`;
    });
    const shapes = [...this.shapes].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, { text }]) => indented(text));
    const whole = `export interface Operations {\n${operations.join("")}}\n`;
    return [introduction, ...shapes, indented(whole)].join("\n");
  }

  private inputOf({ parameters = [], requestBody }: Operation): string {
    const named = parameters.filter((parameter) => "name" in parameter);
    const fields = named
      .filter((parameter) => parameter.in === "path" || parameter.in === "query")
      .map(({ name, required = false, schema = {} }) => this.field(name, required, inText(schema), true));
    const body = requestBody?.content?.["application/json"]?.schema;
    const parts = [
      ...(fields.length === 0 ? [] : [`{\n${fields.join("")}}`]),
      ...(body === undefined ? [] : [this.typeOf(body, true)]),
    ];
    return parts.length === 0 ? "Record<never, never>" : parts.join(" & ");
  }

  /** A page is an answer as a whole. */
  private answerOf({ kind, name, operation }: Endpoint): string {
    if (kind === "b") return "Uint8Array<ArrayBuffer>";
    const body = bodyOf(operation);
    if (kind === "l" || kind === "f") return this.typeOf(body);
    const data = resolved(this.document, body).properties?.["data"];
    if (data === undefined) throw new Error(`The answer of ${name} has no data.`);
    return this.typeOf(data);
  }

  private shape(name: string, isInput: boolean): string {
    const known = this.shapes.get(name);
    if (known === undefined) {
      const schema = this.document.components.schemas[name];
      if (schema === undefined) throw new Error(`The document has no shape ${name}.`);
      const shape = { isInput, text: "" };
      this.shapes.set(name, shape);
      shape.text = `${comment(schema.description)}export type ${name} = ${this.typeOf(schema, isInput)};\n`;
    } else if (known.isInput !== isInput) throw new Error(`${name} is sent and answered.`);
    return name;
  }

  private typeOf(schema: Schema, isInput = false): string {
    const parts = [
      ...(schema.allOf ?? []).map((part) => this.typeOf(part, isInput)),
      ...[schema.anyOf, schema.oneOf].flatMap((choice) =>
        choice === undefined ? [] : [this.unionOf(choice, isInput)],
      ),
      ...this.ownTypeOf(schema, isInput),
    ];
    if (parts.length === 0) return "unknown";
    return parts.length === 1 ? (parts[0] ?? "") : parts.map(inParentheses).join(" & ");
  }

  private ownTypeOf(schema: Schema, isInput: boolean): string[] {
    const { $ref, type } = schema;
    if ($ref !== undefined) return [this.shape(nameIn($ref), isInput)];
    if (schema.const !== undefined) return [JSON.stringify(schema.const)];
    if (schema.enum !== undefined) return [schema.enum.map((value) => JSON.stringify(value)).join(" | ") || "never"];
    if (Array.isArray(type)) return [type.map((one) => this.plain(one, schema, isInput)).join(" | ")];
    if (type !== undefined) return [this.plain(type, schema, isInput)];
    return schema.properties === undefined ? [] : [this.objectOf(schema, isInput)];
  }

  private plain(type: string, schema: Schema, isInput: boolean): string {
    switch (type) {
      case "integer":
        return "number";
      case "array":
        return this.arrayOf(schema, isInput);
      case "object":
        return this.objectOf(schema, isInput);
      case "string":
      case "number":
      case "boolean":
      case "null":
        return type;
      default:
        throw new Error(`JSON Schema has no type ${type}.`);
    }
  }

  private arrayOf({ prefixItems, items }: Schema, isInput: boolean): string {
    if (prefixItems !== undefined) return `[${prefixItems.map((item) => this.typeOf(item, isInput)).join(", ")}]`;
    return `${inParentheses(this.typeOf(items ?? {}, isInput))}[]`;
  }

  private objectOf(schema: Schema, isInput: boolean): string {
    const { properties, additionalProperties } = schema;
    if (properties !== undefined) return `{\n${this.fieldsOf(schema, isInput).join("")}}`;
    const values = typeof additionalProperties === "object" ? this.typeOf(additionalProperties, isInput) : "unknown";
    return `Record<string, ${values}>`;
  }

  private unionOf(schemas: readonly Schema[], isInput: boolean): string {
    const types = [...new Set(schemas.map((schema) => this.typeOf(schema, isInput)))];
    return types.includes("unknown") ? "unknown" : types.join(" | ");
  }

  private fieldsOf({ properties = {}, required = [] }: Schema, isInput: boolean): string[] {
    return Object.entries(properties).map(([name, schema]) =>
      this.field(name, required.includes(name), schema, isInput),
    );
  }

  /** A caller may say `undefined` for a field that may be missing. */
  private field(name: string, isRequired: boolean, schema: Schema, isInput: boolean): string {
    const type = this.typeOf(schema, isInput);
    const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
    const isOptional = !isRequired;
    const ending = isInput && isOptional && type !== "unknown" ? " | undefined" : "";
    return `${comment(schema.description)}${key}${isOptional ? "?" : ""}: ${type}${ending};\n`;
  }
}

function inParentheses(type: string): string {
  return /^[\w.]+$|^\{[^]*\}$/.test(type) && !/\} [&|] \{/.test(type) ? type : `(${type})`;
}

/** Every value of a query is a text. Where that is a number in digits, callers may say the number. */
function inText(schema: Schema): Schema {
  const { anyOf, pattern } = schema;
  if (anyOf !== undefined) return { ...schema, anyOf: anyOf.map(inText) };
  return pattern?.startsWith("^[0-9]") === true ? { type: "number" } : schema;
}
