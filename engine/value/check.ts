// Checks whether JSON from outside (a client, a function) is well-formed Convex JSON within Convex's bounds. The
// other files of this folder rely on this check.
/// <reference lib="es2024.string" />
import { FunctionError } from "./functionError";
import type { Json, JsonObject } from "./json";
import { sizeOf } from "./size";

/** The bound for values in general. Documents have a lower bound, and the error message then says "Document". */
export const MAX_VALUE_NESTING = 64;
export const MAX_ARRAY_LENGTH = 8192;
export const MAX_FIELDS = 1024;
const MAX_FIELD_NAME_LENGTH = 1024;
const MAX_IDENTIFIER_LENGTH = 64;
const MEBIBYTE = 2 ** 20;
const MAX_DOCUMENT_BYTES = MEBIBYTE;

/** The form of -0 that keeps its sign; `JSON.stringify` would lose it. */
const NEGATIVE_ZERO = { $float: "AAAAAAAAAIA=" };

interface CheckOptions {
  maxNesting: number;
  /** Whether the value belongs to the transaction of a mutation. Only there the placeholder has a meaning. */
  mayHoldCommitTs: boolean;
}

/**
 * Returns `value` after replacing every bare -0 in it, which `JSON.parse` makes from the text `-0`. Throws a
 * `FunctionError` for anything that is not a Convex value or is nested deeper than `maxNesting` levels.
 */
export function checkConvexJson(value: Json, options: CheckOptions): Json {
  return checkPart(value, 0, { whole: value, ...options });
}

interface Check extends CheckOptions {
  whole: Json;
}

/** `depth` is the number of arrays and objects around `value`. */
function checkPart(value: Json | undefined, depth: number, check: Check): Json {
  switch (typeof value) {
    case "string":
      return checkString(value);
    case "number":
      return checkNumber(value);
    case "boolean":
      return value;
    case "object":
      if (value === null || (!Array.isArray(value) && isSpecial(value, check))) return value;
      if (depth === check.maxNesting) throw tooNested(check);
      return Array.isArray(value) ? checkArray(value, depth + 1, check) : checkFields(value, depth + 1, check);
    default:
      throw malformedError(`${typeof value} is not a supported Convex type`);
  }
}

function checkString(value: string): string {
  if (!value.isWellFormed()) throw malformedError("A string holds half of a surrogate pair, which is not a character");
  return value;
}

function checkNumber(value: number): Json {
  if (value === 0 && Object.is(value, -0)) return { ...NEGATIVE_ZERO };
  if (!Number.isFinite(value)) throw malformedError("A number is out of the range of a float64");
  return value;
}

function checkArray(items: Json[], depth: number, check: Check): Json {
  if (items.length > MAX_ARRAY_LENGTH) {
    const lengths = `${items.length} > maximum length ${MAX_ARRAY_LENGTH}`;
    throw new FunctionError("ArrayTooLong", `Array length is too long (${lengths})`);
  }
  for (let i = 0; i < items.length; i += 1) {
    const item = items[i];
    const checked = checkPart(item, depth, check);
    if (checked !== item) items[i] = checked;
  }
  return items;
}

function checkFields(object: JsonObject, depth: number, check: Check): Json {
  let count = 0;
  for (const key in object) {
    count += 1;
    if (!FIELD_NAME.test(key)) throw malformedError(problemOfFieldName(key));
    const value = object[key];
    const checked = checkPart(value, depth, check);
    if (checked !== value) object[key] = checked;
  }
  checkFieldCount(count);
  return object;
}

function checkFieldCount(count: number): void {
  if (count <= MAX_FIELDS) return;
  const counts = `${count} > maximum number ${MAX_FIELDS}`;
  throw new FunctionError("TooManyFieldsError", `Object has too many fields (${counts})`);
}

const FIELD_NAME = /^[ -#%-~][ -~]{0,1023}$/;

function problemOfFieldName(name: string): string {
  if (name === "") return "Field name cannot be empty";
  if (name.startsWith("$")) return `Field name ${name} starts with '$', which is reserved.`;
  const character = /[^ -~]/u.exec(name)?.[0];
  if (character !== undefined) {
    return `Field name ${name} has invalid character '${character}': Field names can only contain non-control ASCII characters`;
  }
  return `Field name is too long (${name.length} > maximum ${MAX_FIELD_NAME_LENGTH})`;
}

/**
 * Returns true for a well-formed `$integer`, `$float`, `$bytes` or `$commitTs`. An object that only resembles one
 * throws.
 */
function isSpecial(object: JsonObject, { mayHoldCommitTs }: Check): boolean {
  let key: string | undefined;
  for (const name in object) {
    if (key !== undefined) return false;
    if (!name.startsWith("$")) return false;
    key = name;
  }
  if (key === undefined) return false;
  const isMisplaced = key === "$commitTs" && !mayHoldCommitTs;
  const problem = isMisplaced ? problemOfFieldName(key) : problemOfSpecial(key, object[key]);
  if (problem !== null) throw malformedError(problem);
  return true;
}

function problemOfSpecial(key: string, content: Json | undefined): string | null {
  switch (key) {
    case "$integer":
      return typeof content === "string" && EIGHT_BYTES.test(content) ? null : "Malformed $integer field";
    case "$float":
      if (typeof content !== "string" || !EIGHT_BYTES.test(content)) return "Malformed $float field";
      return problemOfFloat(Buffer.from(content, "base64").readDoubleLE());
    case "$bytes":
      return typeof content === "string" && isBase64(content) ? null : "Malformed $bytes field";
    case "$commitTs":
      return content === null ? null : "Malformed $commitTs field";
    case "$set":
      return "Received a Set which is no longer supported as a Convex type.";
    case "$map":
      return "Received a Map which is no longer supported as a Convex type.";
    default:
      return problemOfFieldName(key);
  }
}

function problemOfFloat(value: number): string | null {
  if (!Number.isFinite(value) || Object.is(value, -0)) return null;
  return `Float ${value} should be encoded as a number`;
}

// Only canonical base64, whose unused bits are 0, is accepted, so that equal values have equal text.
const EIGHT_BYTES = /^[A-Za-z0-9+/]{10}[AEIMQUYcgkosw048]=$/;
const BASE64 = /^[A-Za-z0-9+/]*(?:[AEIMQUYcgkosw048]=|[AQgw]==)?$/;

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && BASE64.test(text);
}

function malformedError(message: string): FunctionError {
  return new FunctionError("InvalidConvexValue", message);
}

function tooNested({ whole, maxNesting }: Check): FunctionError {
  const what = maxNesting < MAX_VALUE_NESTING ? "Document" : "Value";
  const depths = `nested ${nestingOf(whole)} levels deep > maximum nesting ${maxNesting}`;
  return new FunctionError("TooNestedError", `${what} is too nested (${depths})`);
}

/**
 * Goes through the value level by level: JSON from outside may be nested so deeply that recursion would overflow the
 * stack.
 */
function nestingOf(value: Json): number {
  let depth = 0;
  let level = [value].filter(isContainer);
  while (level.length > 0) {
    depth += 1;
    level = level.flatMap((container) => Object.values(container)).filter(isContainer);
  }
  return depth;
}

function isContainer(value: Json): value is Json[] | JsonObject {
  if (typeof value !== "object" || value === null) return false;
  return Array.isArray(value) || !Object.keys(value)[0]?.startsWith("$");
}

/**
 * Returns the size of a document. Throws for a document that is too large to be stored, or has too many fields: the
 * system fields count, too.
 */
export function checkDocumentSize(document: JsonObject): number {
  checkFieldCount(Object.keys(document).length);
  const size = sizeOf(document);
  if (size > MAX_DOCUMENT_BYTES) {
    const sizes = `${inMebibytes(size)} > maximum size ${inMebibytes(MAX_DOCUMENT_BYTES)}`;
    throw new FunctionError("ValueTooLargeError", `Value is too large (${sizes})`);
  }
  return size;
}

function inMebibytes(bytes: number): string {
  return `${(bytes / MEBIBYTE).toFixed(bytes % MEBIBYTE === 0 ? 0 : 2)} MiB`;
}

/**
 * Throws unless `name` may name a table, an index or an indexed field. `what` names the kind in the message ("Table
 * name").
 */
export function checkIdentifier(name: string, what: string): void {
  if (USER_IDENTIFIER.test(name)) return;
  throw new FunctionError("InvalidIdentifier", `${what} "${name}" is not valid: ${problemOfIdentifier(name)}`);
}

const USER_IDENTIFIER = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

function problemOfIdentifier(name: string): string {
  if (name === "") return "Identifiers cannot be empty";
  if (name.startsWith("_")) return "Names that begin with an underscore are reserved for the system";
  if (!/^[A-Za-z]/.test(name)) return "Identifiers must start with an alphabetic character";
  if (name.length > MAX_IDENTIFIER_LENGTH) {
    return `Identifier is too long (${name.length} > maximum ${MAX_IDENTIFIER_LENGTH})`;
  }
  return "Identifiers can only contain alphanumeric characters or underscores";
}
