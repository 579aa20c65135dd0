// What the job runner may say about answering sessions.
import * as z from "zod/mini";
import { sandboxPayload } from "../sandboxes/callbackRequests";
import { answeringStatuses } from "./status";

export const get = () => z.strictObject({ answeringSessionId: z.string() });

export const createSandbox = () => z.strictObject({ answeringSessionId: z.string(), sandboxPayload: sandboxPayload() });

export const updateStatus = () =>
  z.strictObject({
    answeringSessionId: z.string(),
    status: z.enum(answeringStatuses),
  });

export type SandboxCreation = z.infer<ReturnType<typeof createSandbox>>;
export type StatusUpdate = z.infer<ReturnType<typeof updateStatus>>;
