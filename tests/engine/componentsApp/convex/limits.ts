import { DAY, HOUR, RateLimiter } from "@convex-dev/rate-limiter";
import { mutationGeneric as mutation, queryGeneric as query } from "convex/server";
import { v } from "convex/values";
import { components } from "./components";

const limiter = new RateLimiter(components.rateLimiter, {
  pair: { kind: "token bucket", rate: 2, period: HOUR },
  sharded: { kind: "token bucket", rate: 30, period: HOUR, shards: 3 },
  // The window is so long that it does not end during a test.
  plenty: { kind: "fixed window", rate: 10_000, period: 3650 * DAY, start: 0 },
  later: { kind: "fixed window", rate: 10_000, period: 3650 * DAY, start: 0, applyUpdates: "asynchronously" },
});

const name = v.union(v.literal("pair"), v.literal("sharded"), v.literal("plenty"), v.literal("later"));

export const take = mutation({
  args: { name, key: v.optional(v.string()), count: v.optional(v.number()), throws: v.optional(v.boolean()) },
  handler: (ctx, { name: limit, ...options }) => limiter.limit(ctx, limit, options),
});

/** Takes a token and records it in one transaction. */
export const takeAndRecord = mutation({
  args: { name },
  handler: async (ctx, { name: limit }) => {
    const status = await limiter.limit(ctx, limit);
    if (status.ok) await ctx.db.insert("tokens", { name: limit });
    return status.ok;
  },
});

export const recorded = query({
  args: { name },
  handler: async (ctx, { name: limit }) =>
    (
      await ctx.db
        .query("tokens")
        .withIndex("by_name", (q) => q.eq("name", limit))
        .collect()
    ).length,
});

export const check = query({
  args: { name, key: v.optional(v.string()) },
  handler: (ctx, { name: limit, ...options }) => limiter.check(ctx, limit, options),
});

export const left = query({
  args: { name },
  handler: async (ctx, { name: limit }) => (await limiter.getValue(ctx, limit)).value,
});

export const reset = mutation({
  args: { name, key: v.optional(v.string()) },
  handler: (ctx, { name: limit, ...options }) => limiter.reset(ctx, limit, options),
});

export const { getRateLimit, getServerTime } = limiter.hookAPI("pair");
