// What the job runner may say about merge runs.
import * as z from "zod/mini";
import { webAddress } from "../lib/webAddresses";
import { mergeStatuses } from "./status";

export const get = () => z.strictObject({ mergeRunId: z.string() });

export const updateStatus = () =>
  z.strictObject({
    mergeRunId: z.string(),
    status: z.enum(mergeStatuses),
    prUrl: z.optional(z.nullable(webAddress())),
    error: z.optional(z.nullable(z.string().check(z.maxLength(10_000)))),
  });

export type StatusUpdate = z.infer<ReturnType<typeof updateStatus>>;
