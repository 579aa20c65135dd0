// The functions that the crons run, and a query that reads their rows.
import { internalMutationGeneric as internalMutation, queryGeneric as query } from "convex/server";
import { v } from "convex/values";

export const tick = internalMutation({
  args: { cron: v.string() },
  handler: async (ctx, args) => {
    await ctx.db.insert("ticks", { at: Date.now(), cron: args.cron });
  },
});

export const of = query({
  args: { cron: v.string() },
  handler: async (ctx, args) =>
    (
      await ctx.db
        .query("ticks")
        .withIndex("by_cron", (q) => q.eq("cron", args.cron))
        .collect()
    ).map((row): number => row.at),
});
