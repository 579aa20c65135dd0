import { v } from "convex/values";
import { internal } from "../_generated/api";
import { scheduledMutation } from "../lib/scheduledMutation";
import { deleteSomeDays } from "./statistics";

export const forgetDays = scheduledMutation({ personaIds: v.array(v.id("personas")) }, async (ctx, args) => {
  const personaIds = await deleteSomeDays(ctx, args.personaIds);
  if (personaIds.length > 0) await ctx.scheduler.runAfter(0, internal.personas.scheduled.forgetDays, { personaIds });
});
