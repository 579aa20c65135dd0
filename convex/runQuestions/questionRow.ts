// Reads the rows of questions. Pure.
import type { Doc } from "../_generated/dataModel";
import type { JsonSchema } from "../lib/jsonSchema";
import type { Answer, Form } from "./forms";

type Question = Doc<"runQuestions">;

/** The keys of the questions that the service itself asks about gates. Runners read the answers under them. */
export const gateKeyPrefix = "gate/";

/** Whether the deadline has come, which the clock may not have noticed yet. */
export function isOverdue({ status, deadlineMs }: Pick<Question, "status" | "deadlineMs">, nowMs: number): boolean {
  return status === "waiting" && deadlineMs !== undefined && deadlineMs <= nowMs;
}

export function formOf({ options, schema }: Question): Form {
  return { options, schema: schema === undefined ? undefined : (JSON.parse(schema) as JsonSchema) };
}

/** The answer or the default from a row. Null when the row has none. */
export function readAnswer(text: string | undefined): Answer | null {
  return text === undefined ? null : (JSON.parse(text) as Answer);
}
