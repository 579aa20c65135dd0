// What the job runner may say about usage.
import * as z from "zod/mini";

/** More than anything uses, and little enough for sums to be exact. */
const amount = () => z.int().check(z.minimum(0), z.maximum(1_000_000_000_000));
const tokens = () => z.optional(z.nullable(amount()));

export const service = () => z.string().check(z.regex(/^[a-z0-9_.-]{1,60}$/, "must match [a-z0-9_.-]{1,60}"));

/** Tokens that are not given are none; those read from a cache are not among the input tokens. */
export const computeCostAndRecord = () =>
  z.strictObject({
    sandboxId: z.string(),
    tokenUsage: z.strictObject({ inputTokens: tokens(), outputTokens: tokens(), cacheReadTokens: tokens() }),
    durationMs: amount(),
    service: service(),
  });

export type UsageReport = z.infer<ReturnType<typeof computeCostAndRecord>>;
