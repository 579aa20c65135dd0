// The messages about wrong values. Each message continues the name of its field: "title is required (text)".
import type { $ZodRawIssue } from "zod/v4/core";

/** The message about a value that fits none of several schemas, where the union has no message of its own. */
export const matchesNoVariant = "matches none of the allowed forms";

/** Returns the message of a zod issue. Zod calls it for each issue whose schema has no message of its own. */
export function messageFor(issue: $ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return isMissing(issue) ? `is required (${nameOf(issue.expected)})` : `must be ${articleOf(issue.expected)}`;
    case "invalid_value":
      return isMissing(issue) ? `is required (${choice(issue.values)})` : `must be ${choice(issue.values)}`;
    case "too_small":
      return issue.minimum === 1 && issue.origin !== "number" && issue.origin !== "int"
        ? "must not be empty"
        : amount(issue.origin, issue.inclusive === false ? "more than" : "at least", issue.minimum);
    case "too_big":
      return amount(issue.origin, issue.inclusive === false ? "less than" : "at most", issue.maximum);
    case "invalid_format":
      return formats[issue.format] ?? (issue.pattern === undefined ? "is malformed" : `must match ${issue.pattern}`);
    case "invalid_union":
      return isMissing(issue) ? "is required" : matchesNoVariant;
    case "unrecognized_keys":
      // Zod reports all unknown fields as one issue. `unknownFieldMessage` splits it and needs the known fields.
      return knownFields(issue).join(separator);
    case "invalid_key":
      return "has a name that is not allowed";
    default:
      return "is not valid";
  }
}

/** The message about one unknown field. `knownNames` is the text that `messageFor` returned for the issue. */
export function unknownFieldMessage(name: string, knownNames: string): string {
  if (knownNames === "") return "is unknown; no field is allowed here";
  const alike = knownNames.split(separator).find((known) => isAlike(known.toLowerCase(), name.toLowerCase()));
  const question = alike === undefined ? "" : `, did you mean ${alike}?`;
  return `is unknown${question} (known: ${knownNames})`;
}

const separator = ", ";

const names: Record<string, { name: string; article: string }> = {
  string: { name: "text", article: "text" },
  number: { name: "number", article: "a number" },
  int: { name: "whole number", article: "a whole number" },
  boolean: { name: "true or false", article: "true or false" },
  array: { name: "list", article: "a list" },
  tuple: { name: "list", article: "a list" },
  object: { name: "object", article: "an object" },
  record: { name: "object", article: "an object" },
};

const formats: Record<string, string> = {
  url: "must be an http or https address",
  datetime: "must be an ISO 8601 time, such as 2026-01-31T09:00:00Z",
  date: "must be a date, such as 2026-01-31",
};

function nameOf(expected: string): string {
  return names[expected]?.name ?? "a value";
}

export function articleOf(expected: string): string {
  return names[expected]?.article ?? "given";
}

function isMissing(issue: $ZodRawIssue): boolean {
  return issue.input === undefined;
}

function choice(values: readonly unknown[]): string {
  const texts = values.map(String);
  return texts.length === 1 ? texts.join("") : `one of ${texts.join(", ")}`;
}

function amount(origin: string, relation: string, bound: number | bigint): string {
  switch (origin) {
    case "string":
      return `must have ${relation} ${bound} characters`;
    case "array":
    case "set":
      return `must have ${relation} ${bound} items`;
    default:
      return `must be ${relation} ${bound}`;
  }
}

function knownFields({ inst }: $ZodRawIssue): string[] {
  const definition: unknown = inst?._zod.def;
  if (typeof definition !== "object" || definition === null || !("shape" in definition)) return [];
  const { shape } = definition;
  return typeof shape === "object" && shape !== null ? Object.keys(shape) : [];
}

/** Names are alike when one begins or ends with the other (`id`, `runId`) or at most two letters differ. */
function isAlike(known: string, given: string): boolean {
  if (given.length < 2) return false;
  if (known.endsWith(given) || given.endsWith(known) || known.startsWith(given) || given.startsWith(known)) return true;
  return known.length > 3 && given.length < 40 && distance(known, given) <= 2;
}

/** How many letters must be added, removed or replaced to turn one text into the other. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 0; at < one.length; at++) {
    const next = [at + 1];
    for (let index = 1; index <= other.length; index++) {
      const replaced = (row[index - 1] ?? 0) + (one[at] === other[index - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[index] ?? 0) + 1, (next[index - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
