import * as z from "zod/mini";
import { pageParameters, nonEmptyText } from "../api/parameters";
import { sandboxPayload } from "../sandboxes/requests";
import { answeringStatuses } from "./status";

const status = () => z.enum(answeringStatuses);

/** Archived sessions are in the trash and in no other list. */
export const list = () =>
  z.strictObject({ issueSessionId: z.optional(nonEmptyText()), status: z.optional(status()), ...pageParameters() });

export const create = () => z.strictObject({ issueSessionId: nonEmptyText() });

export const setStatus = () => z.strictObject({ status: status() });

export type ListRequest = z.infer<ReturnType<typeof list>>;
export type StatusRequest = z.infer<ReturnType<typeof setStatus>>;

// The schemas of the runner's requests about answering sessions.

export const get = () => z.strictObject({ answeringSessionId: z.string() });

export const createSandbox = () => z.strictObject({ answeringSessionId: z.string(), sandboxPayload: sandboxPayload() });

export const updateStatus = () =>
  z.strictObject({
    answeringSessionId: z.string(),
    status: z.enum(answeringStatuses),
  });

export type SandboxCreation = z.infer<ReturnType<typeof createSandbox>>;
export type StatusUpdate = z.infer<ReturnType<typeof updateStatus>>;
