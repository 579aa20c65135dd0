// A question of the agent: an ACP elicitation with a form.
import type { CreateElicitationRequest, CreateElicitationResponse } from "@agentclientprotocol/sdk/unstable";
import type { AgentEvent } from "../agent";
import { isRecord } from "../../text/json";
import { truncate } from "../../text/truncate";
import { at, textAt } from "./untypedValues";

type Question = Omit<Extract<AgentEvent, { kind: "question" }>, "id">;

const maxTitle = 200;
const maxText = 10_000;
const maxOptions = 10;

/** Returns null for a request that is not a form. The runner does not offer others. */
export function questionOf(request: CreateElicitationRequest): Question | null {
  if (request.mode !== "form") return null;
  const [first = "", ...rest] = request.message.trim().split("\n");
  const begun = truncate(first, maxTitle);
  const title = begun || "The agent has a question";
  const text = truncate([first.slice(begun.length), ...rest].join("\n").trim(), maxText);
  const schema = at(request, "requestedSchema");
  const choice = onlyChoice(schema);
  const options = choice?.choices.map(({ title }) => title) ?? null;
  return { kind: "question", title, text: text === "" ? null : text, options, schema };
}

/** An answer is an object for the form, or for a form with one field its value. Null declines. */
export function answerOf(request: CreateElicitationRequest, answer: unknown): CreateElicitationResponse {
  if (answer === null || answer === undefined) return { action: "decline" };
  if (isRecord(answer)) return { action: "accept", content: answer };
  const schema = at(request, "requestedSchema");
  const choice = onlyChoice(schema);
  const chosen = choice?.choices.find(({ title, value }) => title === answer || value === answer);
  const field = choice?.field ?? Object.keys(fieldsOf(schema))[0];
  return field === undefined
    ? { action: "decline" }
    : { action: "accept", content: { [field]: chosen?.value ?? answer } };
}

interface Choice {
  field: string;
  choices: { title: string; value: string }[];
}

/** The choices of a form with a single field that is a choice of two to ten texts. */
function onlyChoice(schema: unknown): Choice | null {
  const [field, another] = Object.entries(fieldsOf(schema));
  if (field === undefined || another !== undefined) return null;
  const [name, definition] = field;
  const values = at(definition, "enum");
  const titled = at(definition, "oneOf");
  const choices = [
    ...(Array.isArray(values) ? values : []).map((value: unknown) => ({ title: value, value })),
    ...(Array.isArray(titled) ? titled : []).map((option: unknown) => ({
      title: textAt(option, "title") ?? at(option, "const"),
      value: at(option, "const"),
    })),
  ].filter(isChoice);
  return choices.length < 2 || choices.length > maxOptions ? null : { field: name, choices };
}

function isChoice(choice: { title: unknown; value: unknown }): choice is { title: string; value: string } {
  return typeof choice.title === "string" && typeof choice.value === "string";
}

function fieldsOf(schema: unknown): Record<string, unknown> {
  const fields = at(schema, "properties");
  return isRecord(fields) ? fields : {};
}
