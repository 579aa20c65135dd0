// Questions of runs as forms of the protocol, which clients show to their users, and what users enter as answers.
import { omitNullish } from "../lib/omitNullish";
import { isObject } from "../lib/jsonSchema";
import type { QuestionView } from "../runQuestions/present";
import { askEndpoint, mayUse } from "./client";
import type { Client, Refusal } from "./client";
import type { Fields } from "./jsonRpc";
import type { Era } from "./revisions";

/** Whether questions of runs are shown as forms: the client must be able to, and its key must be allowed to answer. */
export function asksByForm(client: Client, { takesForms }: Era): boolean {
  return takesForms && !client.isTrigger && mayUse(client, "runs:write");
}

/** A form for each question, by its id, which no other question of a run ever has. */
export function formsOf(questions: readonly QuestionView[]): Fields {
  return Object.fromEntries(questions.map((question) => [question.id, formOf(question)]));
}

function formOf({ title, text, options, schema }: QuestionView): Fields {
  const message = `The agent of a run asks: ${title}${text === null ? "" : `\n\n${text}`}`;
  const requestedSchema = isObject(schema) ? plainForm(schema) : textForm(options);
  return { method: "elicitation/create", params: { mode: "form", message, requestedSchema } };
}

function textForm(options: string[] | null): Fields {
  return {
    type: "object",
    properties: { answer: { type: "string", title: "Answer", ...omitNullish({ enum: options }) } },
    required: ["answer"],
  };
}

/** The formats that forms of the protocol have. The service checks the others when it is answered. */
const formats: ReadonlySet<unknown> = new Set(["email", "uri", "date", "date-time"]);

function plainForm({ properties, required = [] }: Fields): Fields {
  const fields = Object.entries(isObject(properties) ? properties : {}).map(([name, field]) => {
    const { format, ...rest } = isObject(field) ? field : {};
    return [name, { type: "string", ...rest, ...(formats.has(format) ? { format } : {}) }];
  });
  return { type: "object", properties: Object.fromEntries(fields), required };
}

/**
 * Answers the questions to which the client has an answer, and leaves all others open. A user who declines
 * a form leaves the question to somebody else.
 */
export async function answerByForms(
  client: Client,
  questions: readonly QuestionView[],
  responses: Fields,
): Promise<{ declined: ReadonlySet<string>; refusal: Refusal | null }> {
  const declined = new Set<string>();
  for (const { id, schema } of questions) {
    const response = Object.hasOwn(responses, id) ? responses[id] : undefined;
    if (!isObject(response)) continue;
    const { action, content } = response;
    if (action !== "accept" || !isObject(content)) {
      declined.add(id);
      continue;
    }
    const answer = schema === null ? content["answer"] : content;
    const path = "/runs/questions/answer";
    const answered = await askEndpoint(client, { method: "POST", path }, { questionId: id, answer });
    if (answered.kind === "refused") return { declined, refusal: answered };
  }
  return { declined, refusal: null };
}
