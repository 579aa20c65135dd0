import * as z from "zod/mini";

/** The maximum is more than any real usage, and small enough that sums stay exact. */
const amount = () => z.int().check(z.minimum(0), z.maximum(1_000_000_000_000));
const tokens = () => z.optional(z.nullable(amount()));

export const service = () => z.string().check(z.regex(/^[a-z0-9_.-]{1,60}$/, "must match [a-z0-9_.-]{1,60}"));

/**
 * `costUsd` is what the agent itself says. A number of tokens that is left out counts as 0. `inputTokens` does not
 * include tokens read from a cache.
 */
export const computeCostAndRecord = () =>
  z.strictObject({
    sandboxId: z.string(),
    tokenUsage: z.strictObject({ inputTokens: tokens(), outputTokens: tokens(), cacheReadTokens: tokens() }),
    durationMs: amount(),
    service: service(),
    model: z.optional(
      z.nullable(z.string().check(z.regex(/^[\x21-\x7e]{1,200}$/, "must be 1 to 200 ASCII characters"))),
    ),
    costUsd: z.optional(z.nullable(z.number().check(z.minimum(0), z.maximum(1_000_000)))),
    key: z.optional(z.nullable(z.string().check(z.minLength(1), z.maxLength(100)))),
  });

export type UsageReport = z.infer<ReturnType<typeof computeCostAndRecord>>;
