import { v } from "convex/values";
import { internalMutation } from "../_generated/server";
import { removeTraces } from "./departure";

export const continueRemoval = internalMutation({
  args: { userId: v.id("users") },
  handler: async (ctx, { userId }): Promise<null> => {
    await removeTraces(ctx, userId);
    return null;
  },
});
