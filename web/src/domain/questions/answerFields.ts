// Reads the schema of a question as fields of a form. The service has checked the schema. This file is pure.
import type { Question } from "./RunQuestion";

export interface AnswerField {
  name: string;
  label: string;
  hint: string | undefined;
  type: string;
  isRequired: boolean;
  begins: string | string[];
  described: Record<string, unknown>;
}

type Schema = NonNullable<Question["schema"]>;

export function fieldsOf(schema: Schema): AnswerField[] {
  if (typeof schema === "boolean") return [];
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  return Object.entries(recordOf(schema["properties"])).map(([name, read]) => {
    const described = recordOf(read);
    const { title, description, type = "string", default: begins } = described;
    return {
      name,
      label: typeof title === "string" ? title : name,
      hint: typeof description === "string" ? description : undefined,
      type: String(type),
      isRequired: required.includes(name),
      begins: Array.isArray(begins)
        ? begins.map(String)
        : begins === undefined
          ? type === "array"
            ? []
            : ""
          : plain(begins),
      described,
    };
  });
}

/** What the answer holds for a field, or undefined when it was left empty. */
export function valueOf({ type }: AnswerField, given: string | string[]): unknown {
  if (Array.isArray(given)) return given;
  if (given === "") return undefined;
  switch (type) {
    case "number":
    case "integer":
      return Number(given);
    case "boolean":
      return given === "true";
    default:
      return given;
  }
}

/** The choices of a field, or null when it takes any value. */
export function choicesOf({ type, described }: AnswerField): { value: string; label: string }[] | null {
  if (type === "boolean") {
    return [
      { value: "true", label: "Yes" },
      { value: "false", label: "No" },
    ];
  }
  const of = type === "array" ? recordOf(described["items"]) : described;
  const names = listOf(of["enumNames"]);
  const values = listOf(of["enum"]);
  if (values.length > 0)
    return values.map((value, place) => ({ value: plain(value), label: plain(names[place] ?? value) }));
  const titled = listOf(of["oneOf"] ?? of["anyOf"]).map(recordOf);
  if (titled.length === 0) return null;
  return titled.map((choice) => ({ value: plain(choice["const"]), label: plain(choice["title"] ?? choice["const"]) }));
}

function plain(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
