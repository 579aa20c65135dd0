import * as z from "zod/mini";
import { pageOnly, nonEmptyText } from "../api/parameters";
import { content } from "../issues/requests";
import { bulkIds, trimmedText } from "../lib/fields";
import { stepRoles, stepStatuses } from "../lib/sharedValues";
import { sandboxPayload } from "../sandboxes/requests";
import { sessionStatuses } from "./status";

export { create as createSessionQuestions } from "../sessionQuestions/requests";

export const list = pageOnly;

export const get = () => z.strictObject({ id: nonEmptyText() });

/** The same limit as for the default prompt in the settings of a project. */
const maxPromptLength = 40_000;

export const start = () =>
  z.strictObject({
    prompt: trimmedText(maxPromptLength),
    templateId: z.optional(z.nullable(trimmedText(200))),
    memoryMb: z.optional(z.nullable(z.int().check(z.minimum(256), z.maximum(65_536)))),
    cpuCount: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(32)))),
    timeoutMs: z.optional(z.nullable(z.int().check(z.minimum(60_000), z.maximum(86_400_000)))),
  });

export const rename = () => z.strictObject({ sessionId: nonEmptyText(), name: trimmedText(200) });

export const one = () => z.strictObject({ sessionId: nonEmptyText() });

export const many = () => z.strictObject({ sessionIds: bulkIds() });

export type StartRequest = z.infer<ReturnType<typeof start>>;

// The schemas of the runner's requests about issue sessions and their steps.

export const getByRunner = () => z.strictObject({ sessionId: z.string() });

export const createSandbox = () => z.strictObject({ sessionId: z.string(), sandboxPayload: sandboxPayload() });

export const updateStatus = () =>
  z.strictObject({
    sessionId: z.string(),
    status: z.enum(sessionStatuses),
    error: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(10_000)))),
  });

export const createIssuesFromJson = () =>
  z.strictObject({ sessionId: z.string(), issues: z.array(content()).check(z.minLength(1), z.maxLength(200)) });

export const updateIteration = () => z.strictObject({ sessionId: z.string() });

export const updateProgress = () => z.strictObject({ sessionId: z.string(), progress: trimmedText(2000) });

export const createStep = () =>
  z.strictObject({
    sessionId: z.string(),
    role: z.enum(stepRoles),
    name: trimmedText(200),
    stepIndex: z.int().check(z.minimum(0), z.maximum(10_000)),
  });

export const updateStepStatus = () =>
  z.strictObject({
    stepId: z.string(),
    status: z.enum(stepStatuses),
  });

export type SandboxCreation = z.infer<ReturnType<typeof createSandbox>>;
export type StatusUpdate = z.infer<ReturnType<typeof updateStatus>>;
export type IssueCreation = z.infer<ReturnType<typeof createIssuesFromJson>>;
export type NewStep = z.infer<ReturnType<typeof createStep>>;
export type StepStatusUpdate = z.infer<ReturnType<typeof updateStepStatus>>;
