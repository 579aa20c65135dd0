import { v } from "convex/values";
import { internalMutation } from "../_generated/server";
import { resolveIssuesOfRun } from "./model";

export const resolve = internalMutation({
  args: { runId: v.id("runs") },
  handler: async (ctx, { runId }): Promise<null> => {
    await resolveIssuesOfRun(ctx, runId);
    return null;
  },
});
