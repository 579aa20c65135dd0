// Internal functions. Functions and administrators can call them; for clients they do not exist.
import {
  internalActionGeneric as internalAction,
  internalMutationGeneric as internalMutation,
  internalQueryGeneric as internalQuery,
} from "convex/server";
import { v } from "convex/values";

export const readSecret = internalQuery({ args: {}, handler: () => "secret read" });
export const writeSecret = internalMutation({
  args: { label: v.string() },
  handler: async (ctx, args) => {
    await ctx.db.insert("things", { label: args.label });
    return "secret written";
  },
});
export const doSecret = internalAction({ args: {}, handler: () => "secret done" });
