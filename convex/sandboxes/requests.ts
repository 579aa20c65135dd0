// What requests to the endpoints of sandboxes may say.
import { getConvexSize } from "convex/values";
import * as z from "zod/mini";
import { pageParameters, someText } from "../api/parameters";
import { trimmedText } from "../lib/trimmedText";
import { webAddress } from "../lib/webAddresses";
import { prStatuses } from "../runs/status";
import { learningStatuses, sandboxStatuses } from "./statuses";

export const list = () =>
  z.strictObject({
    ...pageParameters(),
    runId: z.optional(someText()),
    status: z.optional(z.enum(sandboxStatuses)),
  });

export type ListRequest = z.infer<ReturnType<typeof list>>;

export const one = () => z.strictObject({ id: someText() });

export const messages = () => z.strictObject({ ...pageParameters(), id: someText() });

export type MessagesRequest = z.infer<ReturnType<typeof messages>>;

/** The answer, which is kept for repeats, holds it as well. */
const contentLengthMax = 100_000;

export const sendMessage = () =>
  z.strictObject({ sandboxId: someText(), content: z.string().check(z.minLength(1), z.maxLength(contentLengthMax)) });

export type MessageRequest = z.infer<ReturnType<typeof sendMessage>>;

/** Without a path it is the root. */
export const files = () => z.strictObject({ ...pageParameters(), id: someText(), path: z.optional(z.string()) });

export type FilesRequest = z.infer<ReturnType<typeof files>>;

export const file = () => z.strictObject({ id: someText(), path: someText() });

export type FileRequest = z.infer<ReturnType<typeof file>>;

// What the job runner may say about sandboxes.

const payloadFields = () => ({
  runtimeSandboxId: trimmedText(200),
  status: z.optional(z.nullable(z.enum(sandboxStatuses))),
  memoryMb: z.optional(z.nullable(z.int().check(z.minimum(256), z.maximum(65_536)))),
  cpuCount: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(32)))),
  timeoutMs: z.optional(z.nullable(z.int().check(z.minimum(60_000), z.maximum(86_400_000)))),
  stepId: z.optional(z.nullable(z.string())),
  branchName: z.optional(z.nullable(trimmedText(255))),
});

/** A sandbox that was provisioned, where what it serves is said elsewhere. */
export const sandboxPayload = () => z.strictObject(payloadFields());

export type SandboxPayload = z.infer<ReturnType<typeof sandboxPayload>>;

export const oneByRunner = () => z.strictObject({ sandboxId: z.string() });

/** With exactly one of the ids of what it serves. */
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

/** A document holds 1 MiB. */
const reportBytesMax = 900_000;

const reportedText = () =>
  z
    .string()
    .check(
      z.refine((text) => getConvexSize(text) <= reportBytesMax, `must not be larger than ${reportBytesMax} bytes`),
    );

const reportedFile = () =>
  z.strictObject({
    path: z.string().check(z.minLength(1), z.maxLength(1024)),
    size: z.optional(z.nullable(z.int().check(z.minimum(0)))),
    content: z.optional(z.nullable(reportedText())),
  });

/** A list that is handed on has at most 8192 elements. */
const filesMax = 8_000;

/** All that there are: they take the place of those of the last report. */
export const reportFiles = () =>
  z.strictObject({ sandboxId: z.string(), files: z.array(reportedFile()).check(z.maxLength(filesMax)) });

export type FilesReport = z.infer<ReturnType<typeof reportFiles>>;

/** An empty one: nothing has changed. */
export const reportDiff = () => z.strictObject({ sandboxId: z.string(), diff: reportedText() });

export type DiffReport = z.infer<ReturnType<typeof reportDiff>>;

/** Without a url while it has none. */
export const reportDevServer = () =>
  z.strictObject({ sandboxId: z.string(), url: z.nullable(webAddress()), status: trimmedText(100) });

export type DevServerReport = z.infer<ReturnType<typeof reportDevServer>>;
