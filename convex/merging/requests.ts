import * as z from "zod/mini";
import { pageOnly } from "../api/parameters";
import { jsonAtMost, plainJson, trimmedText, webAddress } from "../lib/fields";
import { mergeStatuses } from "./status";

export const list = pageOnly;

const pullRequest = () => z.strictObject({ prUrl: webAddress(), prNumber: z.int().check(z.minimum(1)) });

/** Only the runner knows the shape of `config`. */
export const start = () =>
  z.strictObject({
    pullRequests: z.array(pullRequest()).check(z.minLength(1), z.maxLength(100)),
    baseBranch: z.optional(z.nullable(trimmedText(255))),
    config: z.optional(z.nullable(z.record(z.string(), z.unknown()).check(jsonAtMost(100_000), ...plainJson()))),
  });

export type StartRequest = z.infer<ReturnType<typeof start>>;

// The schemas of the job runner's operations on merge runs.

export const get = () => z.strictObject({ mergeRunId: z.string() });

export const updateStatus = () =>
  z.strictObject({
    mergeRunId: z.string(),
    status: z.enum(mergeStatuses),
    prUrl: z.optional(z.nullable(webAddress())),
    error: z.optional(z.nullable(z.string().check(z.maxLength(10_000)))),
  });

export type StatusUpdate = z.infer<ReturnType<typeof updateStatus>>;
