// The OpenAPI document as the page shows it: its areas, with their operations in the order of the document.
import { isObject, listIn, objectIn, objectsIn, textIn } from "./json";
import type { JsonObject } from "./json";

export interface Parameter {
  name: string;
  place: string;
  isRequired: boolean;
  description: string;
  schema: JsonObject;
  example: unknown;
}

interface Example {
  name: string;
  value: unknown;
}

/** The body of a request, or an answer. */
interface Content {
  type: string;
  description: string;
  schema: JsonObject | null;
  examples: Example[];
}

export interface Answer extends Content {
  status: string;
}

export interface Operation {
  id: string;
  method: string;
  path: string;
  area: string;
  summary: string;
  description: string;
  /** The scope that the key needs, or an empty text. */
  scope: string;
  isDeprecated: boolean;
  /** Whether the answer is a list in pages. */
  hasPages: boolean;
  parameters: Parameter[];
  body: (Content & { isRequired: boolean }) | null;
  answers: Answer[];
}

export interface Area {
  name: string;
  description: string;
  operations: Operation[];
}

export interface Reference {
  version: string;
  description: string;
  areas: Area[];
  /** Follows `$ref`, which names another part of the document. */
  resolve: (part: JsonObject) => JsonObject;
}

const methods = ["get", "post", "put", "patch", "delete"];

/** Reads a document. What it does not have is empty, so that a part that is missing hides nothing else. */
export function readReference(source: unknown): Reference {
  const document = isObject(source) ? source : {};
  const resolve = resolverOf(document);
  const operations = Object.entries(objectIn(document, "paths")).flatMap(([path, value]) => {
    const item = isObject(value) ? resolve(value) : {};
    return methods.flatMap((method) => {
      const operation = item[method];
      return isObject(operation) ? [readOperation(resolve, { path, method, item, operation })] : [];
    });
  });
  const info = objectIn(document, "info");
  return {
    version: textIn(info, "version"),
    description: textIn(info, "description"),
    areas: areasOf(document, operations),
    resolve,
  };
}

function areasOf(document: JsonObject, operations: Operation[]): Area[] {
  const described = new Map(
    objectsIn(document, "tags").map((tag) => [textIn(tag, "name"), textIn(tag, "description")]),
  );
  const names = new Set([...described.keys(), ...operations.map(({ area }) => area)]);
  return [...names]
    .map((name) => ({
      name,
      description: described.get(name) ?? "",
      operations: operations.filter(({ area }) => area === name).sort(byUse),
    }))
    .filter((area) => area.operations.length > 0);
}

/** Readers look for what shows things first, and for paths that are out of use last. */
function byUse(a: Operation, b: Operation): number {
  const rank = ({ isDeprecated, method }: Operation): number => (isDeprecated ? 2 : method === "GET" ? 0 : 1);
  return rank(a) - rank(b);
}

function resolverOf(document: JsonObject): (part: JsonObject) => JsonObject {
  return (part) => {
    let found = part;
    // A document whose references lead in a circle shows an empty part.
    for (let depth = 0; typeof found["$ref"] === "string"; depth++) {
      if (depth > 20) return {};
      const steps = found["$ref"].replace(/^#\//, "").split("/");
      let target: unknown = document;
      for (const step of steps) {
        target = isObject(target) ? target[decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~")] : null;
      }
      const { $ref: _, ...own } = found;
      found = isObject(target) ? { ...target, ...own } : own;
    }
    return found;
  };
}

interface Source {
  path: string;
  method: string;
  item: JsonObject;
  operation: JsonObject;
}

function readOperation(resolve: Reference["resolve"], { path, method, item, operation }: Source): Operation {
  const [area] = listIn(operation, "tags");
  const all = [...objectsIn(item, "parameters"), ...objectsIn(operation, "parameters")];
  return {
    id: textIn(operation, "operationId") || `${method}${path.replaceAll(/[^\w]+/g, "-")}`,
    method: method.toUpperCase(),
    path,
    area: typeof area === "string" ? area : "other",
    summary: (textIn(operation, "summary") || `${method.toUpperCase()} ${path}`).replace(/\.$/, ""),
    description: descriptionOf(operation),
    scope: textIn(operation, "x-scope"),
    isDeprecated: operation["deprecated"] === true,
    hasPages: textIn(operation, "x-paging") !== "",
    parameters: all.map((parameter) => readParameter(resolve(parameter))),
    body: isObject(operation["requestBody"]) ? readBody(resolve, resolve(operation["requestBody"])) : null,
    answers: Object.entries(objectIn(operation, "responses")).flatMap(([status, answer]) =>
      isObject(answer) ? [{ status, ...readContent(resolve, resolve(answer)) }] : [],
    ),
  };
}

/** The summary and the scope have places of their own on the page, so the description does not repeat them. */
function descriptionOf(operation: JsonObject): string {
  const text = textIn(operation, "description");
  const summary = textIn(operation, "summary");
  const rest = text.startsWith(summary) ? text.slice(summary.length).replace(/^\./, "") : text;
  return rest.replace(/Needs the scope `[^`]*`\.\s*$/, "").trim();
}

function readParameter(parameter: JsonObject): Parameter {
  const schema = objectIn(parameter, "schema");
  return {
    name: textIn(parameter, "name"),
    place: textIn(parameter, "in"),
    isRequired: parameter["required"] === true,
    description: textIn(parameter, "description") || textIn(schema, "description"),
    schema,
    example: parameter["example"] ?? schema["example"] ?? listIn(schema, "examples")[0],
  };
}

function readBody(resolve: Reference["resolve"], body: JsonObject): Operation["body"] {
  return { ...readContent(resolve, body), isRequired: body["required"] === true };
}

function readContent(resolve: Reference["resolve"], part: JsonObject): Content {
  const content = objectIn(part, "content");
  const [type = ""] = Object.keys(content);
  const media = objectIn(content, type);
  const named = Object.entries(objectIn(media, "examples")).flatMap(([name, value]) => {
    const example = isObject(value) ? resolve(value) : {};
    return "value" in example ? [{ name: textIn(example, "summary") || name, value: example["value"] }] : [];
  });
  const examples = "example" in media ? [{ name: "Example", value: media["example"] }, ...named] : named;
  return {
    type,
    description: textIn(part, "description"),
    schema: isObject(media["schema"]) ? media["schema"] : null,
    examples,
  };
}
