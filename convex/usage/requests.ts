import * as z from "zod/mini";

/**
 * More than any turn costs or uses, and small enough that sums stay exact. What an agent says may be anything, and one
 * wrong report would fill every sum and reach every budget.
 */
const maxCostUsd = 1_000;
const maxTokens = 1_000_000_000;
const maxDurationMs = 1_000_000_000_000;

const amount = (max: number) => z.int().check(z.minimum(0), z.maximum(max));
const tokens = () => z.optional(z.nullable(amount(maxTokens)));

export const service = () => z.string().check(z.regex(/^[a-z0-9_.-]{1,60}$/, "must match [a-z0-9_.-]{1,60}"));

/**
 * `costUsd` is what the agent itself says. A number of tokens that is left out counts as 0. `inputTokens` does not
 * include tokens read from a cache.
 */
export const computeCostAndRecord = () =>
  z.strictObject({
    sandboxId: z.string(),
    tokenUsage: z.strictObject({ inputTokens: tokens(), outputTokens: tokens(), cacheReadTokens: tokens() }),
    durationMs: amount(maxDurationMs),
    service: service(),
    model: z.optional(
      z.nullable(
        z.string().check(z.regex(/^[\x21-\x7e]{1,200}$/, "must be 1 to 200 printable ASCII characters without spaces")),
      ),
    ),
    costUsd: z.optional(z.nullable(z.number().check(z.minimum(0), z.maximum(maxCostUsd)))),
    key: z.optional(z.nullable(z.string().check(z.minLength(1), z.maxLength(100)))),
  });

export type UsageReport = z.infer<ReturnType<typeof computeCostAndRecord>>;
