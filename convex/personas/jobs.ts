import { v } from "convex/values";
import { internal } from "../_generated/api";
import { scheduled } from "../lib/scheduled";
import { forgetSomeDays } from "./statistics";

export const forgetDays = scheduled({ personaIds: v.array(v.id("personas")) }, async (ctx, args) => {
  const personaIds = await forgetSomeDays(ctx, args.personaIds);
  if (personaIds.length > 0) await ctx.scheduler.runAfter(0, internal.personas.jobs.forgetDays, { personaIds });
});
