import * as z from "zod/mini";
import { pageOnly } from "../api/parameters";
import { followUpField } from "../lib/followUp";
import { jsonAtMost, trimmedText } from "../lib/fields";
import { jsonSchemaField } from "../lib/jsonSchemaField";
import { relativePath } from "../lib/relativePath";
import { stepRoles } from "../lib/sharedValues";
import { queueFields } from "../queue/schedulingFields";
import { gateFailures, reportFormats } from "./gateValues";

export const list = pageOnly;

const name = () => trimmedText(200);
const description = () => z.string().check(z.maxLength(10_000));
const branch = () => trimmedText(255);

const maxSchemaLength = 32_768;

const onFail = () => z.optional(z.nullable(z.enum(gateFailures)));

const commandGate = () =>
  z.strictObject({
    kind: z.literal("command"),
    command: z.array(z.string().check(z.minLength(1), z.maxLength(1000))).check(z.minLength(1), z.maxLength(50)),
    timeoutMs: z.optional(z.nullable(z.int().check(z.minimum(1000), z.maximum(7_200_000)))),
    report: z.optional(z.nullable(z.strictObject({ format: z.enum(reportFormats), path: relativePath() }))),
    onFail: onFail(),
  });

const judgeGate = () =>
  z.strictObject({
    kind: z.literal("judge"),
    passAt: z.optional(z.nullable(z.number().check(z.minimum(0), z.maximum(1)))),
    rubric: z.optional(z.nullable(trimmedText(10_000))),
    onFail: onFail(),
  });

const gate = () => z.discriminatedUnion("kind", [commandGate(), judgeGate()]);

const step = () =>
  z.strictObject({
    role: z.enum(stepRoles),
    name: name(),
    personaId: z.optional(z.nullable(z.string())),
    instructions: z.optional(z.nullable(z.string().check(z.maxLength(10_000)))),
    commandNames: z.optional(
      z.nullable(z.array(z.string().check(z.minLength(1), z.maxLength(64))).check(z.maxLength(50))),
    ),
    timeoutMs: z.optional(z.nullable(z.int().check(z.minimum(1000), z.maximum(86_400_000)))),
    maxRetries: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(10)))),
    outputSchema: z.optional(z.nullable(jsonSchemaField(maxSchemaLength))),
    gate: z.optional(z.nullable(gate())),
    artifacts: z.optional(z.nullable(z.array(relativePath()).check(z.maxLength(20)))),
  });

/** All steps are stored in one document, whose size the database bounds. */
const steps = () => z.array(step()).check(z.minLength(1), z.maxLength(50), jsonAtMost(200_000));

/** How many runs are active at once, and the rules of runs without their own. Null removes them. */
const limits = () => ({
  concurrencyLimit: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(1000)))),
  ...queueFields(),
});

export const create = () =>
  z.strictObject({
    name: name(),
    steps: steps(),
    description: z.optional(z.nullable(description())),
    defaultBranch: z.optional(z.nullable(branch())),
    isEnabled: z.optional(z.nullable(z.boolean())),
    followUp: followUpField(),
    ...limits(),
  });

/** Only the fields in the request change. */
export const update = () =>
  z.strictObject({
    name: z.optional(name()),
    steps: z.optional(steps()),
    description: z.optional(z.nullable(description())),
    defaultBranch: z.optional(z.nullable(branch())),
    isEnabled: z.optional(z.boolean()),
    followUp: followUpField(),
    ...limits(),
  });

export type CreateRequest = z.infer<ReturnType<typeof create>>;
export type UpdateRequest = z.infer<ReturnType<typeof update>>;
export type StepRequest = z.infer<ReturnType<typeof step>>;
export type GateRequest = z.infer<ReturnType<typeof gate>>;

// The schema of the job runner's operation on workflows.

export const get = () => z.strictObject({ workflowId: z.string() });
