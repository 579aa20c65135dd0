import { v } from "convex/values";
import { internalMutation } from "../_generated/server";
import { acceptInvitations } from "./invitations";

export const continueAcceptance = internalMutation({
  args: { userId: v.id("users"), email: v.string() },
  handler: async (ctx, { userId, email }): Promise<null> => {
    // Who has been removed meanwhile becomes a member of nothing.
    if ((await ctx.db.get("users", userId)) !== null) await acceptInvitations(ctx, { _id: userId, email });
    return null;
  },
});
