// Parses the bytes of a request and checks the shape. VALIDATION names the wrong field, or `body` for the whole.
import type { $ZodIssue } from "zod/v4/core";
import type { ZodMiniType } from "zod/mini";
import { invalid, invalidFields } from "./errors";
import type { Problem } from "./errors";
import { isTooDeep, maxJsonLevels } from "./jsonDepth";
import { matchesNoVariant, messageFor, unknownFieldMessage } from "./validationMessages";

/** A JSON field called `__proto__` is refused, because schemas ignore it and its content would be lost. */
export function parseJson(bytes: Uint8Array): unknown {
  const { value, hasPrototype } = parse(bytes);
  if (!hasPrototype) return value;
  const field = pathOfPrototype(value);
  throw invalid(field, `${field} is not allowed as a field name.`);
}

/** Parses JSON in UTF-8 from a foreign service, which may send more fields than we read. */
export function parseForeignJson(bytes: Uint8Array): unknown {
  return parse(bytes).value;
}

function parse(bytes: Uint8Array): { value: unknown; hasPrototype: boolean } {
  if (isTooDeep(bytes)) {
    throw invalid("body", `The body must be nested at most ${maxJsonLevels} levels deep.`);
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    return { value, hasPrototype: mayHavePrototypeKey(text) && requirePlainTree(value).hasPrototype };
  } catch {
    throw invalid("body", "The body must be JSON in UTF-8.");
  }
}

/** The text of most bodies shows that they contain neither `__proto__` nor a lone surrogate. */
function mayHavePrototypeKey(text: string): boolean {
  return text.includes("\\u") || text.includes("__proto__");
}

/** A reviver function, which JSON.parse calls for every value, would take ten times as long as this search. */
function requirePlainTree(whole: unknown): { hasPrototype: boolean } {
  let hasPrototype = false;
  const waiting = [whole];
  for (const value of waiting) {
    // JSON can contain strings that are not valid Unicode, and the database cannot store them.
    if (typeof value === "string" && isBroken(value)) throw new Error("A lone surrogate.");
    if (typeof value !== "object" || value === null) continue;
    if (Array.isArray(value)) {
      for (const inner of value) waiting.push(inner);
      continue;
    }
    for (const [key, inner] of Object.entries(value)) {
      if (isBroken(key)) throw new Error("A lone surrogate.");
      if (key === "__proto__") hasPrototype = true;
      waiting.push(inner);
    }
  }
  return { hasPrototype };
}

function isBroken(text: string): boolean {
  return /\p{Surrogate}/u.test(text);
}

/** Finds the path of a field `__proto__`. Does not use recursion, because deep nesting would exhaust the stack. */
function pathOfPrototype(value: unknown): string {
  const waiting: { within: string; value: unknown }[] = [{ within: "", value }];
  for (const { within, value } of waiting) {
    if (typeof value !== "object" || value === null) continue;
    if (Object.hasOwn(value, "__proto__")) return `${within}__proto__`;
    for (const [key, inner] of Object.entries(value)) waiting.push({ within: `${within}${key}.`, value: inner });
  }
  throw new Error("A field __proto__ was seen but not found again.");
}

/** Checks that a value that was not parsed from JSON can be written as JSON without loss. Throws VALIDATION. */
export function requirePlainJson(whole: unknown): void {
  const waiting: { field: string; value: unknown }[] = [{ field: "body", value: whole }];
  for (const { field, value } of waiting) {
    if (!isJson(value)) throw invalid(field, `${field} must be JSON in Unicode.`);
    if (typeof value !== "object" || value === null) continue;
    const within = value === whole ? "" : `${field}.`;
    for (const [key, inner] of Object.entries(value)) waiting.push({ field: `${within}${key}`, value: inner });
  }
}

/** Whether JSON can hold the value itself. The values inside it are checked one by one. */
function isJson(value: unknown): boolean {
  switch (typeof value) {
    case "string":
      return !isBroken(value);
    case "number":
      return Number.isFinite(value);
    case "object":
      return !(value instanceof ArrayBuffer);
    default:
      return typeof value === "boolean";
  }
}

/** Zod's code for fields that a schema does not have. */
const unknownField = "unrecognized_keys";

/** Nobody reads more problems than this, and a body of a mebibyte can have a hundred thousand. */
const maxProblems = 50;

/** `within` is the path of the value in the body, such as `["args"]`. VALIDATION lists all problems. */
export function checkShape<Output>(schema: ZodMiniType<Output>, value: unknown, within: string[] = []): Output {
  const result = schema.safeParse(value, { error: messageFor });
  if (result.success) return result.data;
  const problems = result.error.issues.flatMap(insideForm).flatMap((issue): Problem[] => {
    const path = [...within, ...issue.path.map(String)];
    if (issue.code !== unknownField) return [problem(path, issue.message)];
    return issue.keys
      .slice(0, maxProblems)
      .map((key) => problem([...path, key], unknownFieldMessage(key, issue.message)));
  });
  throw invalidFields(problems.slice(0, maxProblems));
}

/**
 * A value that has the outer form of one schema of a union was meant for it, so the answer says what is wrong inside
 * it.
 */
function insideForm(issue: $ZodIssue): $ZodIssue[] {
  if (issue.code !== "invalid_union" || issue.message !== matchesNoVariant) return [issue];
  const [only, another] = meantAmong(issue.errors);
  if (only === undefined || another !== undefined) return [issue];
  return only.flatMap((inner) => insideForm({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** Those that only parts of the value do not fit; where there is none, those that take other values of its type. */
function meantAmong(variants: readonly $ZodIssue[][]): $ZodIssue[][] {
  const insideOf = variants.filter((found) =>
    found.every(({ code, path }) => path.length > 0 || code === unknownField),
  );
  if (insideOf.length > 0) return insideOf;
  return variants.filter((found) => found.every(({ code }) => code !== "invalid_type"));
}

function problem(path: string[], words: string): Problem {
  const field = path.join(".") || "body";
  return { field, message: `${field} ${words}.` };
}
