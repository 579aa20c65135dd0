// Checks what people have written in a configuration, and says what is wrong with it in our words.
import type * as z from "zod";
import { mostAlike } from "./alike";
import { ConfigurationError } from "./configurationError";

interface Place {
  /** Stands before each sentence, such as the name of the file. */
  before?: string;
  /** The path of the value in the configuration. */
  path?: readonly string[];
}

/** Throws ConfigurationError with a sentence for each wrong field. */
export function readFields<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  { before = "", path = [] }: Place,
): z.output<Schema> {
  const result = schema.safeParse(value, { error: messageOf });
  if (result.success) return result.data;
  const sentences = result.error.issues.flatMap((issue) => sentencesOf(issue, path));
  throw new ConfigurationError(sentences.map((sentence) => `${before}${sentence}`).join("\n"));
}

function sentencesOf(issue: z.core.$ZodIssue, above: readonly string[]): string[] {
  const path = [...above, ...issue.path.map(String)];
  if (issue.code !== "unrecognized_keys") return [sentence(path, issue.message)];
  return issue.keys.map((key) => sentence([...path, key], unknownText(key, issue.message.split(separator))));
}

function sentence(path: string[], text: string): string {
  return `${path.join(".") || "it"} ${text}${text.endsWith("?") ? "" : "."}`;
}

const separator = ", ";

function unknownText(key: string, known: string[]): string {
  const meant = mostAlike(key, known);
  return meant === undefined ? `is unknown (known: ${known.join(separator)})` : `is unknown, did you mean ${meant}?`;
}

/** Continues the name of the field. Zod calls it where the schema has no message of its own. */
function messageOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "is missing" : `must be ${articles[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return choiceText(issue.values.map(String), issue.input);
    case "too_small":
      return issue.origin === "string" || issue.origin === "array" ? "must not be empty" : boundText("least", issue);
    case "too_big":
      return boundText("most", issue);
    case "invalid_format":
      return issue.format === "url" ? "must be an http or https address" : "is malformed";
    case "unrecognized_keys":
      // One issue names all unknown fields. `sentencesOf` splits it and needs the known ones.
      return knownFields(issue).join(separator);
    default:
      return "is not valid";
  }
}

function choiceText(values: string[], given: unknown): string {
  const meant = typeof given === "string" ? mostAlike(given, values) : undefined;
  const question = meant === undefined ? "" : `, did you mean ${meant}?`;
  return `must be ${values.length === 1 ? "" : "one of "}${values.join(separator)}${question}`;
}

const articles: Record<string, string> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

function boundText(
  relation: "least" | "most",
  issue: Extract<z.core.$ZodRawIssue, { code: "too_small" | "too_big" }>,
): string {
  const bound = String(issue.code === "too_small" ? issue.minimum : issue.maximum);
  if (issue.inclusive === false) return `must be ${relation === "least" ? "more" : "less"} than ${bound}`;
  if (issue.origin === "string") return `must have at ${relation} ${bound} characters`;
  if (issue.origin === "array") return `must have at ${relation} ${bound} entries`;
  return `must be at ${relation} ${bound}`;
}

function knownFields({ inst }: z.core.$ZodRawIssue): string[] {
  const definition: unknown = inst?._zod.def;
  if (typeof definition !== "object" || definition === null || !("shape" in definition)) return [];
  const { shape } = definition;
  return typeof shape === "object" && shape !== null ? Object.keys(shape) : [];
}
