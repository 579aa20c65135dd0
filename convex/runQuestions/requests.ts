import * as z from "zod/mini";
import { pageParameters, nonEmptyText } from "../api/parameters";
import { jsonAtMost, plainJson, trimmedText } from "../lib/fields";
import { instant } from "../lib/instants";
import { jsonSchemaField } from "../lib/jsonSchemaField";
import { formErrorOf } from "./forms";
import { questionStatuses } from "./status";

export const list = () =>
  z.strictObject({
    runId: z.optional(nonEmptyText()),
    status: z.optional(z.enum(questionStatuses)),
    ...pageParameters(),
  });

const answerRule = "must be a text of 1 to 10000 characters, or an object of at most 20000 characters as JSON";

const answerValue = () =>
  z.union(
    [
      z.string().check(z.minLength(1), z.maxLength(10_000)),
      z.record(z.string(), z.unknown()).check(...plainJson(), jsonAtMost(20_000)),
    ],
    answerRule,
  );

export const answer = () => z.strictObject({ questionId: z.string(), answer: answerValue() });
export const dismiss = () => z.strictObject({ questionId: z.string() });

export type AnswerRequest = z.infer<ReturnType<typeof answer>>;
export type DismissRequest = z.infer<ReturnType<typeof dismiss>>;

// The schemas of the job runner's operations on questions.

const options = () =>
  z.array(trimmedText(500)).check(
    z.minLength(2),
    z.maxLength(10),
    z.refine((texts) => new Set(texts).size === texts.length, "must not have an option twice"),
  );

const maxSchemaLength = 8192;

export const ask = () =>
  z.strictObject({
    runId: z.string(),
    /** The step whose agent asks. Its end dismisses the question. */
    stepId: z.optional(z.nullable(z.string())),
    key: trimmedText(200),
    title: trimmedText(200),
    text: z.optional(z.nullable(trimmedText(10_000))),
    options: z.optional(z.nullable(options())),
    schema: z.optional(z.nullable(jsonSchemaField(maxSchemaLength, formErrorOf))),
    deadline: z.optional(z.nullable(instant())),
    default: z.optional(z.nullable(answerValue())),
  });

export const awaitAnswer = () =>
  z.strictObject({
    questionId: z.string(),
    /** How long the service may wait with the result while there is no answer. */
    waitMs: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(25_000)))),
  });

/** What an agent may ask with its token. The service knows its run and its step, and names the question itself. */
export const agentAsk = () => {
  const { title, text, options, schema } = ask().shape;
  /** How long the service may wait with the result while there is no answer. */
  const seconds = z.optional(z.int().check(z.minimum(0), z.maximum(25)));
  return z.strictObject({ title, text, options, schema, seconds });
};

export type AgentAskRequest = z.infer<ReturnType<typeof agentAsk>>;
export type AskRequest = Omit<z.infer<ReturnType<typeof ask>>, "runId">;
export type AwaitRequest = z.infer<ReturnType<typeof awaitAnswer>>;
