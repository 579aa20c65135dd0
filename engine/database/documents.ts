// Defines documents: their system fields, the checks that a value must pass to become a document, and their index
// keys.
import { checkConvexJson } from "../value/check";
import { FunctionError } from "../value/functionError";
import { encodeIndexKey, valueAtPath } from "../value/indexKey";
import { sortedEntries } from "../value/compareValues";
import { isJsonObject, type Json, type JsonObject } from "../value/json";
import type { Index } from "./registry";

const maxDocumentNesting = 16;

export interface Document extends JsonObject {
  _id: string;
  _creationTime: number;
}

export function idKeyOf(id: string): Buffer {
  return encodeIndexKey([id]);
}

export function indexKeyOf(index: Index, document: Document): Buffer {
  const values: (Json | undefined)[] = index.paths.map((path) => valueAtPath(document, path));
  values.push(document._creationTime, document._id);
  return encodeIndexKey(values);
}

/** Whether two states of a document have the same key. `false` when that takes more than a look at plain values. */
export function haveSameKey(index: Index, a: Document, b: Document): boolean {
  return index.paths.every((path) => valueAtPath(a, path) === valueAtPath(b, path));
}

/** The text of a stored document needs no check, because its content was checked when it was written. */
export function parseDocument(text: string): Document {
  return JSON.parse(text) as Document;
}

/** Checks a value that will be stored. Returns its fields in the order in which they are kept. */
export function checkFields(value: Json | undefined, operation: string): JsonObject {
  if (!isJsonObject(value) || isEncodedScalar(value)) {
    throw new FunctionError("ObjectsOnly", `\`${operation}\` takes an object, which becomes the document.`);
  }
  return sortKeys(checkConvexJson(value, { maxNesting: maxDocumentNesting, mayHoldCommitTs: true })) as JsonObject;
}

function isEncodedScalar(value: JsonObject): boolean {
  const keys = Object.keys(value);
  return keys.length === 1 && keys[0] !== undefined && keys[0].startsWith("$");
}

/** Sorts the fields of objects by name, as Convex keeps them. Most objects arrive in this order already. */
function sortKeys(value: Json): Json {
  if (isSorted(value)) return value;
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isJsonObject(value)) return value;
  // The object is not built by assignment, because a field may be called "__proto__".
  return Object.fromEntries(sortedEntries(value).map(([key, field]) => [key, sortKeys(field)]));
}

function isSorted(value: Json): boolean {
  if (Array.isArray(value)) return value.every(isSorted);
  if (!isJsonObject(value)) return true;
  let former = "";
  for (const name in value) {
    if (name < former || !isSorted(value[name] ?? null)) return false;
    former = name;
  }
  return true;
}

export function withoutFields(object: JsonObject, names: ReadonlySet<string>): JsonObject {
  if (names.size === 0) return object;
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.has(name)));
}
