import { v } from "convex/values";
import { internal } from "../_generated/api";
import { scheduledMutation } from "../lib/scheduledMutation";
import { acceptInvitations } from "./acceptInvitations";
import * as inviting from "./invitations";
import { memberRole } from "./schema";

export const continueAcceptance = scheduledMutation(
  { userId: v.id("users"), email: v.string() },
  async (ctx, { userId, email }) => {
    // A user who was removed meanwhile becomes a member of nothing.
    if ((await ctx.db.get("users", userId)) !== null) await acceptInvitations(ctx, { _id: userId, email });
  },
);

export const deleteInvitationsBy = scheduledMutation(
  { projectId: v.id("projects"), userId: v.id("users"), role: memberRole },
  (ctx, which) => inviting.deleteInvitationsBy(ctx, which),
);

export const sweepInvitations = scheduledMutation({}, async (ctx) => {
  if (await inviting.sweepInvitations(ctx)) {
    await ctx.scheduler.runAfter(0, internal.members.scheduled.sweepInvitations, {});
  }
});
