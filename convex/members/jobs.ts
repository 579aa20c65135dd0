import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation } from "../_generated/server";
import { acceptInvitations } from "./invitations";
import * as inviting from "./inviting";
import { memberRole } from "./schema";

export const continueAcceptance = internalMutation({
  args: { userId: v.id("users"), email: v.string() },
  handler: async (ctx, { userId, email }): Promise<null> => {
    // Who has been removed meanwhile becomes a member of nothing.
    if ((await ctx.db.get("users", userId)) !== null) await acceptInvitations(ctx, { _id: userId, email });
    return null;
  },
});

export const endGiven = internalMutation({
  args: { projectId: v.id("projects"), userId: v.id("users"), role: memberRole },
  handler: async (ctx, which): Promise<null> => {
    await inviting.endGiven(ctx, which);
    return null;
  },
});

export const sweepInvitations = internalMutation({
  args: {},
  handler: async (ctx): Promise<null> => {
    if (await inviting.sweepInvitations(ctx)) {
      await ctx.scheduler.runAfter(0, internal.members.jobs.sweepInvitations, {});
    }
    return null;
  },
});
