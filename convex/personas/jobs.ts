import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation } from "../_generated/server";
import { forgetSomeDays } from "./statistics";

export const forgetDays = internalMutation({
  args: { personaIds: v.array(v.id("personas")) },
  handler: async (ctx, args): Promise<null> => {
    const personaIds = await forgetSomeDays(ctx, args.personaIds);
    if (personaIds.length > 0) await ctx.scheduler.runAfter(0, internal.personas.jobs.forgetDays, { personaIds });
    return null;
  },
});
