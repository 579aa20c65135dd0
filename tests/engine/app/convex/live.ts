// Queries for subscribers that log when they run, and results of a chosen size.
import { actionGeneric as action, mutationGeneric as mutation, queryGeneric as query } from "convex/server";
import { v } from "convex/values";

/** Logs that it ran, so that a test can count its runs. */
export const watched = query({
  args: { value: v.any() },
  handler: async (ctx, args) => {
    console.log("watched", args.value);
    const things = await ctx.db
      .query("things")
      .withIndex("by_value", (q) => q.eq("value", args.value))
      .collect();
    return things.map((thing) => String(thing["label"]));
  },
});

/** The same query without the log line, so that its result can be cached. */
export const labels = query({
  args: { value: v.any() },
  handler: async (ctx, args) => {
    const things = await ctx.db
      .query("things")
      .withIndex("by_value", (q) => q.eq("value", args.value))
      .collect();
    return things.map((thing) => String(thing["label"]));
  },
});

export const large = query({
  args: { name: v.string(), size: v.number() },
  handler: async (ctx, args) => {
    const counter = await ctx.db
      .query("counters")
      .withIndex("by_name", (q) => q.eq("name", args.name))
      .unique();
    return `${String(counter?.["count"] ?? 0)}${"x".repeat(args.size)}`;
  },
});

export const wait = action({
  args: { ms: v.number() },
  handler: async (_ctx, args) => {
    await new Promise((resolve) => setTimeout(resolve, args.ms));
    return args.ms;
  },
});

export const echo = mutation({ args: { value: v.any() }, handler: (_ctx, args) => args.value as unknown });
