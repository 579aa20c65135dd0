import * as z from "zod/mini";
import { pageParameters, nonEmptyText } from "../api/parameters";
import { trimmedText, webAddress } from "../lib/fields";
import { text } from "../messages/requests";
import { prStatuses } from "../runs/status";
import { learningStatuses, sandboxStatuses } from "./bounds";

export const list = () =>
  z.strictObject({
    ...pageParameters(),
    runId: z.optional(nonEmptyText()),
    status: z.optional(z.enum(sandboxStatuses)),
  });

export type ListRequest = z.infer<ReturnType<typeof list>>;

export const one = () => z.strictObject({ id: nonEmptyText() });

/** `after` names a message. A `cursor` counts before it. */
export const messages = () =>
  z.strictObject({ ...pageParameters(), id: nonEmptyText(), after: z.optional(nonEmptyText()) });

export type MessagesRequest = z.infer<ReturnType<typeof messages>>;

/** The bound leaves room for the answer, which repeats the text and is stored for retries. */
const maxContentLength = 100_000;

export const sendMessage = () =>
  z.strictObject({
    sandboxId: nonEmptyText(),
    content: z.string().check(z.minLength(1), z.maxLength(maxContentLength)),
  });

export type MessageRequest = z.infer<ReturnType<typeof sendMessage>>;

/** Lists the root when no path is given. */
export const files = () => z.strictObject({ ...pageParameters(), id: nonEmptyText(), path: z.optional(z.string()) });

export type FilesRequest = z.infer<ReturnType<typeof files>>;

export const file = () => z.strictObject({ id: nonEmptyText(), path: nonEmptyText() });

export type FileRequest = z.infer<ReturnType<typeof file>>;

// The schemas of the job runner's operations on sandboxes.

const payloadFields = () => ({
  runtimeSandboxId: trimmedText(200),
  status: z.optional(z.nullable(z.enum(sandboxStatuses))),
  memoryMb: z.optional(z.nullable(z.int().check(z.minimum(256), z.maximum(65_536)))),
  cpuCount: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(32)))),
  timeoutMs: z.optional(z.nullable(z.int().check(z.minimum(60_000), z.maximum(86_400_000)))),
  stepId: z.optional(z.nullable(z.string())),
  branchName: z.optional(z.nullable(trimmedText(255))),
  folder: z.optional(z.nullable(trimmedText(1000))),
});

/** The fields of a provisioned sandbox, for operations that name its run or session in another field. */
export const sandboxPayload = () => z.strictObject(payloadFields());

export type SandboxPayload = z.infer<ReturnType<typeof sandboxPayload>>;

export const oneByRunner = () => z.strictObject({ sandboxId: z.string() });

/** Exactly one of the ids of the run or session that it serves must be given. */
export const create = () =>
  z.strictObject({
    ...payloadFields(),
    runId: z.optional(z.nullable(z.string())),
    issueSessionId: z.optional(z.nullable(z.string())),
    answeringSessionId: z.optional(z.nullable(z.string())),
    mergeRunId: z.optional(z.nullable(z.string())),
  });

export type CreateRequest = z.infer<ReturnType<typeof create>>;

export const updateStatus = () => z.strictObject({ sandboxId: z.string(), status: z.enum(sandboxStatuses) });

export type StatusRequest = z.infer<ReturnType<typeof updateStatus>>;

export const setTriggerRunId = () => z.strictObject({ sandboxId: z.string(), triggerRunId: trimmedText(200) });

export type TriggerRequest = z.infer<ReturnType<typeof setTriggerRunId>>;

export const updateLearningStatus = () =>
  z.strictObject({ sandboxId: z.string(), learningStatus: z.enum(learningStatuses) });

export type LearningStatusRequest = z.infer<ReturnType<typeof updateLearningStatus>>;

export const updatePr = () =>
  z.strictObject({
    sandboxId: z.string(),
    prUrl: webAddress(),
    prNumber: z.int().check(z.minimum(1)),
    prStatus: z.enum(prStatuses),
  });

export type PrRequest = z.infer<ReturnType<typeof updatePr>>;

const reportedFile = () =>
  z.strictObject({
    path: z.string().check(z.minLength(1), z.maxLength(1024)),
    size: z.optional(z.nullable(z.int().check(z.minimum(0)))),
    content: z.optional(z.nullable(text())),
  });

/** An array of a function's arguments has at most 8192 elements. */
const maxFiles = 8_000;

/** All files of the sandbox: they replace those of the last report. */
export const reportFiles = () =>
  z.strictObject({ sandboxId: z.string(), files: z.array(reportedFile()).check(z.maxLength(maxFiles)) });

export type FilesReport = z.infer<ReturnType<typeof reportFiles>>;

/** An empty diff means that nothing has changed. */
export const reportDiff = () => z.strictObject({ sandboxId: z.string(), diff: text() });

export type DiffReport = z.infer<ReturnType<typeof reportDiff>>;

/** `url` is null while the server has no address. */
export const reportDevServer = () =>
  z.strictObject({ sandboxId: z.string(), url: z.nullable(webAddress()), status: trimmedText(100) });

export type DevServerReport = z.infer<ReturnType<typeof reportDevServer>>;
