// Reads the schema of a question as fields of a form. The service has checked the schema. This file is pure.
import type { Question } from "./RunQuestion";

export interface AnswerField {
  name: string;
  label: string;
  hint: string | undefined;
  type: string;
  isRequired: boolean;
  initial: string | string[];
  schema: Record<string, unknown>;
}

type Schema = NonNullable<Question["schema"]>;

export function answerFields(schema: Schema): AnswerField[] {
  if (typeof schema === "boolean") return [];
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  return Object.entries(asRecord(schema["properties"])).map(([name, read]) => {
    const fieldSchema = asRecord(read);
    const { title, description, type = "string", default: initial } = fieldSchema;
    return {
      name,
      label: typeof title === "string" ? title : name,
      hint: typeof description === "string" ? description : undefined,
      type: String(type),
      isRequired: required.includes(name),
      initial: Array.isArray(initial)
        ? initial.map(String)
        : initial === undefined
          ? type === "array"
            ? []
            : ""
          : toText(initial),
      schema: fieldSchema,
    };
  });
}

/** What the answer holds for a field, or undefined when it was left empty. */
export function answerValue({ type }: AnswerField, typed: string | string[]): unknown {
  if (Array.isArray(typed)) return typed;
  if (typed === "") return undefined;
  switch (type) {
    case "number":
    case "integer":
      return Number(typed);
    case "boolean":
      return typed === "true";
    default:
      return typed;
  }
}

/** The choices of a field, or null when it takes any value. */
export function fieldChoices({ type, schema }: AnswerField): { value: string; label: string }[] | null {
  if (type === "boolean") {
    return [
      { value: "true", label: "Yes" },
      { value: "false", label: "No" },
    ];
  }
  const of = type === "array" ? asRecord(schema["items"]) : schema;
  const names = asList(of["enumNames"]);
  const values = asList(of["enum"]);
  if (values.length > 0)
    return values.map((value, index) => ({ value: toText(value), label: toText(names[index] ?? value) }));
  const titled = asList(of["oneOf"] ?? of["anyOf"]).map(asRecord);
  if (titled.length === 0) return null;
  return titled.map((choice) => ({
    value: toText(choice["const"]),
    label: toText(choice["title"] ?? choice["const"]),
  }));
}

function toText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
