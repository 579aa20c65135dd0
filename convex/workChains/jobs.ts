import { v } from "convex/values";
import { internalMutation } from "../_generated/server";
import { unlinkIssues as unlinkSome } from "./model";

export const unlinkIssues = internalMutation({
  args: { workChainId: v.id("workChains") },
  handler: async (ctx, { workChainId }): Promise<null> => {
    await unlinkSome(ctx, workChainId);
    return null;
  },
});
