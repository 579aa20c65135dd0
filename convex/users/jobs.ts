import { v } from "convex/values";
import { internalMutation } from "../_generated/server";
import { removeTraces } from "./departure";

export const continueRemoval = internalMutation({
  args: { userId: v.id("users"), email: v.string() },
  handler: async (ctx, { userId, email }): Promise<null> => {
    await removeTraces(ctx, { _id: userId, email });
    return null;
  },
});
