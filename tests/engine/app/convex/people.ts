// Reads the caller's identity in every kind of function.
import {
  actionGeneric as action,
  internalMutationGeneric as internalMutation,
  makeFunctionReference,
  mutationGeneric as mutation,
  queryGeneric as query,
} from "convex/server";
import { v } from "convex/values";

export const me = query({ args: {}, handler: (ctx) => ctx.auth.getUserIdentity() });
export const meInMutation = mutation({ args: {}, handler: (ctx) => ctx.auth.getUserIdentity() });

/** Reads the identity in an action and in everything that the action calls. */
export const everywhere = action({
  args: {},
  handler: async (ctx) => [
    await ctx.auth.getUserIdentity(),
    await ctx.runQuery(makeFunctionReference<"query">("people:me"), {}),
    await ctx.runMutation(makeFunctionReference<"mutation">("people:meInMutation"), {}),
  ],
});

export const token = mutation({
  args: {},
  handler: async (ctx) => (await ctx.meta.getRequestMetadata()).authToken,
});

/** Schedules a function, which has no identity. The function stores what it saw in a document. */
export const askLater = mutation({
  args: { label: v.string() },
  handler: (ctx, args) => ctx.scheduler.runAfter(0, makeFunctionReference<"mutation">("people:leave"), args),
});
export const leave = internalMutation({
  args: { label: v.string() },
  handler: async (ctx, { label }) => {
    const value = (await ctx.auth.getUserIdentity()) ?? null;
    await ctx.db.insert("things", { label, value });
  },
});
export const left = query({
  args: { label: v.string() },
  handler: async (ctx, { label }) =>
    (await ctx.db.query("things").take(1_000)).find((thing) => thing["label"] === label),
});
