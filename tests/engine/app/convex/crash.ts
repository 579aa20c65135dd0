// Writes that show when they were half done or done twice: documents that name each other, and counters.
import {
  internalMutationGeneric as internalMutation,
  makeFunctionReference,
  mutationGeneric as mutation,
  queryGeneric as query,
} from "convex/server";
import { v } from "convex/values";

/** Two documents that point at each other, a counter, and a job that must count exactly once. */
export const writePair = mutation({
  args: { pair: v.string(), scheduled: v.boolean() },
  handler: async (ctx, args) => {
    const left = await ctx.db.insert("halves", { pair: args.pair, side: "left" });
    const right = await ctx.db.insert("halves", { pair: args.pair, side: "right", partner: left });
    await ctx.db.patch(left, { partner: right });
    if (args.scheduled) {
      await ctx.scheduler.runAfter(0, makeFunctionReference<"mutation">("crash:countJob"), { pair: args.pair });
    }
    return { left, right };
  },
});

export const increment = mutation({
  args: { name: v.string() },
  handler: async (ctx, args): Promise<number> => {
    const counter = await ctx.db
      .query("counters")
      .withIndex("by_name", (q) => q.eq("name", args.name))
      .unique();
    if (counter === null) {
      await ctx.db.insert("counters", { name: args.name, count: 1 });
      return 1;
    }
    await ctx.db.patch(counter._id, { count: counter.count + 1 });
    return counter.count + 1;
  },
});

/** Moves one from a counter to another in two writes. */
export const transfer = mutation({
  args: { from: v.string(), to: v.string() },
  handler: async (ctx, args) => {
    for (const [name, change] of [
      [args.from, -1],
      [args.to, 1],
    ] as const) {
      const counter = await ctx.db
        .query("counters")
        .withIndex("by_name", (q) => q.eq("name", name))
        .unique();
      if (counter === null) await ctx.db.insert("counters", { name, count: change });
      else await ctx.db.patch(counter._id, { count: counter.count + change });
    }
  },
});

/** Reads the counters one by one. Without one snapshot a query would see half of a transfer. */
export const sum = query({
  args: { names: v.array(v.string()) },
  handler: async (ctx, args) => {
    let total = 0;
    for (const name of args.names) {
      const counter = await ctx.db
        .query("counters")
        .withIndex("by_name", (q) => q.eq("name", name))
        .unique();
      total += counter?.count ?? 0;
    }
    return total;
  },
});

export const countJob = internalMutation({
  args: { pair: v.string() },
  handler: async (ctx, args) => {
    await ctx.runMutation(makeFunctionReference<"mutation">("crash:increment"), { name: `job ${args.pair}` });
  },
});

export const halves = query({
  args: { after: v.number() },
  handler: async (ctx, args) =>
    await ctx.db
      .query("halves")
      .withIndex("by_creation_time", (q) => q.gt("_creationTime", args.after))
      .collect(),
});

export const counters = query({ args: {}, handler: async (ctx) => await ctx.db.query("counters").collect() });

export const pendingJobs = query({
  args: {},
  handler: async (ctx) => {
    const jobs = await ctx.db.system.query("_scheduled_functions").collect();
    return jobs.filter((job) => job.state.kind === "pending" || job.state.kind === "inProgress").length;
  },
});

/** The time of the last commit that this query sees. */
export const snapshot = query({ args: {}, handler: (ctx) => ctx.meta.getSnapshotTs() });
