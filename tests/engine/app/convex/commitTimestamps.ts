// Mutations that pass, return and schedule the placeholder of their commit's timestamp.
import { makeFunctionReference, mutationGeneric as mutation, queryGeneric as query } from "convex/server";
import type { Value } from "convex/values";

const echoQuery = makeFunctionReference<"query", { value: unknown }>("calls:echoQuery");
const echoMutation = makeFunctionReference<"mutation", { value: unknown }>("calls:echoMutation");

/** Stores the placeholder and returns it. */
export const storeAndReturn = mutation({
  args: {},
  handler: async (ctx) => {
    await ctx.db.insert("things", { value: ctx.db.vars.commitTs });
    return { at: ctx.db.vars.commitTs as unknown as Value };
  },
});

/** Stores what a query and a mutation return that it has given the placeholder. */
export const storeReturned = mutation({
  args: {},
  handler: async (ctx) => {
    const value = ctx.db.vars.commitTs;
    const byQuery: unknown = await ctx.runQuery(echoQuery, { value });
    const byMutation: unknown = await ctx.runMutation(echoMutation, { value });
    await ctx.db.insert("things", { value: [value, byQuery, byMutation] });
  },
});

export const scheduleIt = mutation({
  args: {},
  handler: async (ctx) => {
    const record = makeFunctionReference<"mutation", { label: string; note: unknown }>("scheduling:recordArguments");
    await ctx.scheduler.runAfter(0, record, { label: "a", note: ctx.db.vars.commitTs });
  },
});

export const stored = query({
  args: {},
  handler: async (ctx) => (await ctx.db.query("things").collect()).map((thing): Value => thing["value"]),
});
